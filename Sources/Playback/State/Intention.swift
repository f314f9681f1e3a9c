public import VitrinePictures
public import VitrinePlaylists

/// What people want of the playing, whatever the player can do at the moment. It outlasts items,
/// failures and a dark display.
public struct Intention: Hashable, Sendable {
  public internal(set) var isPaused = false
  /// Kept between 0.25 and 4.
  public private(set) var rate = 1.0
  /// Kept between 0 and 1.
  public private(set) var volume = 1.0
  public internal(set) var isMuted = false
  /// Of tracks, for whatever plays.
  public internal(set) var choices: TrackChoices
  private var picks = TrackPicks()
  public internal(set) var fit: Fit
  public internal(set) var rotation: Rotation
  /// Of the display.
  public internal(set) var brightness = Brightness.asFound
  /// Of streams, which encoding.
  public internal(set) var quality: VariantPolicy.Wish

  init(choices: TrackChoices, fit: Fit, rotation: Rotation, quality: VariantPolicy.Wish) {
    (self.choices, self.fit, self.rotation, self.quality) = (choices, fit, rotation, quality)
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

  /// What plays of an entry's tracks; nil is an entry that is not known yet.
  public func choices(in entry: Queue.Entry.ID?) -> TrackChoices {
    picks.applied(to: choices, in: entry)
  }

  /// A track by its number is one of `tracks`, those of `entry`; nil while nothing is open, and
  /// then the number is all that is known of it.
  mutating func select(
    _ kind: TrackInfo.Kind, _ selection: TrackSelection, of tracks: [TrackInfo],
    in entry: Queue.Entry.ID?
  ) {
    picks.forget(kind)
    guard case .index(let number) = selection, let entry else {
      return choices.select(kind, selection)
    }
    picks.pick(number, kind, in: entry)
    let track = tracks.first { $0.kind == kind && $0.index == number }
    let language = track?.language.flatMap(LanguageCode.init)?.code
    choices.select(kind, language.map { .language($0) } ?? .automatic)
  }

  /// All choices of tracks are these from now on.
  mutating func choose(_ choices: TrackChoices) { (self.choices, picks) = (choices, TrackPicks()) }

  /// An entry plays: what was chosen by number in another means nothing any more.
  mutating func enter(_ entry: Queue.Entry.ID) { picks.forget(unlessIn: entry) }
}
