internal import Media
internal import Pictures
internal import Playback
internal import Scanout
internal import Timing

/// A picture that came with the sound, not decoded yet.
struct CoverImage: Sendable {
  let track: Track
  let packet: Packet
}

extension Demuxer {
  var coverImage: CoverImage? {
    guard let cover, let packet = coverPacket() else { return nil }
    return CoverImage(track: cover, packet: packet)
  }

  /// Reads the tracks that are wanted; of those left to us, what the demuxer found the best.
  /// Answers which play, with the subtitles, which may be a file's beside it.
  mutating func choose(_ choices: TrackChoices, _ sideCars: SideCars) -> [TrackInfo] {
    let all = tracks.filter { !$0.isCover }.map(\.info) + sideCars.infos
    func choice(_ kind: TrackInfo.Kind, _ selection: TrackSelection, _ best: Track?) -> TrackInfo? {
      let chosen = TrackChoice.choose(
        all, kind: kind, selection: selection, preferences: choices.preferences)
      return chosen ?? (selection == .off ? nil : best?.info)
    }
    let video = choice(.video, choices.video, bestVideo)
    let audio = choice(.audio, choices.audio, bestAudio)
    var wanted = choices.subtitle
    if wanted == .automatic, let asked = sideCars.asked { wanted = .index(asked) }
    let subtitle = TrackChoice.choose(
      all, kind: .subtitle, selection: wanted, preferences: choices.preferences,
      audioLanguage: audio?.language)
    let known = tracks
    func track(_ info: TrackInfo?) -> Track? { known.first { $0.index == info?.index } }
    select(video: track(video), audio: track(audio), subtitle: track(subtitle))
    return [video, audio, subtitle].compactMap(\.self)
  }

  var summary: MediaSummary {
    MediaSummary(
      title: title, duration: duration,
      video: video.map { "\($0.codec) \($0.picture?.size.description ?? "")" },
      audio: audio.map(\.codec), frameDuration: video?.frameDuration,
      isStill: video?.isStill == true && audio == nil)
  }
}
