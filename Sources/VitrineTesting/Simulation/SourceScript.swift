internal import VitrinePictures
package import VitrinePlayback
internal import VitrineTiming

/// The properties and the behaviour of a simulated file.
package struct SourceScript: Sendable {
  package var timeline: ScriptedTimeline
  package var tracks: ScriptedTracks
  package var faults: ScriptedFaults
  package var metadata = ScriptedMetadata()
  /// The colour of all frames, 0xRRGGBB.
  package var color: UInt32 = 0x40_40_40
  /// Returns the colour of a placeholder by its path; nil if it cannot be shown.
  package var coverColor: @Sendable (String) -> UInt32? = { _ in nil }
  /// Whether it is a still picture.
  package var isStill: Bool
  /// How long opening takes.
  package var opening = Duration.zero
  /// How long the decoder needs for the first picture of a run.
  package var delay: Duration
  /// The initial download progress.
  package var arrival: Arrival?
  /// The download speed, as a multiple of the playback speed; nil for a local file.
  package var pace: Double?

  /// Creates a film of one second.
  package init(
    frames: Int? = 30, rate: Int32 = 30, hasSound: Bool = true, isBroken: Bool = false,
    hangsAfter: Int? = nil, delay: Duration = .zero, staysAfterClose: Bool = false,
    isBusy: Bool = false, isLengthless: Bool = false, isStill: Bool = false,
    arrival: Arrival? = nil, gap: (before: Int, seconds: Int64)? = nil
  ) {
    timeline = ScriptedTimeline(
      count: frames, frameDuration: MediaTime(1, rate), isLengthless: isLengthless, gap: gap)
    tracks = ScriptedTracks(hasSound: hasSound)
    faults = ScriptedFaults(
      failure: isBroken ? PlaybackError(.format, "broken", exitStatus: .data) : nil,
      hangsAfter: hangsAfter, staysAfterClose: staysAfterClose, isBusy: isBusy)
    self.delay = delay
    self.isStill = isStill
    self.arrival = arrival
  }
}

/// The metadata of a simulated file.
package struct ScriptedMetadata: Sendable {
  var title: String?
  var tags = MediaTags()
  var chapters: [Chapter] = []
  var videoSize: PixelSize?
}

/// The faults of a simulated file and of the threads that play it.
package struct ScriptedFaults: Sendable {
  /// Why it cannot be opened; nil if it can.
  package var failure: PlaybackError?
  /// The number of frames after which it is damaged, and the item fails.
  package var breaksAfter: Int?
  /// The error after its last frame, as of a server without the rest; nil if there is none.
  package var lateFailure: PlaybackError?
  /// The number of frames after which nothing arrives, not even the end.
  package var hangsAfter: Int?
  /// Whether its threads keep running after it was closed.
  package var staysAfterClose = false
  /// Whether its threads use the CPU all the time, even without a result.
  package var isBusy = false

  /// The index of the first frame that does not arrive; nil if all do.
  var limit: Int? { [hangsAfter, breaksAfter].compactMap(\.self).min() }
}
