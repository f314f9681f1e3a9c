public import VitrineTiming

/// What was shown and how well, counted from the kernel's flips. Fixed memory.
public struct PlaybackStatistics: Sendable {
  /// Frames that the decoder gave.
  public var decoded = 0
  /// Frames that were on screen.
  public var presented = 0
  /// Presented frames that came on screen after the vblank they belong to.
  public var late = 0
  /// Decoded frames that were never on screen: the next one was due already.
  public var dropped = 0
  /// Vblanks at which a frame stayed on screen although the next one was due.
  public var repeated = 0
  /// Commits that had to be tried again, by any step of the watchdog.
  public var recoveries = 0
  /// Times that the sound device ran dry.
  public var underruns = 0
  /// Packets that the decoders refused.
  public var damaged = 0
  /// Frames that were not decoded, or not shown, because all of them are too much for the machine.
  public var leftOut = 0
  /// From the last flip of an item to the first of the one that follows it.
  public var edges = Histogram()
  /// Picture against sound: positive when the picture is late.
  public var offsets = Histogram()

  public init() {}

  /// A frame that was due at `due` came on screen at `flip`.
  public mutating func present(due: HostTime?, flip: HostTime, vblanks: VblankClock) {
    presented += 1
    guard let due else { return }
    offsets.add(flip - due)
    let wanted = FramePacer().lastVblank(for: due, vblanks: vblanks)
    let missed = vblanks.periods(from: wanted, to: flip)
    guard missed > 0 else { return }
    late += 1
    repeated += missed
  }
}
