internal import VitrineKMS
internal import VitrineLinux
internal import VitrineTiming

/// Decides what a survey of connectors means for one output. Pure.
struct ConnectorPolicy {
  enum Step {
    case stay
    /// The monitor is gone.
    case disable
    /// Another monitor, or the same one in another mode.
    case light(Connector, ModeChoice)
    /// The same monitor and mode, but the link must be trained again.
    case relight
    /// The monitor lists modes, but none that was requested works.
    case refuse(Connector)
  }

  /// The requested connector; nil selects the first one with a monitor.
  let wanted: String?
  /// Connectors that other outputs will use.
  let avoided: Set<String>
  /// The current monitor, or the latest one if it is gone.
  private(set) var driven: Driven?
  private(set) var isLit = false
  private var link = LinkBackOff()

  /// When to check a failed link again; nil if none is pending.
  var linkDue: HostTime? { link.due }

  /// A monitor as it was when it was lit.
  struct Driven {
    let connector: Connector
    let choice: ModeChoice

    /// Whether it reports the same properties.
    func isUnchanged(in connector: Connector) -> Bool {
      isSameDisplay(as: connector) && connector.modes == self.connector.modes
        && !connector.isLinkBad
    }

    /// Whether everything prepared for it is still valid: its size, its colours, its sound. A
    /// reconnected hub has the same name, but is another object.
    func isSameDisplay(as connector: Connector) -> Bool {
      connector.id == self.connector.id && connector.name == self.connector.name
        && connector.edid == self.connector.edid
        && connector.physicalSize == self.connector.physicalSize
    }
  }

  init(wanted: String?, avoided: Set<String> = []) {
    self.wanted = wanted
    self.avoided = avoided
  }

  /// Whether the monitor has not been identified yet.
  var isProvisional: Bool { isLit && driven?.choice.isProvisional ?? false }

  /// `flickered` are connectors that were empty for a moment; `isClaimed` is true for other outputs'
  /// connectors; `choose` chooses a mode, which may take long. With `choosingAnew` it also runs if
  /// the monitor is the same, because the criteria have changed.
  mutating func evaluate(
    _ connectors: [Connector], flickered: Set<String> = [], choosingAnew: Bool = false,
    at now: HostTime = .now(),
    isClaimed: (Connector) -> Bool = { _ in false }, choose: (Connector) -> ModeChoice?
  ) -> Step {
    let eligible = connectors.filter {
      $0.isConnected && !isClaimed($0) && $0.name == wanted ?? $0.name && !avoided.contains($0.name)
    }
    let own = driven?.connector.name
    let found = eligible.first { $0.name == own } ?? eligible.first { !$0.modes.isEmpty }
    guard let connector = found ?? eligible.first else {
      // There is no link to check either.
      link.recordGoodLink()
      return goDark()
    }
    if !connector.isLinkBad { link.recordGoodLink() }
    let isTouched = flickered.contains(connector.name)
    if isLit, !isTouched, !choosingAnew, driven?.isUnchanged(in: connector) == true {
      return .stay
    }
    guard let choice = choose(connector) else {
      // A monitor without modes may be identified later: until then, the output is dark.
      return connector.modes.isEmpty ? goDark() : .refuse(connector)
    }
    return light(connector, choice, isTouched: isTouched, at: now)
  }

  /// Makes the next survey choose again, as if everything had changed.
  mutating func invalidate() { isLit = false }

  /// The device is gone with everything on it.
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
    return connector.isLinkBad && link.recordBadLink(at: now) ? .relight : .stay
  }
}

/// Decides when to train a failed link again: at once, and then with increasing back-off, since
/// each attempt blanks the screen for a moment. Pure.
struct LinkBackOff {
  private var latest: HostTime?
  private var count = 0
  /// When to check again; nil if nothing is pending.
  private(set) var due: HostTime?

  private static let longestWait = Duration.seconds(60)
  /// After this long without failures, the earlier ones no longer count.
  private static let calm = Duration.seconds(600)

  mutating func recordGoodLink() { due = nil }

  /// Records a bad link; returns whether to train it now.
  mutating func recordBadLink(at now: HostTime) -> Bool {
    if let latest, now - latest > Self.calm { count = 0 }
    let wait = count == 0 ? .zero : min(.seconds(1) * (1 << min(count - 1, 6)), Self.longestWait)
    let next = latest.map { $0 + wait } ?? now
    guard next <= now else {
      due = next
      return false
    }
    (latest, due) = (now, nil)
    count += 1
    return true
  }
}
