internal import VitrineMedia
internal import VitrinePlayback

/// The tracks of a row of segments, and the selected ones. Their indexes are among the item's.
struct RowTracks {
  /// The selected tracks, with timestamps in nanoseconds.
  private(set) var video: Track?
  private(set) var audio: Track?
  /// The audio tracks of the current segments.
  private(set) var sounds: [TrackInfo] = []
  private let wantsVideo: Bool
  /// The index of the selected audio track, if any.
  private var sound: Int? = 0
  /// The audio tracks of the latest segments.
  private var ownSounds: [Track] = []

  static let videoIndex = 0
  static let firstSound = 1

  /// The tracks of a demuxer to read.
  struct Choice {
    let video: Track?
    let audio: Track?
    /// The kinds that need another decoder.
    var changed: [TrackInfo.Kind] = []
  }

  init(wantsVideo: Bool) { self.wantsVideo = wantsVideo }

  /// Selects an audio track, or none.
  mutating func select(sound: Int?) {
    self.sound = sound
    audio = sound.flatMap { ownSounds.indices.contains($0) ? ownSounds[$0] : nil }
  }

  /// Chooses among the tracks of the current demuxer.
  mutating func choose(
    among tracks: [Track], bestVideo: Track?, bestAudio: Track?
  ) -> Choice {
    let all = tracks.filter { $0.kind == .audio }
    var choice = Choice(
      video: wantsVideo ? bestVideo : nil,
      audio: sound.flatMap { all.indices.contains($0) ? all[$0] : bestAudio })
    sounds = all.enumerated().map { index, track in
      var info = track.info
      info.index = Self.firstSound + index
      return info
    }
    ownSounds = zip(all, sounds).map { track, info in track.moved(as: info) }
    if let new = choice.video { video = renewed(video, new, Self.videoIndex, &choice) }
    if let new = choice.audio {
      audio = renewed(audio, new, Self.firstSound + (sound ?? 0), &choice)
    }
    return choice
  }

  /// The known track, or the new one if it needs another decoder.
  private func renewed(
    _ known: Track?, _ new: Track, _ index: Int, _ choice: inout Choice
  ) -> Track {
    if let known, known.index == index, known.decodes(like: new) { return known }
    if known != nil { choice.changed.append(new.kind) }
    var info = new.info
    info.index = index
    return new.moved(as: info)
  }
}
