import CVitrineFFmpeg
package import VitrinePictures

/// Memory that a decoder writes its pictures to.
@safe package struct LentBuffer {
  package let bytes: UnsafeMutableRawBufferPointer
  package let layout: BufferLayout
  /// Retained until neither the decoder nor a frame uses the memory.
  package let lease: AnyObject

  package init(bytes: UnsafeMutableRawBufferPointer, layout: BufferLayout, lease: AnyObject) {
    unsafe (self.bytes, self.layout, self.lease) = unsafe (bytes, layout, lease)
  }
}

/// A provider of memory for decoders that the display can scan out, so that no copy is needed.
///
/// Only useful if that memory is cached, because decoders read their reference pictures. FFmpeg's
/// worker threads call it: see `PictureAllocator`.
package final class BufferLender: Sendable {
  /// Returns memory for a picture of this format with at least `width` pixels in each row and
  /// `rows` rows; nil lets FFmpeg allocate it.
  private let lend: @Sendable (PixelFormat, _ visible: PixelSize, PixelSize) -> LentBuffer?

  package init(
    _ lend: @escaping @Sendable (PixelFormat, _ visible: PixelSize, PixelSize) -> LentBuffer?
  ) {
    self.lend = lend
  }

  /// Makes FFmpeg write a picture to lent memory. Returns false if there is none.
  func fill(
    _ frame: UnsafeMutablePointer<AVFrame>, of context: UnsafeMutablePointer<AVCodecContext>
  ) -> Bool {
    guard let format = unsafe PixelFormat(ffmpeg: frame.pointee.format), !format.isRGB else {
      return false
    }
    let visible = unsafe PixelSize(Int(context.pointee.width), Int(context.pointee.height))
    var (width, rows) = unsafe (frame.pointee.width, frame.pointee.height)
    var alignments = [CInt](repeating: 0, count: Int(AV_NUM_DATA_POINTERS))
    unsafe avcodec_align_dimensions2(context, &width, &rows, &alignments)
    // Luma pitches that are multiples of this keep the chroma pitches aligned, too; two extra rows
    // allow vector code to read beyond the end.
    let step = Int(alignments.max() ?? 64) * format.chroma.across
    let aligned = Int(width).roundedUp(toMultipleOf: step)
    guard let lent = lend(format, visible, PixelSize(aligned, Int(rows) + 2)) else { return false }
    let lease = unsafe Unmanaged.passRetained(lent.lease)
    let start = unsafe lent.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    guard let start = unsafe start,
      let reference = unsafe av_buffer_create(
        start, lent.bytes.count,
        { opaque, _ in
          guard let opaque = unsafe opaque else { return }
          unsafe Unmanaged<AnyObject>.fromOpaque(opaque).release()
        }, unsafe lease.toOpaque(), 0)
    else {
      unsafe lease.release()
      return false
    }
    unsafe frame.pointee.buf.0 = unsafe reference
    unsafe setPlanes(of: frame, to: lent.layout, from: start)
    unsafe frame.pointee.extended_data = unsafe UnsafeMutableRawPointer(frame)
      .advanced(by: MemoryLayout<AVFrame>.offset(of: \AVFrame.data) ?? 0)
      .assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self)
    return true
  }
}
