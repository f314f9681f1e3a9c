internal import Media
internal import Pictures
internal import Playback
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
  mutating func choose(_ choices: TrackChoices) {
    func track(
      _ kind: TrackInfo.Kind, _ selection: TrackSelection, _ best: Track?
    ) -> Track? {
      switch selection {
      case .automatic: best
      case .off: nil
      case .index(let index): tracks.first { $0.kind == kind && $0.index == index && !$0.isCover }
      }
    }
    select(
      video: track(.video, choices.video, bestVideo),
      audio: track(.audio, choices.audio, bestAudio),
      subtitle: track(.subtitle, choices.subtitle, nil))
  }

  var summary: MediaSummary {
    MediaSummary(
      title: title, duration: duration,
      video: video.map { "\($0.codec) \($0.picture?.size.description ?? "")" },
      audio: audio.map(\.codec))
  }
}
