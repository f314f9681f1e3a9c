package import VitrinePictures
package import VitrineTiming

/// The requested track of one kind.
package enum TrackSelection: Hashable, Sendable {
  case automatic
  case off
  /// The track with this index among the source's streams.
  case index(Int)
  /// The best track in this language, in any form that `LanguageCode` accepts.
  case language(String)
}

extension TrackSelection {
  /// The selection for other items: an index is valid for one item only, so its language applies. `tracks` are those of
  /// that item.
  package func forOtherItems(_ kind: TrackInfo.Kind, of tracks: [TrackInfo]) -> TrackSelection {
    guard case .index(let number) = self else { return self }
    let track = tracks.first { $0.kind == kind && $0.index == number }
    let language = track?.language.flatMap(LanguageCode.init)?.code
    return language.map { .language($0) } ?? .automatic
  }
}

/// The languages to choose tracks by if none is requested.
package struct TrackPreferences: Hashable, Sendable {
  /// In order of preference, in any form that `LanguageCode` accepts.
  package var audioLanguages: [String]
  package var subtitleLanguages: [String]

  package init(audioLanguages: [String] = [], subtitleLanguages: [String] = []) {
    self.audioLanguages = audioLanguages
    self.subtitleLanguages = subtitleLanguages
  }
}

/// Chooses the tracks to play.
package enum TrackChoice {
  /// The track of a kind to play. Nil for subtitles means none; nil for sound and video, unless
  /// `.off`, means the demuxer's choice.
  ///
  /// If the requested track does not exist, the choice is automatic. For subtitles, `audioLanguage`
  /// is the language of the selected sound.
  package static func choose(
    _ tracks: [TrackInfo], kind: TrackInfo.Kind, selection: TrackSelection,
    preferences: TrackPreferences, audioLanguage: String? = nil
  ) -> TrackInfo? {
    let tracks = tracks.filter { $0.kind == kind }
    switch selection {
    case .off: return nil
    case .index(let index):
      if let asked = tracks.first(where: { $0.index == index }) { return asked }
    case .language(let language):
      if let asked = preferred(tracks, in: [language]) { return asked }
    case .automatic: break
    }
    switch kind {
    case .video: return nil
    case .audio: return preferred(tracks, in: preferences.audioLanguages)
    case .subtitle:
      return preferred(tracks, in: preferences.subtitleLanguages)
        ?? forced(tracks, audioLanguage: audioLanguage)
    }
  }

  /// A track in the most preferred language available: full tracks before forced ones, and the
  /// default one among equals.
  package static func preferred(_ tracks: [TrackInfo], in languages: [String]) -> TrackInfo? {
    for language in languages {
      let candidates = tracks.filter { $0.isIn(language) }
      let whole = candidates.filter {
        !$0.isForced && !$0.audience.describesPicture
      }
      let preferred = whole.isEmpty ? candidates : whole
      if let track = preferred.first(where: \.isDefault) ?? preferred.first { return track }
    }
    return nil
  }

  /// The forced subtitles, for those who understand the sound.
  private static func forced(_ tracks: [TrackInfo], audioLanguage: String?) -> TrackInfo? {
    let forced = tracks.filter(\.isForced)
    return audioLanguage.flatMap { language in forced.first { $0.isIn(language) } }
      ?? forced.first(where: \.isDefault)
  }
}

extension TrackInfo {
  fileprivate func isIn(_ other: String) -> Bool {
    guard let own = language.flatMap(LanguageCode.init), let other = LanguageCode(other) else {
      return false
    }
    return own == other
  }
}

/// The track choices for all items.
package struct TrackChoices: Hashable, Sendable {
  package var video = TrackSelection.automatic
  package var audio = TrackSelection.automatic
  package var subtitle = TrackSelection.automatic
  package var preferences = TrackPreferences()
  /// Positive values show subtitles later.
  package var subtitleDelay = MediaTime.zero
  package var subtitleStyle = SubtitleStyle()
  /// Whether the sign-language videos of items are shown.
  package var showsSignLanguage = false

  package init() {}

  mutating func select(_ kind: TrackInfo.Kind, _ selection: TrackSelection) {
    switch kind {
    case .video: video = selection
    case .audio: audio = selection
    case .subtitle: subtitle = selection
    }
  }
}
