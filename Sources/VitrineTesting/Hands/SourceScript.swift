package import VitrinePlayback
package import VitrineTiming

/// What a file turns out to be, and how it behaves. A value.
package struct SourceScript: Sendable {
  /// Nil goes on for ever.
  package var frames: Int?
  /// From one frame to the next.
  package var frameDuration: MediaTime
  package var hasSound: Bool
  package var title: String?
  package var tracks: [TrackInfo] = []
  /// Of all its pictures, 0xRRGGBB.
  package var color: UInt32 = 0x40_40_40
  /// Of the item's cover; nil where it has none.
  package var coverColor: UInt32?
  /// Why it cannot be opened.
  package var failure: PlaybackError?
  /// It is damaged from this frame on: the item fails there.
  package var breaksAfter: Int?
  /// Nothing comes after so many frames, and no end.
  package var hangsAfter: Int?
  /// So long nothing is known of it.
  package var opening = Duration.zero
  /// So long the decoder needs for the first picture of a run.
  package var delay: Duration
  /// Its threads do not end when it is closed.
  package var staysAfterClose: Bool
  /// Its threads compute all the time, also where nothing comes of it.
  package var isBusy: Bool
  /// Nothing tells how long it is.
  package var isLengthless: Bool
  /// It is one picture.
  package var isStill: Bool
  /// How it arrives over the network at the beginning.
  package var arrival: Arrival?
  /// It arrives over the network, so many times as fast as it plays.
  package var pace: Double?
  /// A gap before this frame, in seconds.
  package var gap: (before: Int, seconds: Int64)?

  /// A film of a second.
  package init(
    frames: Int? = 30, rate: Int32 = 30, hasSound: Bool = true, isBroken: Bool = false,
    hangsAfter: Int? = nil, delay: Duration = .zero, staysAfterClose: Bool = false,
    isBusy: Bool = false, isLengthless: Bool = false, isStill: Bool = false,
    arrival: Arrival? = nil, gap: (before: Int, seconds: Int64)? = nil
  ) {
    (self.frames, frameDuration, self.hasSound) = (frames, MediaTime(1, rate), hasSound)
    failure = isBroken ? PlaybackError(.format, "broken", exitStatus: .data) : nil
    self.hangsAfter = hangsAfter
    self.delay = delay
    self.staysAfterClose = staysAfterClose
    self.isBusy = isBusy
    self.isLengthless = isLengthless
    self.isStill = isStill
    self.arrival = arrival
    self.gap = gap
  }
}

extension SourceScript {
  /// When a frame is due, from the beginning.
  func time(of frame: Int) -> MediaTime {
    let gap = gap.map { frame >= $0.before ? MediaTime($0.seconds, 1) : .zero } ?? .zero
    return MediaTime(Int64(frame) * frameDuration.value, frameDuration.timescale) + gap
  }

  /// The frame that is seen at a moment.
  func frame(at time: MediaTime) -> Int {
    let frame = max(0, Int(time.seconds / frameDuration.seconds + 0.001))
    return min(frame, (frames ?? .max) - 1)
  }

  /// How many frames have begun and ended by a moment.
  func count(by time: MediaTime) -> Int {
    min(max(0, Int(time.seconds / frameDuration.seconds + 0.001)), frames ?? .max)
  }

  var length: MediaTime? { isLengthless ? nil : frames.map(time) }

  /// The tracks that play by these choices.
  func selected(_ choices: TrackChoices) -> [TrackInfo] {
    func first(_ kind: TrackInfo.Kind) -> TrackInfo? { tracks.first { $0.kind == kind } }
    func chosen(_ kind: TrackInfo.Kind, _ selection: TrackSelection, _ audio: String? = nil)
      -> TrackInfo?
    {
      TrackChoice.choose(
        tracks, kind: kind, selection: selection, preferences: choices.preferences,
        audioLanguage: audio)
    }
    let video = chosen(.video, choices.video) ?? first(.video)
    let audio =
      choices.audio == .off ? nil : chosen(.audio, choices.audio) ?? first(.audio)
    let subtitle = chosen(.subtitle, choices.subtitle, audio?.language)
    return [video, audio, subtitle].compactMap(\.self)
  }
}
