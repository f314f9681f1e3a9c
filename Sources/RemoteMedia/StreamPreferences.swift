package import VitrinePlayback
package import VitrineTiming

/// The requested quality and latency of streams.
package struct StreamPreferences: Hashable, Sendable {
  /// The rendition to play.
  package var quality: VariantPolicy.Preference
  /// The distance of a live stream to its live edge; nil means the list's, and a short one for
  /// cameras.
  package var latency: MediaTime?
  /// Whether only single pictures are read: then little is downloaded ahead of the reader, and no
  /// sound.
  var isForStills = false

  package init(quality: VariantPolicy.Preference = .automatic, latency: MediaTime? = nil) {
    self.quality = quality
    self.latency = latency
  }

  /// For single pictures, which are small.
  static var stills: StreamPreferences {
    var preferences = StreamPreferences(quality: .lowest)
    preferences.isForStills = true
    return preferences
  }

  /// How far ahead of the reader to download a file, in bytes; nil for the default.
  var ahead: Int64? { isForStills ? 1 << 20 : nil }

  /// The latency for cameras. The default suffices for a steady network and a decoder; the maximum
  /// is limited by the buffers between them.
  var sentLatency: MediaTime { min(latency ?? MediaTime(300, 1000), MediaTime(3, 1)) }
}
