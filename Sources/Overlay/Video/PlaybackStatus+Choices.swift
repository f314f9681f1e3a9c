internal import VitrineGestures
import VitrinePictures
import VitrinePlayback
internal import VitrinePlaylists
import VitrineTiming

/// The player's status, as the interface uses it.
extension PlaybackStatus {
  var isItemPaused: Bool { isPaused && phase != .idle }

  /// Whether playback waits for pictures.
  var isWaiting: Bool { phase == .opening || phase == .buffering }

  /// The range of the slider; nil if seeking is not possible.
  var span: SliderSpan? {
    guard entry != nil, let range, range.lowerBound < range.upperBound else { return nil }
    return SliderSpan(range: range, isLive: live != nil)
  }

  /// The live sign; nil for anything that is not live.
  var liveSign: PlayerLayout.LiveSign? {
    live.map { _ in timeBehind == nil ? .shown : .left }
  }

  /// The delay behind the live edge chosen by the viewer. It grows while paused.
  var timeBehind: MediaTime? {
    guard let live else { return nil }
    let behind = live.window.map { $0.upperBound - position } ?? live.latency - live.target
    let isLeft = live.isShifted || isPaused && live.window != nil && behind > LatencyController.near
    return isLeft ? max(behind, .zero) : nil
  }

  /// The position of the slider's knob. At the live edge it is fixed at the end, so that it does
  /// not jitter.
  var knobPosition: MediaTime {
    guard timeBehind == nil, let end = live?.window?.upperBound else { return position }
    return end
  }

  /// Returns to the live edge.
  func returnToLive() -> [InterfaceRequest] {
    guard let behind = timeBehind else { return [] }
    return [.perform(.seek(.init(to: position + behind)))]
  }

  /// The volume, or 0 while muted.
  var audibleVolume: Double { isMuted ? 0 : volume }

  /// The title from the list, if possible in this language, or from the file, otherwise the file name.
  func displayTitle(in language: InterfaceLanguage) -> String? {
    item?.translations[language.rawValue]?.title ?? item?.title ?? title ?? item?.displayTitle
  }
}

/// Buttons that switch between two choices.
extension PlaybackStatus {
  var showsSubtitles: Bool { selected.contains { $0.kind == .subtitle } }
  /// Whether there is sound with and without audio description.
  var hasDescription: Bool {
    tracks.contains(where: \.isDescription)
      && tracks.contains { $0.kind == .audio && !$0.audience.describesPicture }
  }
  var playsDescription: Bool { selected.contains(where: \.isDescription) }

  /// Turns subtitles off, or on in the viewer's language.
  func toggleSubtitles() -> [InterfaceRequest] {
    if showsSubtitles { return [.perform(.select(.subtitle, .off))] }
    let all = tracks.filter { $0.kind == .subtitle }
    let sound = selected.first { $0.kind == .audio }?.language
    let languages = choices.preferences.subtitleLanguages + [sound].compactMap(\.self)
    let track =
      TrackChoice.preferred(all, in: languages) ?? all.first { !$0.isForced } ?? all.first
    return track.map { [.perform(.select(.subtitle, .index($0.index)))] } ?? []
  }

  /// Changes to the audio description in the same language, or back.
  func toggleDescription() -> [InterfaceRequest] {
    let playing = selected.first { $0.kind == .audio }
    let isWanted = !playsDescription
    let others = tracks.filter { track in
      track.kind == .audio
        && (isWanted ? track.isDescription : !track.audience.describesPicture)
    }
    let track = others.first { $0.language == playing?.language } ?? others.first
    return track.map { [.perform(.select(.audio, .index($0.index)))] } ?? []
  }

  /// Turns a quarter, and back.
  func toggleOrientation() -> [InterfaceRequest] {
    let turned: Rotation =
      switch rotation {
      case .none: .clockwise
      case .clockwise: .none
      case .upsideDown: .counterclockwise
      case .counterclockwise: .upsideDown
      }
    return [.perform(.setRotation(turned))]
  }
}

extension TrackInfo {
  /// Whether it is sound that describes the picture.
  var isDescription: Bool { kind == .audio && audience == .visuallyImpaired }
}

/// Keys that cycle through choices, and digits.
extension PlaybackStatus {
  func rotate() -> [InterfaceRequest] {
    let all = Rotation.allCases
    let place = all.firstIndex(of: rotation) ?? 0
    return [.perform(.setRotation(all[(place + 1) % all.count]))]
  }

  func nextFit() -> [InterfaceRequest] {
    let all = Fit.allCases
    let place = all.firstIndex(of: fit) ?? 0
    return [.perform(.setFit(all[(place + 1) % all.count]))]
  }

  /// A digit seeks to this tenth of the item.
  func digit(_ action: KeyAction) -> [InterfaceRequest] {
    let digits: [KeyAction] = [
      .digit0, .digit1, .digit2, .digit3, .digit4, .digit5, .digit6, .digit7, .digit8, .digit9,
    ]
    guard let digit = digits.firstIndex(of: action) else { return [] }
    return seek(toShare: Double(digit) / 10)
  }

  /// Seeks to a fraction of the item.
  func seek(toShare share: Double) -> [InterfaceRequest] {
    guard let span else { return [] }
    return [.perform(.seek(.init(to: span.place(atShare: share))))]
  }
}
