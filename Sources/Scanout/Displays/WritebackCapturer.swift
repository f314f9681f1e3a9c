internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback

/// Takes screenshots with the writeback connector, one at a time. Thread-bound to the display
/// thread.
final class WritebackCapturer {
  let writeback: Writeback
  private let device: any AtomicDevice
  private let size: PixelSize
  private let faults: DisplayFaults?
  private let slot = FenceSlot()
  private var target: ScanoutBuffer?
  private var fence: FileDescriptor?
  private let binding = ThreadBinding()

  /// Nil if the output has no writeback connector.
  init?(device: any AtomicDevice, output: Output, faults: DisplayFaults? = nil) {
    guard let writeback = Writeback(on: device, for: output.crtc) else { return nil }
    (self.writeback, self.device, size) = (writeback, device, output.mode.size)
    self.faults = faults
  }

  /// Adds a screenshot in a new buffer to a commit. Returns false if one is in progress or there is
  /// no memory: a screenshot must not affect the picture.
  func add(to request: inout AtomicRequest) -> Bool {
    binding.check()
    guard target == nil,
      let buffer = try? device.makeScanoutBuffer(
        writeback.format, size: size, room: nil, faults: faults),
      let framebuffer = buffer.framebuffer
    else { return false }
    var extended = request
    do {
      try extended.write(writeback, into: framebuffer, fence: slot)
    } catch {
      return false
    }
    (request, target) = (extended, buffer)
    return true
  }

  /// The commit was accepted: takes its fence.
  func begin() {
    binding.check()
    fence = slot.consume()
  }

  /// The commit was rejected.
  func cancel() {
    target = nil
    _ = slot.consume()
  }

  /// The screenshot, once the display has written it.
  func collect() -> Capture? {
    binding.check()
    guard let buffer = target, let isReady = fence?.isReadable, isReady else { return nil }
    target = nil
    fence = nil
    return Capture(buffer: buffer, origin: .writeback)
  }
}
