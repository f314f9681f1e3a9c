internal import VitrineTiming

/// Whether an output shows what it is given. A value.
enum OutputPower {
  /// Its mode is set.
  case enabled(Enabled)
  /// Its CRTC is off, or shows black: pictures come and go unseen.
  case disabled(Disabled)

  struct Enabled {
    /// What is on screen until the first picture has come.
    var black: ScanoutBuffer?
    /// Whether a flip has brought a picture since the mode was set.
    var hasFlipped = false
  }

  struct Disabled {
    /// Pace in the place of the display's.
    let vblanks: VirtualVblanks
    /// When the queued picture has its turn.
    var target: Int64?
    /// What is on screen instead, where anything is.
    var black: ScanoutBuffer?
  }

  /// Disabled from now on, with vblanks of this period.
  static func disabled(now: HostTime, period: Duration, over black: ScanoutBuffer?) -> OutputPower {
    .disabled(Disabled(vblanks: VirtualVblanks(origin: now, period: period), black: black))
  }

  var isEnabled: Bool { vblanks == nil }
  var hasFlipped: Bool {
    if case .enabled(let enabled) = self { enabled.hasFlipped } else { false }
  }

  /// Of the clock that paces while it is disabled.
  var vblanks: VirtualVblanks? {
    if case .disabled(let disabled) = self { disabled.vblanks } else { nil }
  }

  /// When a picture that is shown unseen has its turn.
  var deadline: HostTime? {
    guard case .disabled(let disabled) = self else { return nil }
    return disabled.target.map { disabled.vblanks.time(of: $0) }
  }

  /// A flip has brought a picture: nothing shows the black one any more.
  mutating func noteFlip() {
    if isEnabled { self = .enabled(Enabled(hasFlipped: true)) }
  }

  /// A flip is presumed; the picture before may be read still.
  mutating func notePresumedFlip() {
    guard case .enabled(var enabled) = self else { return }
    enabled.hasFlipped = true
    self = .enabled(enabled)
  }

  /// Has something else be on screen while it is disabled.
  mutating func setBlack(_ black: ScanoutBuffer?) {
    guard case .disabled(var disabled) = self else { return }
    disabled.black = black
    self = .disabled(disabled)
  }

  /// A picture waits for the next vblank, unseen.
  mutating func queue(now: HostTime) {
    guard case .disabled(var disabled) = self else { return }
    disabled.target = disabled.vblanks.number(at: now) + 1
    self = .disabled(disabled)
  }

  /// The vblank that has come for the queued picture; nil while it has not.
  mutating func takeDue(now: HostTime) -> (sequence: UInt32, time: HostTime)? {
    guard case .disabled(var disabled) = self, let number = disabled.target else { return nil }
    let time = disabled.vblanks.time(of: number)
    guard time <= now else { return nil }
    disabled.target = nil
    self = .disabled(disabled)
    return (UInt32(truncatingIfNeeded: number), time)
  }
}
