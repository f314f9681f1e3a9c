internal import KMS
internal import Linux
internal import Pictures
internal import Playback

/// Screenshots where the display does not hand back what it scanned out.
extension KMSDisplay {
  /// The writeback connector goes, and screenshots are composed from now on.
  func dropWriteback(_ error: Errno) {
    writeback = nil
    news.append(
      .trouble(
        "\(output.connector.name): refused with its writeback connector: \(error). Screenshots are "
          + "composed"))
  }

  /// Has the screenshot be what these look like in memory.
  func composeCapture(of layers: Layers) {
    // A screenshot that fails is reported by the client that asked for it; the picture goes on.
    composed = (try? Composition.compose(layers, size: size))
      .map { Capture(buffer: $0, origin: .composition) }
  }
}
