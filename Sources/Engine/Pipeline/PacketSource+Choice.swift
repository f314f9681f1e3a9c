internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// An undecoded cover picture of a sound file.
struct CoverImage: Sendable {
  let track: Track
  let packet: Packet
}

extension PacketSource where Self: ~Copyable {
  var coverImage: CoverImage? {
    guard let cover, let packet = coverPacket() else { return nil }
    return CoverImage(track: cover, packet: packet)
  }

  /// Selects the requested tracks, or the source's best ones if there is no request. Returns the
  /// selected tracks, including subtitles, which may be from a sidecar file.
  mutating func choose(
    _ choices: TrackChoices, _ sidecars: SidecarFiles
  ) throws(MediaError) -> [TrackInfo] {
    let all = infos + sidecars.infos
    func choice(_ kind: TrackInfo.Kind, _ selection: TrackSelection) -> TrackInfo? {
      let chosen = TrackChoice.choose(
        all, kind: kind, selection: selection, preferences: choices.preferences)
      return chosen ?? (selection == .off ? nil : best(kind))
    }
    let audio = choice(.audio, choices.audio)
    var wanted = choices.subtitle
    if wanted == .automatic, let asked = sidecars.preferred(choices.preferences) {
      wanted = .index(asked)
    }
    let subtitle = TrackChoice.choose(
      all, kind: .subtitle, selection: wanted, preferences: choices.preferences,
      audioLanguage: audio?.language)
    let chosen = [choice(.video, choices.video), audio, subtitle].compactMap(\.self)
    try select(chosen)
    return chosen
  }

  var summary: MediaSummary {
    var summary = MediaSummary(
      title: title, duration: duration,
      video: video.map { "\($0.codec) \($0.picture?.size.description ?? "")" },
      audio: audio.map(\.codec), frameDuration: video?.frameDuration,
      isStill: video?.isStill == true && audio == nil)
    summary.chapters = chapters
    summary.tags = tags
    summary.videoSize = video?.picture?.displaySize
    return summary
  }
}
