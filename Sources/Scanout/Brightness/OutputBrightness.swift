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
  /// Whether the monitor has the brightness; until it answers, pictures are darkened.
  private var isMonitorSet = false
  /// The monitor that `monitor` talks to, if it reports what it is.
  private var identity: MonitorIdentity?
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
    if isMonitorSet { return .monitor }
    return backlight.map { .backlight($0.light.name) } ?? display?.dimming.method
  }

  /// Changes the brightness.
  mutating func set(_ brightness: Brightness, _ display: KMSDisplay?, wakeup: Wakeup) {
    wanted = brightness
    if isRefused { hasSearched = false }
    if let display { apply(to: display, wakeup: wakeup) }
  }

  /// Applies the brightness to a display, which may not be lit yet. With `isRenewed`, it was turned on
  /// or connected again, and its monitor may be another one.
  mutating func apply(to display: KMSDisplay, isRenewed: Bool = false, wakeup: Wakeup) {
    if isRenewed { recognize(display) }
    if !hasSearched, backlight == nil, monitor == nil, wanted != .asFound {
      hasSearched = true
      find(for: display, wakeup)
    }
    backlight?.set(isLeft ? .asFound : wanted)
    monitor?.set(isLeft ? .asFound : wanted, isRenewed: isRenewed)
    display.dim(
      to: backlight == nil && !isMonitorSet ? wanted : .asFound, untilMonitorAnswers: monitor != nil
    )
  }

  private mutating func recognize(_ display: KMSDisplay) {
    if isRefused { hasSearched = false }
    guard let found = display.panel.monitor else { return }
    if let identity, identity != found {
      monitor?.abandon()
      leaveMonitor()
    }
    identity = found
  }

  /// The display was turned off or disconnected: its monitor gets changes once it is renewed.
  func sleep() { monitor?.sleep() }

  /// Switches to or from another virtual terminal, which is not dimmed.
  mutating func setLeft(_ isLeft: Bool) {
    self.isLeft = isLeft
    backlight?.set(isLeft ? .asFound : wanted)
    // It may be asleep, and the other terminal turns it on.
    monitor?.set(isLeft ? .asFound : wanted, isRenewed: isLeft)
  }

  /// Stops dimming by gamma table once the monitor has the brightness, and starts it if the backlight
  /// or monitor could not be set.
  mutating func handleNews(_ display: KMSDisplay?, wakeup: Wakeup) {
    for news in monitor?.consumeNews() ?? [] { handle(news, display, wakeup) }
    guard let backlight, let error = backlight.consumeFailure() else { return }
    self.backlight = nil
    guard let display else { return hasSearched = false }
    refuse(backlight.light, error, display)
    apply(to: display, wakeup: wakeup)
  }

  private mutating func handle(
    _ news: MonitorDialogue.News, _ display: KMSDisplay?, _ wakeup: Wakeup
  ) {
    switch news {
    case .answered:
      (isMonitorSet, isRefused) = (true, false)
      display?.dim(to: .asFound)
    case .lost(let fault):
      display?.pendingEvents.append(
        .warning(
          "\(display?.output.connector.name ?? ""): the monitor's brightness cannot be set: \(fault). "
            + "Trying again every 10 s"))
    case .failed(let fault):
      leaveMonitor()
      // Without a display, the next one is tried.
      guard let display else { return }
      hasSearched = true
      refuse(fault, display)
      apply(to: display, wakeup: wakeup)
    }
  }

  /// Leaves the connector; its backlight or monitor is restored.
  mutating func leave() {
    leaveMonitor()
    (backlight, isRefused, identity) = (nil, false, nil)
  }

  private mutating func leaveMonitor() {
    (monitor, isMonitorSet, hasSearched) = (nil, false, false)
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
