internal import VitrineKMS
internal import VitrinePictures
internal import VitrinePlayback

/// Where pictures of an output's screen come from: its writeback connector, where it has one that
/// works, else our own composition. Thread-bound to the display thread.
struct CaptureSource {
  private(set) var writeback: WritebackTaker?
  /// One that was put together by us, until it is taken.
  private var composed: Capture?
  private let size: PixelSize

  init(_ writeback: WritebackTaker?, size: PixelSize) {
    (self.writeback, self.size) = (writeback, size)
  }

  /// What has to be fed with the output.
  var connector: Connector? { writeback?.writeback.connector }

  /// The kernel refuses the writeback connector. Captures are composed from now on.
  mutating func dropWriteback() { writeback = nil }

  /// Has the capture be what these look like in memory.
  mutating func compose(_ layers: Layers) throws(PlaybackError) {
    composed = nil
    composed = Capture(buffer: try Composition.compose(layers, size: size), origin: .composition)
  }

  mutating func take() -> Capture? {
    defer { composed = nil }
    return composed ?? writeback?.take()
  }
}
