package import VitrinePlayback
package import VitrineTiming

/// The properties and the behaviour of a simulated file.
package struct SourceScript: Sendable {
  /// The number of frames; nil if endless.
  package var frames: Int?
  /// The time from one frame to the next.
  package var frameDuration: MediaTime
  package var hasSound: Bool
  package var title: String?
  package var tracks: [TrackInfo] = []
  /// The colour of all frames, 0xRRGGBB.
  package var color: UInt32 = 0x40_40_40
  /// The colour of the item's placeholder; nil if it has none.
  package var coverColor: UInt32?
  /// Why it cannot be opened; nil if it can.
  package var failure: PlaybackError?
  /// The number of frames after which it is damaged, and the item fails.
  package var breaksAfter: Int?
  /// The error after its last frame, as of a server without the rest; nil if there is none.
  package var lateFailure: PlaybackError?
  /// The number of frames after which nothing arrives, not even the end.
  package var hangsAfter: Int?
  /// How long opening takes.
  package var opening = Duration.zero
  /// How long the decoder needs for the first picture of a run.
  package var delay: Duration
  /// Whether its threads keep running after it was closed.
  package var staysAfterClose: Bool
  /// Whether its threads use the CPU all the time, even without a result.
  package var isBusy: Bool
  /// Whether its duration is unknown.
  package var isLengthless: Bool
  /// Whether it is a still picture.
  package var isStill: Bool
  /// The initial download progress.
  package var arrival: Arrival?
  /// The download speed, as a multiple of the playback speed; nil for a local file.
  package var pace: Double?
  /// A gap of some seconds before a frame.
  package var gap: (before: Int, seconds: Int64)?

  /// Creates a film of one second.
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
  /// The time of a frame, from the beginning.
  func time(of frame: Int) -> MediaTime {
    let gap = gap.map { frame >= $0.before ? MediaTime($0.seconds, 1) : .zero } ?? .zero
    return MediaTime(Int64(frame) * frameDuration.value, frameDuration.timescale) + gap
  }

  /// The index of the frame at a time.
  func frame(at time: MediaTime) -> Int {
    let frame = max(0, Int(time.seconds / frameDuration.seconds + 0.001))
    return min(frame, (frames ?? .max) - 1)
  }

  /// The number of frames that have begun and ended by a time.
  func count(by time: MediaTime) -> Int {
    min(max(0, Int(time.seconds / frameDuration.seconds + 0.001)), frames ?? .max)
  }

  var length: MediaTime? { isLengthless ? nil : frames.map(time) }

  /// The tracks that play with these choices.
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
