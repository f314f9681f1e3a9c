public import VitrineTiming

/// Which tracks a person wants, of whatever an item offers.
public struct TrackChoices: Hashable, Sendable {
  public var video = TrackSelection.automatic
  public var audio = TrackSelection.automatic
  public var subtitle = TrackSelection.automatic
  public var preferences = TrackPreferences()
  /// Subtitles come so much later than they are written.
  public var subtitleDelay = MediaTime.zero
  /// Of text, against its usual size; kept between 0.25 and 4.
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
