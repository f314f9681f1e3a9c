internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures

/// The brightness of an output: by the backlight of a built-in panel, otherwise by the pixel
/// values. Thread-bound to the display thread.
struct OutputBrightness {
  /// The requested brightness.
  private(set) var wanted: Brightness
  /// Whether another virtual terminal has the display.
  private var isLeft = false
  private var backlight: BacklightController?
  /// Whether a backlight was searched for at the current connector.
  private var hasSearched = false
  /// Whether a backlight was found that cannot be set, which was reported. It is tried again with
  /// the next request: at boot, its permissions may be set slightly later.
  private var isRefused = false
  private let search: BacklightSearch

  init(_ wanted: Brightness, _ search: BacklightSearch = BacklightSearch()) {
    self.wanted = wanted
    self.search = search
  }

  /// The means of dimming; nil without dimming.
  func dimming(_ display: KMSDisplay?) -> Dimming? {
    guard wanted != .asFound else { return nil }
    return backlight.map { .backlight($0.light.name) } ?? display?.dimming.method
  }

  /// Changes the brightness.
  mutating func set(_ brightness: Brightness, _ display: KMSDisplay?, wakeup: Wakeup) {
    wanted = brightness
    if isRefused { hasSearched = false }
    if let display { apply(to: display, wakeup: wakeup) }
  }

  /// Applies the brightness to a display, which may not be lit yet.
  mutating func apply(to display: KMSDisplay, wakeup: Wakeup) {
    if !hasSearched, wanted != .asFound {
      hasSearched = true
      findBacklight(for: display, wakeup)
    }
    backlight?.set(isLeft ? .asFound : wanted)
    display.dim(to: backlight == nil ? wanted : .asFound)
  }

  /// Switches to or from another virtual terminal, which is not dimmed.
  mutating func setLeft(_ isLeft: Bool) {
    self.isLeft = isLeft
    backlight?.set(isLeft ? .asFound : wanted)
  }

  /// Switches to dimming by gamma table if the backlight could not be set.
  mutating func handleFailure(_ display: KMSDisplay?, wakeup: Wakeup) {
    guard let backlight, let error = backlight.consumeFailure() else { return }
    self.backlight = nil
    guard let display else { return }
    refuse(backlight.light, error, display)
    apply(to: display, wakeup: wakeup)
  }

  /// Leaves the connector; its backlight is restored.
  mutating func leave() { (backlight, hasSearched, isRefused) = (nil, false, false) }

  private mutating func findBacklight(for display: KMSDisplay, _ wakeup: Wakeup) {
    let path = Folder(display.device.path).resolvedPath ?? display.device.path
    let card = path.split(separator: "/").last.map(String.init) ?? ""
    guard let light = search.find(display.output.connector.name, on: card) else { return }
    do throws(Errno) {
      backlight = try BacklightController(light, wakeup: wakeup)
    } catch {
      refuse(light, error, display)
    }
  }

  private mutating func refuse(_ light: Backlight, _ error: Errno, _ display: KMSDisplay) {
    if !isRefused { display.pendingEvents.append(.warning(Self.warning(light, error, display))) }
    isRefused = true
  }

  private static func warning(
    _ light: Backlight, _ error: Errno, _ display: KMSDisplay
  ) -> String {
    let cure =
      switch error {
      case .accessDenied, .notPermitted:
        "install 70-vitrine.rules, which gives the group video access"
      case .readOnly: "the service needs ReadWritePaths=/sys/class/backlight/\(light.name)"
      default: "its driver rejected the value"
      }
    return
      "\(display.output.connector.name): the backlight \(light.name) cannot be set: \(error); \(cure). "
      + "Darkening the picture instead"
  }
}
