import CVitrineFFmpeg
internal import VitrineLinux
import VitrinePictures

/// The allocator for the pictures of one decoder: lent memory if some fits, FFmpeg's otherwise, and
/// none for pictures that are larger than allowed.
///
/// FFmpeg calls it on its worker threads, one at a time (C: `AVCodecContext.get_buffer2`). The
/// picture's real size is known by then, which the container may lack or have wrong, and no memory
/// has been allocated for it.
final class PictureAllocator: Sendable {
  private let lender: BufferLender?
  private let mostPixels: Int
  private let refused = Shared<PixelSize?>(nil)
  private let isUnusable = Shared(false)

  init(_ lender: BufferLender?, mostPixels: Int) {
    self.lender = lender
    self.mostPixels = mostPixels
  }

  /// Returns and clears the size of a picture that was too large.
  func consumeRefusal() -> PixelSize? {
    refused.update { size in
      defer { size = nil }
      return size
    }
  }

  /// Returns and clears whether the device could not be used: libavcodec reports the same error for
  /// a damaged stream.
  func consumeUnusable() -> Bool {
    isUnusable.update { isUnusable in
      defer { isUnusable = false }
      return isUnusable
    }
  }

  func markUnusable() { isUnusable.update { $0 = true } }

  /// Returns the allocator of a decoder, if it has one.
  static func of(_ context: UnsafeMutablePointer<AVCodecContext>) -> PictureAllocator? {
    unsafe context.pointee.opaque.map {
      unsafe Unmanaged<PictureAllocator>.fromOpaque($0).takeUnretainedValue()
    }
  }

  func attach(to context: UnsafeMutablePointer<AVCodecContext>) {
    // The decoder retains the allocator; the context's copies in worker threads share the pointer.
    unsafe context.pointee.opaque = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe vitrine_set_get_buffer(context) { context, frame, flags in
      guard let context = unsafe context, let frame = unsafe frame,
        let buffers = unsafe PictureAllocator.of(context)
      else { return vitrine_error_memory }
      guard buffers.allows(unsafe ContainerValues.size(frame.pointee.width, frame.pointee.height))
      else { return vitrine_error_memory }
      if let lender = buffers.lender, unsafe lender.fill(frame, of: context) { return 0 }
      let result = unsafe avcodec_default_get_buffer2(context, frame, flags)
      if result < 0 { buffers.markUnusable() }
      return result
    }
  }

  func allows(_ size: PixelSize) -> Bool {
    if size.width * size.height <= mostPixels { return true }
    refused.update { $0 = size }
    return false
  }
}
