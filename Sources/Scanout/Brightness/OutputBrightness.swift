internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures

/// How bright an output is to be, and by what: the backlight of a panel that is built in, else the values of
/// its pictures. Thread-bound to the display thread.
struct OutputBrightness {
  /// What is wanted.
  private(set) var wanted: Brightness
  /// Another virtual terminal has the display.
  private var isLeft = false
  private var backlight: DrivenBacklight?
  /// Whether a backlight was looked for at the present connector.
  private var hasLooked = false
  /// One that was found cannot be set, which was told. With the next order it is tried again: at a boot its
  /// rights may come a moment after us.
  private var isRefused = false
  private let search: BacklightSearch

  init(_ wanted: Brightness, _ search: BacklightSearch = BacklightSearch()) {
    (self.wanted, self.search) = (wanted, search)
  }

  /// By what the display is as bright as it is wanted; nil where nothing is done about it.
  func dimming(_ display: KMSDisplay?) -> Dimming? {
    guard wanted != .asFound else { return nil }
    return backlight.map { .backlight($0.light.name) } ?? display?.dimming.way
  }

  /// Has it otherwise from now on.
  mutating func set(_ brightness: Brightness, _ display: KMSDisplay?, wakeup: Wakeup) {
    wanted = brightness
    if isRefused { hasLooked = false }
    if let display { apply(to: display, wakeup: wakeup) }
  }

  /// Has a display as bright as it is wanted; one that is not lit yet will be.
  mutating func apply(to display: KMSDisplay, wakeup: Wakeup) {
    if !hasLooked, wanted != .asFound {
      hasLooked = true
      look(for: display, wakeup)
    }
    backlight?.set(isLeft ? .asFound : wanted)
    display.dim(to: backlight == nil ? wanted : .asFound)
  }

  /// Another virtual terminal gets the display, or it comes back from there. What others see is not dimmed.
  mutating func setLeft(_ isLeft: Bool) {
    self.isLeft = isLeft
    backlight?.set(isLeft ? .asFound : wanted)
  }

  /// The backlight could not be set: from now on the display has darker pictures.
  mutating func takeFailure(_ display: KMSDisplay?, wakeup: Wakeup) {
    guard let backlight, let error = backlight.takeFailure() else { return }
    self.backlight = nil
    guard let display else { return }
    refuse(backlight.light, error, display)
    apply(to: display, wakeup: wakeup)
  }

  /// The connector is left: its backlight is as it was found.
  mutating func leave() { (backlight, hasLooked, isRefused) = (nil, false, false) }

  private mutating func look(for display: KMSDisplay, _ wakeup: Wakeup) {
    let path = Folder(display.device.path).resolvedPath ?? display.device.path
    let card = path.split(separator: "/").last.map(String.init) ?? ""
    guard let light = search.find(display.output.connector.name, on: card) else { return }
    do throws(Errno) {
      backlight = try DrivenBacklight(light, wakeup: wakeup)
    } catch {
      refuse(light, error, display)
    }
  }

  private mutating func refuse(_ light: Backlight, _ error: Errno, _ display: KMSDisplay) {
    if !isRefused { display.news.append(.trouble(Self.trouble(light, error, display))) }
    isRefused = true
  }

  private static func trouble(
    _ light: Backlight, _ error: Errno, _ display: KMSDisplay
  ) -> String {
    let cure =
      switch error {
      case .accessDenied, .notPermitted:
        "70-vitrine.rules gives its file brightness to the group video"
      case .readOnly: "the service needs ReadWritePaths=/sys/class/backlight/\(light.name)"
      default: "its driver refuses"
      }
    return
      "\(display.output.connector.name): the backlight \(light.name) cannot be set: \(error); \(cure). "
      + "Pictures are darker instead"
  }
}
