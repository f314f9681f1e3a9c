internal import VitrineKMS
internal import VitrineLinux

/// What the display thread waits on for one display: flips of its device, and news of connectors.
/// Thread-bound to the display thread.
final class DisplayEvents {
  let wakeup: Wakeup
  let loop: EventLoop
  /// The device whose flips are awaited.
  private(set) var device: DRMDevice?

  private enum Token: UInt64 { case wakeup, flips }

  init() throws(Errno) {
    wakeup = try Wakeup()
    loop = try EventLoop()
    try loop.add(wakeup.descriptor, token: Token.wakeup.rawValue)
  }

  /// Awaits flips of this device in the place of the one before.
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
