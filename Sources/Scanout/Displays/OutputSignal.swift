internal import VitrineKMS

/// The signal of one output: its mode, colours and dimming, and a counter of restarts of the vblank
/// numbering.
struct OutputSignal {
  let mode: PropertyBlob
  private(set) var colors = SignalState()
  var dimming = OutputDimming()
  /// Whether the monitor's own brightness will replace dimming once the monitor answers.
  var awaitsMonitor = false
  private(set) var vblankSeries = 0

  init(mode: PropertyBlob) { self.mode = mode }

  /// The mode was set, or the CRTC turned off.
  mutating func beginVblankSeries() { vblankSeries += 1 }

  /// Records a successful commit with these colours.
  mutating func recordCommit(of color: SignalColor) { colors.recordCommit(of: color) }

  /// Records a commit with these colours that may have set the mode: if the colours changed, the
  /// vblank numbering restarts.
  mutating func recordModeset(with color: SignalColor) {
    if colors.inForce != color { beginVblankSeries() }
    recordCommit(of: color)
  }
}
