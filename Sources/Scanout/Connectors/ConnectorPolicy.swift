internal import VitrineKMS
internal import VitrineLinux
internal import VitrineTiming

/// What a survey of connectors means for one output. Pure: told what there is, it says what to do.
struct ConnectorPolicy {
  enum Step {
    case stay
    /// The display is gone.
    case disable
    /// Another display, or the same in another mode.
    case light(Connector, ModeChoice)
    /// The same display in the same mode, whose link has to be set up anew.
    case relight
    /// A display that has modes, and none that was asked for.
    case refuse(Connector)
  }

  /// The connector that is wanted; nil takes the first with a display.
  let wanted: String?
  /// Connectors that others will want.
  let avoided: Set<String>
  /// What is driven, or was until its display went.
  private(set) var driven: Driven?
  private(set) var isLit = false
  private var link = LinkPace()

  /// When to look again at a link that failed; nil while none is waited for.
  var linkDue: HostTime? { link.due }

  /// A display as it was when it was lit.
  struct Driven {
    let connector: Connector
    let choice: ModeChoice

    /// Whether it says the same of itself.
    func isUnchanged(in connector: Connector) -> Bool {
      isSameDisplay(as: connector) && connector.modes == self.connector.modes
        && !connector.isLinkBad
    }

    /// Whether what was made for it holds: its size, its colours, where its sound goes. A hub that
    /// is plugged again has the same name and is another object.
    func isSameDisplay(as connector: Connector) -> Bool {
      connector.id == self.connector.id && connector.name == self.connector.name
        && connector.edid == self.connector.edid
        && connector.physicalSize == self.connector.physicalSize
    }
  }

  init(wanted: String?, avoided: Set<String> = []) {
    (self.wanted, self.avoided) = (wanted, avoided)
  }

  /// Whether the display may yet say what it can.
  var isProvisional: Bool { isLit && driven?.choice.isProvisional ?? false }

  /// `flickered` are connectors that were empty for a moment; `isTaken` tells of those of other
  /// outputs; `choose` finds a mode, which may take long. With `choosingAnew` it does so although
  /// the display is the same: what decides of the mode is another.
  mutating func look(
    _ connectors: [Connector], flickered: Set<String> = [], choosingAnew: Bool = false,
    at now: HostTime = .now(),
    isTaken: (Connector) -> Bool = { _ in false }, choose: (Connector) -> ModeChoice?
  ) -> Step {
    let eligible = connectors.filter {
      $0.isConnected && !isTaken($0) && $0.name == wanted ?? $0.name && !avoided.contains($0.name)
    }
    let own = driven?.connector.name
    let found = eligible.first { $0.name == own } ?? eligible.first { !$0.modes.isEmpty }
    guard let connector = found ?? eligible.first else {
      // Nor is there a link to look at again.
      link.noteGood()
      return goDark()
    }
    if !connector.isLinkBad { link.noteGood() }
    let isTouched = flickered.contains(connector.name)
    if isLit, !isTouched, !choosingAnew, driven?.isUnchanged(in: connector) == true {
      return .stay
    }
    guard let choice = choose(connector) else {
      // A display without a mode may yet say what it can: until then it is dark.
      return connector.modes.isEmpty ? goDark() : .refuse(connector)
    }
    return light(connector, choice, isTouched: isTouched, at: now)
  }

  /// Has the next look choose anew, as if everything had changed.
  mutating func noteDark() { isLit = false }

  /// The device is gone, and all that was driven with it.
  mutating func forget() { (driven, isLit) = (nil, false) }

  private mutating func goDark() -> Step {
    defer { isLit = false }
    return isLit ? .disable : .stay
  }

  private mutating func light(
    _ connector: Connector, _ choice: ModeChoice, isTouched: Bool, at now: HostTime
  ) -> Step {
    let before = driven
    let wasLit = isLit
    (driven, isLit) = (Driven(connector: connector, choice: choice), true)
    guard let before, before.isSameDisplay(as: connector), before.choice.mode == choice.mode
    else { return .light(connector, choice) }
    guard wasLit, !isTouched else { return .relight }
    return connector.isLinkBad && link.isTime(at: now) ? .relight : .stay
  }
}
