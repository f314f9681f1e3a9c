internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures

/// The current output, the initial state of its connector, and a replacement while there is none.
/// Thread-bound to the display thread.
struct DrivenOutput: ~Copyable {
  /// Disabled while its monitor is disconnected.
  private(set) var display: KMSDisplay?
  /// The initial state, until the connector is left.
  private var before: ScreenState?
  /// The replacement before there is any output.
  let dark: MemoryDisplay
  private var brightness: OutputBrightness

  init(dark: MemoryDisplay, _ request: DisplayRequest) {
    self.dark = dark
    brightness = OutputBrightness(
      request.brightness, monitors: request.panels.dimming == .monitor ? MonitorSearch() : nil)
  }

  var sink: any DisplaySink { display ?? dark }

  /// Restores the initial state, while the output still has its claims.
  mutating func leave() {
    before.take()?.restore()
    display = nil
    brightness.leave()
  }

  /// The means of dimming; nil without dimming.
  var dimming: Dimming? { brightness.dimming(display) }

  mutating func setBrightness(_ wanted: Brightness, wakeup: Wakeup) {
    brightness.set(wanted, display, wakeup: wakeup)
  }

  /// Switches to or from another virtual terminal.
  mutating func setLeft(_ isLeft: Bool) { brightness.setLeft(isLeft) }

  /// Handles a monitor that answers, and a backlight or monitor that could not be set.
  mutating func handleDimmingNews(wakeup: Wakeup) {
    brightness.handleNews(display, wakeup: wakeup)
  }

  /// The display was turned on again, or turned off or disconnected.
  mutating func setAwake(_ isAwake: Bool, wakeup: Wakeup) {
    guard isAwake, let display else { return brightness.sleep() }
    brightness.apply(to: display, isRenewed: true, wakeup: wakeup)
  }

  /// Creates an output for a connector, replacing the previous one. `light` turns it on.
  mutating func replace(
    _ connector: Connector, _ mode: Mode, on device: DRMDevice, _ request: DisplayRequest,
    wakeup: Wakeup, light: (KMSDisplay) throws(KMSError) -> Void
  ) throws(KMSError) {
    display?.disable()
    // The initial state is restored once, when its connector is left.
    if remembered?.connector.id != connector.id { leave() }
    display = nil
    var wanted = try Output(connector, mode: mode, on: device)
    request.panels.configure(&wanted)
    do throws(KMSError) {
      try remember(wanted, on: device)
      let next = try KMSDisplay(
        wanted, on: device, request, wakeup: wakeup, before: remembered?.connector.properties)
      brightness.apply(to: next, isRenewed: true, wakeup: wakeup)
      try light(next)
      display = next
    } catch {
      device.claims.release(wanted.crtc.id, of: connector.id)
      throw error
    }
  }

  /// The output with the saved initial state.
  private var remembered: Output? {
    switch before {
    case .some(let before): before.output
    case .none: nil
    }
  }

  private mutating func remember(_ wanted: Output, on device: DRMDevice) throws(KMSError) {
    guard remembered?.crtc.id != wanted.crtc.id else { return }
    // Another CRTC feeds the same connector now.
    before.take()?.restore()
    before = try ScreenState(of: wanted, on: device)
  }
}
