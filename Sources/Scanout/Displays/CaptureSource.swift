internal import VitrineKMS
internal import VitrinePictures
internal import VitrinePlayback

/// The source of an output's screenshots: its writeback connector if that works, otherwise
/// composition in software. Thread-bound to the display thread.
struct CaptureSource {
  private(set) var writeback: WritebackCapturer?
  /// A composed screenshot, until it is collected.
  private var composed: Capture?
  private let size: PixelSize

  /// `size` is that of the used part of the display.
  init(_ writeback: WritebackCapturer?, size: PixelSize) {
    self.writeback = writeback
    self.size = size
  }

  /// The connector that the CRTC must feed.
  var connector: Connector? { writeback?.writeback.connector }

  /// Switches to composition because the kernel rejects the writeback connector.
  mutating func dropWriteback() { writeback = nil }

  /// Composes the screenshot from these layers in memory. It shows the whole `screen`, in coordinates
  /// of the used part.
  mutating func compose(_ layers: Layers, on screen: PixelRect) throws(PlaybackError) {
    composed = nil
    composed = Capture(
      buffer: try Composition.compose(layers, size: size, on: screen), origin: .composition)
  }

  mutating func collect() -> Capture? {
    defer { composed = nil }
    return composed ?? writeback?.collect()
  }
}
