public import Pictures

/// What people want of the playing, whatever the player can do at the moment. It outlasts items,
/// failures and a dark display.
public struct Intention: Hashable, Sendable {
  public internal(set) var isPaused = false
  /// Kept between 0.25 and 4.
  public private(set) var rate = 1.0
  /// Kept between 0 and 1.
  public private(set) var volume = 1.0
  public internal(set) var isMuted = false
  public internal(set) var choices: TrackChoices
  public internal(set) var fit: Fit
  public internal(set) var rotation: Rotation

  init(choices: TrackChoices, fit: Fit, rotation: Rotation) {
    (self.choices, self.fit, self.rotation) = (choices, fit, rotation)
  }

  /// Whether it is a rate at all: what is no number changes nothing.
  mutating func setRate(_ wanted: Double) -> Bool {
    guard wanted.isFinite else { return false }
    rate = min(max(wanted, 0.25), 4)
    return true
  }

  /// Whether it is a volume at all: what is no number changes nothing.
  mutating func setVolume(_ wanted: Double) -> Bool {
    guard wanted.isFinite else { return false }
    volume = min(max(wanted, 0), 1)
    return true
  }

  mutating func select(_ kind: TrackInfo.Kind, _ selection: TrackSelection) {
    switch kind {
    case .video: choices.video = selection
    case .audio: choices.audio = selection
    case .subtitle: choices.subtitle = selection
    }
  }
}
