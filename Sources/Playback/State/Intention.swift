package import VitrinePictures
package import VitrinePlaylists

/// The requested state, whatever the player can do at the moment. It survives items, failures and a
/// dark display.
package struct Intention: Hashable, Sendable {
  package internal(set) var isPaused = false
  /// 0.25 to 4.
  package private(set) var rate = 1.0
  /// 0 to `maximumVolume`.
  package private(set) var volume: Double
  package let maximumVolume: Double
  package internal(set) var isMuted = false
  /// The track choices for all items.
  package internal(set) var choices: TrackChoices
  private var picks = TrackPicks()
  package internal(set) var fit: Fit
  package internal(set) var rotation: Rotation
  /// The part of the upright display for pictures; nil for all of it.
  package internal(set) var area: PixelRect?
  /// The display's brightness.
  package internal(set) var brightness = Brightness.asFound
  /// The rendition of adaptive streams.
  package internal(set) var quality: VariantPolicy.Preference

  init(
    choices: TrackChoices, fit: Fit, rotation: Rotation, quality: VariantPolicy.Preference,
    maximumVolume: Double
  ) {
    self.maximumVolume = maximumVolume
    volume = maximumVolume
    self.choices = choices
    self.fit = fit
    self.rotation = rotation
    self.quality = quality
  }

  /// Returns false and changes nothing if the rate is not finite.
  mutating func setRate(_ wanted: Double) -> Bool {
    guard wanted.isFinite else { return false }
    rate = min(max(wanted, 0.25), 4)
    return true
  }

  /// Returns false and changes nothing if the volume is not finite.
  mutating func setVolume(_ wanted: Double) -> Bool {
    guard wanted.isFinite else { return false }
    volume = min(max(wanted, 0), maximumVolume)
    return true
  }

  /// The track choices for an entry; nil for an unknown entry.
  package func choices(in entry: Queue.Entry.ID?) -> TrackChoices {
    picks.applied(to: choices, in: entry)
  }

  /// Selects a track. `tracks` are those of `entry`, which is nil if nothing is open; then only a
  /// selection's index is known.
  mutating func select(
    _ kind: TrackInfo.Kind, _ selection: TrackSelection, of tracks: [TrackInfo],
    in entry: Queue.Entry.ID?
  ) {
    picks.forget(kind)
    guard case .index(let number) = selection, let entry else {
      return choices.select(kind, selection)
    }
    picks.pick(number, kind, in: entry)
    choices.select(kind, selection.forOtherItems(kind, of: tracks))
  }

  /// Replaces all track choices.
  mutating func choose(_ choices: TrackChoices) { (self.choices, picks) = (choices, TrackPicks()) }

  /// Forgets the track indexes of other entries.
  mutating func enter(_ entry: Queue.Entry.ID) { picks.forget(unlessIn: entry) }
}

/// Tracks selected by index. An index is valid for one entry of the queue; for later entries, its
/// language applies.
struct TrackPicks: Hashable, Sendable {
  private var entry: Queue.Entry.ID?
  private var numbers: [TrackInfo.Kind: Int] = [:]

  init() {}

  mutating func pick(_ number: Int, _ kind: TrackInfo.Kind, in entry: Queue.Entry.ID) {
    if self.entry != entry { numbers = [:] }
    self.entry = entry
    numbers[kind] = number
  }

  mutating func forget(_ kind: TrackInfo.Kind) { numbers[kind] = nil }

  /// Forgets the indexes of another entry.
  mutating func forget(unlessIn entry: Queue.Entry.ID) {
    if self.entry != entry { self = TrackPicks() }
  }

  /// The choices for an entry, based on those for all entries.
  func applied(to choices: TrackChoices, in entry: Queue.Entry.ID?) -> TrackChoices {
    guard let entry, entry == self.entry else { return choices }
    return numbers.reduce(into: choices) { $0.select($1.key, .index($1.value)) }
  }
}
