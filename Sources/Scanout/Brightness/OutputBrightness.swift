internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures

/// The brightness of an output: by the backlight of a built-in panel, by the monitor's own brightness
/// if that is requested, otherwise by the pixel values. Thread-bound to the display thread.
struct OutputBrightness {
  /// The requested brightness.
  private(set) var wanted: Brightness
  /// Whether another virtual terminal has the display.
  private var isLeft = false
  private var backlight: BacklightController?
  private var monitor: MonitorController?
  /// Whether these were searched for at the current connector.
  private var hasSearched = false
  /// Whether one was found that cannot be set, which was reported. It is tried again with the next
  /// request and the next display: at boot, its permissions may be set slightly later.
  private var isRefused = false
  private let search: BacklightSearch
  /// Nil if monitors are not controlled.
  private let monitors: MonitorSearch?

  init(
    _ wanted: Brightness, _ search: BacklightSearch = BacklightSearch(),
    monitors: MonitorSearch? = nil
  ) {
    self.wanted = wanted
    self.search = search
    self.monitors = monitors
  }

  /// The means of dimming; nil without dimming.
  func dimming(_ display: KMSDisplay?) -> Dimming? {
    guard wanted != .asFound else { return nil }
    if monitor != nil { return .monitor }
    return backlight.map { .backlight($0.light.name) } ?? display?.dimming.method
  }

  /// Changes the brightness.
  mutating func set(_ brightness: Brightness, _ display: KMSDisplay?, wakeup: Wakeup) {
    wanted = brightness
    if isRefused { hasSearched = false }
    if let display { apply(to: display, wakeup: wakeup) }
  }

  /// Applies the brightness to a display, which may not be lit yet. With `isRenewed`, its monitor may
  /// be another one.
  mutating func apply(to display: KMSDisplay, isRenewed: Bool = false, wakeup: Wakeup) {
    if isRenewed, isRefused { hasSearched = false }
    if !hasSearched, wanted != .asFound {
      hasSearched = true
      find(for: display, wakeup)
    }
    backlight?.set(isLeft ? .asFound : wanted)
    monitor?.set(isLeft ? .asFound : wanted, isRenewed: isRenewed)
    display.dim(to: backlight == nil && monitor == nil ? wanted : .asFound)
  }

  /// Switches to or from another virtual terminal, which is not dimmed.
  mutating func setLeft(_ isLeft: Bool) {
    self.isLeft = isLeft
    backlight?.set(isLeft ? .asFound : wanted)
    monitor?.set(isLeft ? .asFound : wanted)
  }

  /// Switches to dimming by gamma table if the backlight or monitor could not be set.
  mutating func handleFailure(_ display: KMSDisplay?, wakeup: Wakeup) {
    if let news = monitor?.consumeNews() { handle(news, display, wakeup) }
    guard let backlight, let error = backlight.consumeFailure() else { return }
    self.backlight = nil
    guard let display else { return }
    refuse(backlight.light, error, display)
    apply(to: display, wakeup: wakeup)
  }

  private mutating func handle(
    _ news: MonitorDialogue.News, _ display: KMSDisplay?, _ wakeup: Wakeup
  ) {
    switch news {
    case .lost(let fault):
      display?.pendingEvents.append(
        .warning(
          "\(display?.output.connector.name ?? ""): the monitor's brightness cannot be set: \(fault). "
            + "Trying again every 10 s"))
    case .failed(let fault):
      monitor = nil
      guard let display else { return }
      refuse(fault, display)
      apply(to: display, wakeup: wakeup)
    }
  }

  /// Leaves the connector; its backlight or monitor is restored.
  mutating func leave() {
    (backlight, monitor, hasSearched, isRefused) = (nil, nil, false, false)
  }

  private mutating func find(for display: KMSDisplay, _ wakeup: Wakeup) {
    let path = Folder(display.device.path).resolvedPath ?? display.device.path
    let card = path.split(separator: "/").last.map(String.init) ?? ""
    let connector = display.output.connector.name
    if let monitors, !Connector.isBuiltIn(connector) {
      guard let bus = monitors.find(connector, on: card) else { return refuse(.noBus, display) }
      do throws(Errno) {
        monitor = try MonitorController(wakeup: wakeup) {
          [open = monitors.open] () throws(MonitorFault) in
          try open(bus)
        }
      } catch {
        refuse(.cannotOpen(bus, error), display)
      }
      return
    }
    guard let light = search.find(connector, on: card) else { return }
    do throws(Errno) {
      backlight = try BacklightController(light, wakeup: wakeup)
    } catch {
      refuse(light, error, display)
    }
  }

  private mutating func refuse(_ fault: MonitorFault, _ display: KMSDisplay) {
    if !isRefused {
      display.pendingEvents.append(
        .warning(
          "\(display.output.connector.name): the monitor's brightness cannot be set: \(fault). "
            + "Darkening the picture instead"))
    }
    isRefused = true
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
