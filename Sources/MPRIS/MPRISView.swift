internal import VitrineBus
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// The player as MPRIS sees it at one moment. A value.
struct MPRISView {
  var status: PlaybackStatus
  var queue: Queue

  /// What the interface of the program has. It never changes.
  static let root: [String: BusValue] = [
    "CanQuit": .bool(true), "CanRaise": .bool(false), "HasTrackList": .bool(false),
    "Identity": .string("Vitrine"), "DesktopEntry": .string("vitrine"),
    "SupportedUriSchemes": .strings(MPRISAddress.schemes),
    "SupportedMimeTypes": .strings(MPRISAddress.types),
  ]

  /// What the interface of the player has, but for `Position`, which no signal tells.
  var told: [String: BusValue] {
    [
      "PlaybackStatus": .string(playback), "LoopStatus": .string(MPRISLoop(queue.loop).rawValue),
      "Shuffle": .bool(queue.shuffleSeed != nil), "Rate": .double(status.rate),
      "MinimumRate": .double(0.25), "MaximumRate": .double(4), "Volume": .double(status.volume),
      "Metadata": .properties(MPRISMetadata.properties(self)), "CanControl": .bool(true),
      "CanPlay": .bool(canPlay), "CanPause": .bool(status.item != nil), "CanSeek": .bool(canSeek),
      "CanGoNext": .bool(canGoNext), "CanGoPrevious": .bool(canPlay),
    ]
  }

  /// All that the interface of the player has.
  var player: [String: BusValue] {
    told.merging(["Position": .int64(position)]) { $1 }
  }

  /// In microseconds.
  var position: Int64 { Self.microseconds(status.position) }

  static func microseconds(_ time: MediaTime) -> Int64 { time.nanoseconds / 1000 }

  /// Pausing is an intention: what opens or waits for bytes plays, as far as people are concerned.
  private var playback: String {
    switch status.phase {
    case .opening, .buffering, .playing: status.isPaused ? "Paused" : "Playing"
    case .idle, .ended, .failed: "Stopped"
    }
  }

  var canPlay: Bool { status.item != nil || !queue.isEmpty }
  var canSeek: Bool { status.item != nil && status.range != nil }

  var canGoNext: Bool {
    // What plays may be in the queue no more; and where nothing does, the first comes next.
    guard let place = status.entry.flatMap(queue.place(of:)) else { return !queue.isEmpty }
    return queue.next(after: place) != nil
  }
}

/// What begins anew at its end, in MPRIS' words.
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
