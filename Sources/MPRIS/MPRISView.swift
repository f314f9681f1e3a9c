internal import VitrineBus
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// The player's state for MPRIS at one moment. A value type.
struct MPRISView {
  var status: PlaybackStatus
  var queue: Queue

  /// The constant properties of the root interface.
  static let root: [String: BusValue] = [
    "CanQuit": .bool(true), "CanRaise": .bool(false), "HasTrackList": .bool(false),
    "Identity": .string("Vitrine"), "DesktopEntry": .string("vitrine"),
    "SupportedUriSchemes": .strings(MPRISAddress.schemes),
    "SupportedMimeTypes": .strings(MPRISAddress.types),
  ]

  /// The properties of the player interface, except for `Position`, whose changes are not
  /// signalled.
  var signaledProperties: [String: BusValue] {
    [
      "PlaybackStatus": .string(playback), "LoopStatus": .string(MPRISLoop(queue.loop).rawValue),
      "Shuffle": .bool(queue.shuffleSeed != nil), "Rate": .double(status.rate),
      "MinimumRate": .double(0.25), "MaximumRate": .double(4), "Volume": .double(status.volume),
      "Metadata": .properties(MPRISMetadata.properties(self)), "CanControl": .bool(true),
      "CanPlay": .bool(canPlay), "CanPause": .bool(status.item != nil), "CanSeek": .bool(canSeek),
      "CanGoNext": .bool(canGoNext), "CanGoPrevious": .bool(canPlay),
    ]
  }

  /// All properties of the player interface.
  var player: [String: BusValue] {
    signaledProperties.merging(["Position": .int64(position)]) { $1 }
  }

  /// In microseconds.
  var position: Int64 { Self.microseconds(status.position) }

  static func microseconds(_ time: MediaTime) -> Int64 { time.nanoseconds / 1000 }

  /// Pause reflects the user's intention: an item that is opening or buffering counts as playing.
  private var playback: String {
    switch status.phase {
    case .opening, .buffering, .playing: status.isPaused ? "Paused" : "Playing"
    case .idle, .ended, .failed: "Stopped"
    }
  }

  var canPlay: Bool { status.item != nil || !queue.isEmpty }
  var canSeek: Bool { status.item != nil && status.range != nil }

  var canGoNext: Bool {
    // The current item may have been removed from the queue; without one, the first entry is next.
    guard let place = status.entry.flatMap(queue.place(of:)) else { return !queue.isEmpty }
    return queue.next(after: place) != nil
  }
}

/// The loop mode in MPRIS' terms.
enum MPRISLoop: String, CaseIterable {
  case none = "None"
  case track = "Track"
  case playlist = "Playlist"

  init(_ loop: Queue.Loop) {
    switch loop {
    case .none: self = .none
    case .item: self = .track
    case .queue: self = .playlist
    }
  }

  var queueLoop: Queue.Loop {
    switch self {
    case .none: .none
    case .track: .item
    case .playlist: .queue
    }
  }
}
