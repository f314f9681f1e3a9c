internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScenes

// The rows of the track menu.
extension ScreenContext {
  /// All rows of the menu's first page.
  var menuRows: [TrackMenu.Row] {
    languageRows + trackRows(.subtitle, withNone: true) + speechRows
      + (hasSubtitleStyle ? [.subtitleStyle] : []) + signLanguageRows
      + trackRows(.audio, withNone: false) + encodingRows + speedRows + chapterRows
  }

  /// Whether there is anything to choose.
  var hasMenu: Bool {
    !options.offeredLanguages.isEmpty || status.tracks.contains { $0.kind == .subtitle }
      || status.tracks.count { $0.kind == .audio } > 1 || choosableEncodings != nil
      || !signLanguageRows.isEmpty
      || hasSpeeds || hasChapters
  }

  /// Whether subtitles are shown whose appearance can be chosen.
  var hasSubtitleStyle: Bool { status.selected.contains { $0.kind == .subtitle && $0.isPlainText } }

  /// The configured appearance of subtitles. Whether they are read aloud is not part of it.
  var configuredStyle: SubtitleStyle {
    var style = options.home.choices.subtitleStyle
    style.speech = status.choices.subtitleStyle.speech
    return style
  }

  private var speechRows: [TrackMenu.Row] {
    guard options.speechProgram != nil,
      status.selected.contains(where: { $0.kind == .subtitle && $0.isText })
    else { return [] }
    return [.readAloud(isChosen: status.choices.subtitleStyle.speech == .on)]
  }

  private var signLanguageRows: [TrackMenu.Row] {
    status.item?.signLanguage == nil
      ? [] : [.signLanguage(isChosen: status.choices.showsSignLanguage)]
  }

  private var languageRows: [TrackMenu.Row] {
    let languages = options.offeredLanguages
    guard !languages.isEmpty else { return [] }
    return [.heading(.language)] + languages.map { .language($0, isChosen: $0 == language) }
  }

  private func trackRows(_ kind: TrackInfo.Kind, withNone: Bool) -> [TrackMenu.Row] {
    let all = status.tracks.filter { $0.kind == kind }.prefix(TrackMenu.longest)
    guard all.count > (withNone ? 0 : 1) else { return [] }
    let chosen = status.selected.first { $0.kind == kind }
    let none: [TrackMenu.Row] = withNone ? [.choice(kind, nil, isChosen: chosen == nil)] : []
    return [.heading(.tracks(kind))] + none
      + all.map { .choice(kind, $0, isChosen: $0.index == chosen?.index) }
  }

  private var encodingRows: [TrackMenu.Row] {
    guard let renditions = choosableEncodings else { return [] }
    let chosen = renditions.choice(of: status.quality)
    return [.heading(.quality), .encoding(nil, .automatic, isChosen: chosen == nil)]
      + renditions.all.prefix(TrackMenu.longest).map {
        .encoding($0, renditions.preference(for: $0), isChosen: $0 == chosen)
      }
  }

  private var speedRows: [TrackMenu.Row] {
    guard hasSpeeds else { return [] }
    return [.heading(.speed)]
      + TrackMenu.rates.map { .rate($0, isChosen: $0 == status.rate) }
  }

  private var chapterRows: [TrackMenu.Row] {
    guard hasChapters else { return [] }
    let playing = status.chapter
    return [.heading(.chapters)]
      + status.chapters.prefix(TrackMenu.longest).enumerated().map { index, chapter in
        .chapter(chapter, number: index + 1, isChosen: index == playing)
      }
  }

  /// Whether the speed can be chosen: not that of pictures and colours, and not of live streams
  /// unless it is left over from another item.
  private var hasSpeeds: Bool {
    options.theme.shows(.speed) && !status.tracks.isEmpty
      && (status.span != nil && status.live == nil || status.rate != 1)
  }

  private var hasChapters: Bool {
    options.theme.shows(.chapters) && status.span != nil && status.chapters.count > 1
  }

  /// Nil if there is nothing to choose.
  private var choosableEncodings: AvailableRenditions? {
    status.renditions.flatMap { $0.isChoice ? $0 : nil }
  }
}

extension TrackInfo {
  /// Whether the subtitles are not bitmaps; files are known by their extension.
  fileprivate var isText: Bool {
    let bitmaps = ["dvb_subtitle", "dvd_subtitle", "hdmv_pgs_subtitle", "xsub", "sup", "idx"]
    return !bitmaps.contains(codec)
  }

  /// Whether the subtitles have no fixed appearance, unlike scripts and bitmaps.
  fileprivate var isPlainText: Bool { isText && codec != "ass" && codec != "ssa" }
}
