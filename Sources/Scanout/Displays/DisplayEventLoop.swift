internal import VitrineKMS
internal import VitrineLinux

/// The events of one display: flips of its device, and surveys. Thread-bound to the display thread.
final class DisplayEventLoop {
  let wakeup: Wakeup
  let loop: EventLoop
  /// The device with the expected flips.
  private(set) var device: DRMDevice?

  private enum Token: UInt64 { case wakeup, flips }

  init() throws(Errno) {
    wakeup = try Wakeup()
    loop = try EventLoop()
    try loop.add(wakeup.descriptor, token: Token.wakeup.rawValue)
  }

  /// Waits for the flips of this device instead of the previous one.
  func listen(to device: DRMDevice) throws(Errno) {
    forgetDevice()
    self.device = device
    try loop.add(device.eventSource, token: Token.flips.rawValue)
  }

  func forgetDevice() {
    if let device { loop.remove(device.eventSource) }
    device = nil
  }
}
