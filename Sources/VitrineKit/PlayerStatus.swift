internal import VitrinePictures
package import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// What a player does at one moment. A value; `Player.status` has the present one.
public struct PlayerStatus: Sendable {
  /// What the player can do; what people want is `isPaused`.
  public enum Phase: String, Sendable, CaseIterable {
    /// Nothing was asked for, or everything was stopped.
    case idle
    /// An item is being opened.
    case opening
    /// Its first pictures are awaited, or more of it.
    case buffering
    /// It plays, or would if it were not paused.
    case playing
    /// All of the queue was played.
    case ended
    /// Nothing in the queue can be played; all is tried again after a while.
    case failed
  }

  package let value: PlaybackStatus

  package init(_ value: PlaybackStatus) { self.value = value }

  /// The same once its player has ended: nothing plays any more.
  var ended: PlayerStatus {
    var last = value
    switch last.phase {
    case .ended, .failed: break
    default: last.phase = .idle
    }
    (last.item, last.entry, last.waiting, last.buffered) = (nil, nil, nil, [])
    (last.title, last.duration, last.live, last.trouble) = (nil, nil, nil, nil)
    (last.tracks, last.selected, last.encodings) = ([], [], nil)
    return PlayerStatus(last)
  }

  /// What the player can do.
  public var phase: Phase {
    switch value.phase {
    case .idle: .idle
    case .opening: .opening
    case .buffering: .buffering
    case .playing: .playing
    case .ended: .ended
    case .failed: .failed
    }
  }

  /// Whether people want it to stand.
  public var isPaused: Bool { value.isPaused }
  /// Whether a finger on the slider is looking for a place.
  public var isScrubbing: Bool { value.isScrubbing }
  /// Whether pictures are awaited.
  public var isWaiting: Bool { value.waiting != nil }
  /// Whether it goes on now: it is not paused, waits for nothing, no finger is looking for a place, and the display
  /// is to be on.
  public var isPlaying: Bool {
    phase == .playing && !isPaused && !isWaiting && !isScrubbing && isDisplayOn
  }
  /// What is wrong with the way to what plays, in words; the picture may still go on.
  public var waitingReason: String? { value.trouble }

  /// What plays, and which entry of the queue it is.
  public var item: Item? { value.item.map { Item($0) } }
  /// Of the queue; nil while nothing plays.
  public var entry: PlayerQueue.Entry.ID? { value.entry }
  /// What people read: the item's own title, else what the file calls itself, else the file's name.
  public var title: String? { value.item?.title ?? value.title ?? value.item?.displayTitle }

  /// Counted from the beginning of its file.
  public var position: Duration { value.position.duration }
  /// Nil where nothing tells: of what is live, and before it is open.
  public var duration: Duration? { value.duration?.duration }
  /// What is read ahead, from the position on.
  public var buffered: [ClosedRange<Duration>] {
    value.buffered.map { $0.lowerBound.duration...$0.upperBound.duration }
  }
  /// Whether it happens as it is played.
  public var isLive: Bool { value.live != nil }

  /// All there are to choose from.
  public var tracks: [Track] { value.tracks.map { Track($0) } }
  /// Those that play.
  public var selectedTracks: [Track] { value.selected.map { Track($0) } }

  /// Those in which a stream has its picture, the best one first; none of what has but one.
  public var renditions: [Rendition] { value.encodings?.all.map { Rendition($0) } ?? [] }
  /// Which of them is wanted; visitors choose it, too.
  public var quality: Player.Quality { Player.Quality(value.quality) }
  /// The one that is on screen.
  public var rendition: Rendition? { value.encodings?.playing.map { Rendition($0) } }

  /// 1 is as it was recorded.
  public var rate: Double { value.rate }
  /// 0 to 1.
  public var volume: Double { value.volume }
  /// Whether there is to be no sound.
  public var isMuted: Bool { value.isMuted }
  /// How pictures fill the display.
  public var fit: Fit { Fit(value.fit) }
  /// How far all is turned.
  public var rotation: Rotation { Rotation(value.rotation) }
  /// Whether the display is to be on.
  public var isDisplayOn: Bool { value.isDisplayOn }

  /// What decodes the video; nil before any was.
  public var decoder: String? { value.decoder }
  /// Frames that were on screen, by the display's flips.
  public var framesShown: Int { value.statistics.presented }
  /// Of these, those that came after their vblank.
  public var framesLate: Int { value.statistics.late }
  /// Frames that were decoded and never shown.
  public var framesDropped: Int { value.statistics.dropped }
}
