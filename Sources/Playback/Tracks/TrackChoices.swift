public import VitrineTiming

/// The track choices for all items.
public struct TrackChoices: Hashable, Sendable {
  public var video = TrackSelection.automatic
  public var audio = TrackSelection.automatic
  public var subtitle = TrackSelection.automatic
  public var preferences = TrackPreferences()
  /// Positive values show subtitles later.
  public var subtitleDelay = MediaTime.zero
  /// The scale of text subtitles, limited to 0.25–4.
  public var subtitleScale = 1.0

  public init() {}

  mutating func select(_ kind: TrackInfo.Kind, _ selection: TrackSelection) {
    switch kind {
    case .video: video = selection
    case .audio: audio = selection
    case .subtitle: subtitle = selection
    }
  }
}
