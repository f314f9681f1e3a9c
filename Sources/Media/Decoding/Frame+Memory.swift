import CVitrineFFmpeg
import Glibc
package import VitrineLinux
package import VitrinePictures

/// A picture's memory on a device, and its layout. It has no arrays, because there is one for each
/// picture.
///
/// Wraps `AVDRMFrameDescriptor`.
package struct FrameMemory: Sendable {
  /// Identifies the memory and the layout in it. Two consecutive pictures in the same buffer are
  /// equal while it is held.
  package struct Place: Hashable, Sendable {
    /// The inode numbers of the dma-bufs.
    fileprivate let pieces: SIMD4<UInt64>
    fileprivate let objects: SIMD4<Int32>
    fileprivate let offsets: SIMD4<Int64>
    fileprivate let pitches: SIMD4<Int64>
    fileprivate let objectCount: Int
    fileprivate let planeCount: Int
    fileprivate let modifier: UInt64
    package let format: PixelFormat
    package let size: PixelSize
  }

  package let place: Place
  /// The descriptors belong to the frame, which has to outlive this.
  private let descriptors: SIMD4<Int32>

  /// Returns the memory, which stays valid while it is held, and the layout in it.
  package func hold() throws(MediaError) -> (memory: [DMABuffer], layout: DMABufferLayout) {
    var held: [DMABuffer] = []
    do throws(Errno) {
      for index in 0..<place.objectCount {
        let copy = try valueOrErrno { fcntl(descriptors[index], F_DUPFD_CLOEXEC, 0) }
        held.append(try DMABuffer(owning: FileDescriptor(owning: copy)))
      }
    } catch {
      throw .noAcceleration("cannot duplicate a frame's file descriptor: \(error)", .moment)
    }
    guard let layout = place.layout(in: held.map(\.byteCount)) else {
      throw .noAcceleration("it returns frames outside its memory", .kind)
    }
    return (held, layout)
  }
}

extension FrameMemory.Place {
  fileprivate func layout(in objects: [Int]) -> DMABufferLayout? {
    DMABufferLayout(
      format: format, size: size,
      planes: (0..<planeCount).map {
        .init(
          object: Int(self.objects[$0]), offset: Int(offsets[$0]), pitch: Int(pitches[$0]))
      },
      modifier: modifier == Self.unknownModifier ? nil : modifier, objects: objects)
  }

  /// `DRM_FORMAT_MOD_INVALID` of `drm_fourcc.h`.
  private static let unknownModifier: UInt64 = 0x00FF_FFFF_FFFF_FFFF
}

extension Frame {
  /// Nil for pictures in ordinary memory, and for those that no display supports.
  package var memory: FrameMemory? {
    var raw = vitrine_frame_memory()
    guard unsafe vitrine_memory_of_frame(self.raw, &raw) != 0 else { return nil }
    return unsafe FrameMemory(raw, of: self.raw)
  }

  /// Maps a picture on a device to dma-bufs, which retain it. Returns nil for other pictures.
  ///
  /// Wraps `av_hwframe_map`. Before libavutil 59 (FFmpeg 7) it does not
  /// wait for the device: the memory has fences, and the display waits for them.
  func mapped() throws(MediaError) -> Frame? {
    guard unsafe raw.pointee.hw_frames_ctx != nil,
      unsafe raw.pointee.format != AV_PIX_FMT_DRM_PRIME.rawValue
    else { return nil }
    guard let mapped = view() else {
      throw .call("frame", .init(rawValue: vitrine_error_memory))
    }
    unsafe mapped.raw.pointee.format = AV_PIX_FMT_DRM_PRIME.rawValue
    let flags = CInt(AV_HWFRAME_MAP_READ | AV_HWFRAME_MAP_DIRECT)
    var result = unsafe av_hwframe_map(mapped.raw, raw, flags)
    if result >= 0 { result = unsafe av_frame_copy_props(mapped.raw, raw) }
    guard result >= 0 else {
      throw .noAcceleration(
        "its frames cannot be shared: \(FFmpegCode(rawValue: result))", .kind)
    }
    return mapped
  }
}

extension Frame {
  /// Returns a copy of a device's picture that the device makes for the CPU; nil if the
  /// picture can only be mapped.
  ///
  /// Waits for the device (C: `av_hwframe_map`).
  package func readByDevice() throws(MediaError) -> Frame? {
    guard let origin, let frames = unsafe origin.raw.pointee.hw_frames_ctx else { return nil }
    guard let copy = origin.sibling() else {
      throw .call("frame", .init(rawValue: vitrine_error_memory))
    }
    unsafe copy.raw.pointee.format =
      unsafe UnsafeRawPointer(frames.pointee.data)
      .assumingMemoryBound(to: AVHWFramesContext.self).pointee.sw_format.rawValue
    var result = unsafe av_hwframe_map(copy.raw, origin.raw, CInt(AV_HWFRAME_MAP_READ))
    if result >= 0 { result = unsafe av_frame_copy_props(copy.raw, origin.raw) }
    unsafe (copy.raw.pointee.width, copy.raw.pointee.height) = unsafe (
      origin.raw.pointee.width, origin.raw.pointee.height
    )
    guard result >= 0 else {
      throw .noAcceleration("its frames cannot be read: \(FFmpegCode(rawValue: result))", .film)
    }
    return copy
  }

  /// Creates a frame over memory that the caller keeps for as long as the frame and everything
  /// derived from it exists. Returns nil for pictures outside of the memory or without a linear
  /// layout, and for formats that FFmpeg does not support.
  package convenience init?(showing pieces: [UnsafeRawBufferPointer], layout: DMABufferLayout) {
    guard let format = layout.format.ffmpeg, layout.isLinear,
      unsafe layout.lies(in: pieces.map(\.count))
    else { return nil }
    self.init(timebase: nil)
    unsafe raw.pointee.format = format.rawValue
    unsafe raw.pointee.width = CInt(layout.size.width)
    unsafe raw.pointee.height = CInt(layout.size.height)
    unsafe withUnsafeMutableBytes(of: &raw.pointee.data) { data in
      let pointers = unsafe data.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)
      for (index, plane) in layout.planes.enumerated() {
        let start = unsafe pieces[plane.object].baseAddress.map { unsafe $0 + plane.offset }
        unsafe pointers[index] = unsafe UnsafeMutableRawPointer(mutating: start)?
          .assumingMemoryBound(to: UInt8.self)
      }
    }
    unsafe withUnsafeMutableBytes(of: &raw.pointee.linesize) { sizes in
      let pitches = unsafe sizes.bindMemory(to: CInt.self)
      for (index, plane) in layout.planes.enumerated() {
        unsafe pitches[index] = CInt(clamping: plane.pitch)
      }
    }
    // To crop a frame without a reference, FFmpeg would copy it.
    let first = unsafe raw.pointee.data.0
    unsafe raw.pointee.buf.0 = unsafe av_buffer_create(
      first, 1, { _, _ in }, nil, CInt(AV_BUFFER_FLAG_READONLY))
    guard unsafe raw.pointee.buf.0 != nil else { return nil }
  }
}

extension FrameMemory {
  fileprivate init?(_ raw: vitrine_frame_memory, of frame: UnsafePointer<AVFrame>) {
    // A picture that is cropped on the left or at the top does not begin at the start, where the
    // display reads.
    guard unsafe frame.pointee.crop_left == 0, unsafe frame.pointee.crop_top == 0,
      let format = Self.format(raw)
    else { return nil }
    descriptors = SIMD4(
      raw.descriptors.0, raw.descriptors.1, raw.descriptors.2, raw.descriptors.3)
    var pieces = SIMD4<UInt64>()
    for index in 0..<Int(raw.object_count) {
      var status = stat()
      guard unsafe fstat(descriptors[index], &status) == 0 else { return nil }
      pieces[index] = UInt64(status.st_ino)
    }
    place = Place(
      pieces: pieces,
      objects: SIMD4(raw.objects.0, raw.objects.1, raw.objects.2, raw.objects.3),
      offsets: SIMD4(raw.offsets.0, raw.offsets.1, raw.offsets.2, raw.offsets.3),
      pitches: SIMD4(raw.pitches.0, raw.pitches.1, raw.pitches.2, raw.pitches.3),
      objectCount: Int(raw.object_count), planeCount: Int(raw.plane_count),
      modifier: raw.modifier, format: format,
      size: unsafe PixelSize(Int(frame.pointee.width), Int(frame.pointee.height)))
  }

  /// Returns a single format even if the layout is described plane by plane.
  private static func format(_ raw: vitrine_frame_memory) -> PixelFormat? {
    switch (raw.layer_count, raw.formats.0, raw.formats.1) {
    case (1, let whole, _): PixelFormat(rawValue: whole)
    case (2, UInt32(fourCharacters: "R8  "), UInt32(fourCharacters: "GR88")): .nv12
    case (2, UInt32(fourCharacters: "R16 "), UInt32(fourCharacters: "GR32")): .p010
    default: nil
    }
  }
}
