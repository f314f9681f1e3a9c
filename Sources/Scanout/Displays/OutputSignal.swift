internal import VitrineKMS

/// The signal of one output: its mode, the colours that it was told, how far its pictures are dimmed, and how
/// often its vblanks began to be counted anew.
struct OutputSignal {
  let mode: PropertyBlob
  private(set) var colors = SignalState()
  var dimming = OutputDimming()
  private(set) var vblankSeries = 0

  init(mode: PropertyBlob) { self.mode = mode }

  /// The mode was set, or the CRTC turned off.
  mutating func noteSeries() { vblankSeries += 1 }

  /// A commit with these colours has been taken.
  mutating func noteDone(_ color: SignalColor) { colors.noteDone(color) }

  /// A commit that may set the mode has brought these colours: where they are others, vblanks begin
  /// anew.
  mutating func noteModeset(_ color: SignalColor) {
    if colors.inForce != color { noteSeries() }
    noteDone(color)
  }
}
