internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures

/// The output that is driven, what its connector showed before us, and what stands in while there is
/// none. Thread-bound to the display thread.
struct DrivenOutput: ~Copyable {
  /// Disabled while its display is away.
  private(set) var display: KMSDisplay?
  /// Until its connector is left.
  private var before: ScreenState?
  /// In the place of an output before there is any.
  let dark: MemoryDisplay
  private var brightness: OutputBrightness

  init(dark: MemoryDisplay, _ brightness: Brightness) {
    (self.dark, self.brightness) = (dark, OutputBrightness(brightness))
  }

  var sink: any DisplaySink { display ?? dark }

  /// Puts back what was there before us, while the output still has its claims.
  mutating func leave() {
    before.take()?.restore()
    display = nil
    brightness.leave()
  }

  /// By what it is as bright as it is wanted.
  var dimming: Dimming? { brightness.dimming(display) }

  mutating func setBrightness(_ wanted: Brightness, wakeup: Wakeup) {
    brightness.set(wanted, display, wakeup: wakeup)
  }

  /// Another virtual terminal gets the display, or it comes back from there.
  mutating func setLeft(_ isLeft: Bool) { brightness.setLeft(isLeft) }

  /// Deals with a backlight that could not be set.
  mutating func lookAtBrightness(wakeup: Wakeup) { brightness.takeFailure(display, wakeup: wakeup) }

  /// Has a connector driven by an output of its own; the one before is given up. `light` lights it.
  mutating func replace(
    _ connector: Connector, _ mode: Mode, on device: DRMDevice, _ request: DisplayRequest,
    wakeup: Wakeup, light: (KMSDisplay) throws(KMSError) -> Void
  ) throws(KMSError) {
    display?.disable()
    // What was there before us is put back once, when its connector is left.
    if remembered?.connector.id != connector.id { leave() }
    display = nil
    let wanted = try Output(connector, mode: mode, on: device)
    do throws(KMSError) {
      try remember(wanted, on: device)
      let next = try KMSDisplay(
        wanted, on: device, request, wakeup: wakeup, before: remembered?.connector.properties)
      brightness.apply(to: next, wakeup: wakeup)
      try light(next)
      display = next
    } catch {
      device.claims.release(wanted.crtc.id, of: connector.id)
      throw error
    }
  }

  /// The output whose state before us is known.
  private var remembered: Output? {
    switch before {
    case .some(let before): before.output
    case .none: nil
    }
  }

  private mutating func remember(_ wanted: Output, on device: DRMDevice) throws(KMSError) {
    guard remembered?.crtc.id != wanted.crtc.id else { return }
    // The same connector is fed from another CRTC now.
    before.take()?.restore()
    before = try ScreenState(of: wanted, on: device)
  }
}
