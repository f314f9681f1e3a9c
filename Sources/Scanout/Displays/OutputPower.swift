internal import VitrineTiming

/// Whether an output shows pictures.
enum OutputPower {
  /// Its mode is set.
  case enabled(Enabled)
  /// Its CRTC is off, or shows black: pictures advance without being visible.
  case disabled(Disabled)

  struct Enabled {
    /// On screen until the first picture.
    var black: ScanoutBuffer?
    /// Whether a picture was flipped to since the mode set.
    var hasFlipped = false
  }

  struct Disabled {
    /// Replaces the display's vblanks.
    let vblanks: VirtualVblanks
    /// The vblank of the queued picture.
    var target: Int64?
    /// The buffer on screen instead, if any.
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

  /// The virtual vblanks while disabled.
  var vblanks: VirtualVblanks? {
    if case .disabled(let disabled) = self { disabled.vblanks } else { nil }
  }

  /// When an invisible picture is due.
  var deadline: HostTime? {
    guard case .disabled(let disabled) = self else { return nil }
    return disabled.target.map { disabled.vblanks.time(of: $0) }
  }

  /// A flip has brought a picture: the black buffer is no longer on screen.
  mutating func recordFlip() {
    if isEnabled { self = .enabled(Enabled(hasFlipped: true)) }
  }

  /// A flip is assumed; the previous picture may still be read.
  mutating func recordPresumedFlip() {
    guard case .enabled(var enabled) = self else { return }
    enabled.hasFlipped = true
    self = .enabled(enabled)
  }

  /// Replaces the buffer on screen while disabled.
  mutating func setBlack(_ black: ScanoutBuffer?) {
    guard case .disabled(var disabled) = self else { return }
    disabled.black = black
    self = .disabled(disabled)
  }

  /// Queues an invisible picture for the next vblank.
  mutating func queue(now: HostTime) {
    guard case .disabled(var disabled) = self else { return }
    disabled.target = disabled.vblanks.number(at: now) + 1
    self = .disabled(disabled)
  }

  /// The vblank of the queued picture, once it has passed; otherwise nil.
  mutating func finishQueued(at now: HostTime) -> (sequence: UInt32, time: HostTime)? {
    guard case .disabled(var disabled) = self, let number = disabled.target else { return nil }
    let time = disabled.vblanks.time(of: number)
    guard time <= now else { return nil }
    disabled.target = nil
    self = .disabled(disabled)
    return (UInt32(truncatingIfNeeded: number), time)
  }
}
