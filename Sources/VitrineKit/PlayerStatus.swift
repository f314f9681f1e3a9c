internal import VitrinePictures
package import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// A snapshot of a player's state; see ``Player/status`` and ``Player/statuses``.
public struct PlayerStatus: Sendable {
  /// The activity of a player. Whether a pause is requested is ``PlayerStatus/isPaused``.
  public enum Phase: String, Sendable, CaseIterable {
    /// No item is open: nothing was started, or playback was stopped.
    case idle
    /// An item is being opened.
    case opening
    /// The first frames, or more data, are not available yet.
    case buffering
    /// An item plays, or would if it were not paused.
    case playing
    /// The queue has ended.
    case ended
    /// No item in the queue can be played; all are retried after a while.
    case failed
  }

  package let value: PlaybackStatus

  package init(_ value: PlaybackStatus) { self.value = value }

  /// The status after the player has ended: without an item.
  var ended: PlayerStatus {
    var last = value
    switch last.phase {
    case .ended, .failed: break
    default: last.phase = .idle
    }
    (last.item, last.entry, last.waiting, last.buffered) = (nil, nil, nil, [])
    (last.title, last.duration, last.live, last.networkError) = (nil, nil, nil, nil)
    (last.tracks, last.selected, last.renditions) = ([], [], nil)
    (last.chapters, last.tags, last.videoSize) = ([], VitrinePlayback.MediaTags(), nil)
    return PlayerStatus(last)
  }

  /// The player's current activity.
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

  /// Whether a pause is requested, by the program or a visitor.
  public var isPaused: Bool { value.isPaused }
  /// Whether scrubbing is in progress, by a visitor or by ``Player/beginScrubbing()``.
  public var isScrubbing: Bool { value.isScrubbing }
  /// Whether playback waits for an item to open, for a seek or for data.
  public var isWaiting: Bool { value.waiting != nil }
  /// Whether the picture advances: playback is not paused, waiting or scrubbing, and the display is
  /// on.
  public var isPlaying: Bool {
    phase == .playing && !isPaused && !isWaiting && !isScrubbing && isDisplayOn
  }
  /// The network error that affects the current item, as human-readable text; nil if there is none.
  /// Playback may still continue from the buffer.
  public var networkError: String? { value.networkError }

  /// The current item; nil if there is none.
  public var item: Item? { value.item.map { Item($0) } }
  /// The current entry of the queue; nil if there is none.
  public var entry: PlayerQueue.Entry.ID? { value.entry }
  /// The displayed title: the item's own, otherwise the file's, otherwise the file name.
  public var title: String? { value.item?.title ?? value.title ?? value.item?.displayTitle }

  /// The position, from the beginning of the file.
  public var position: Duration { value.position.duration }
  /// The duration of the file; nil if unknown, as for live streams and before it is open.
  public var duration: Duration? { value.duration?.duration }
  /// The buffered ranges, from the position on.
  public var buffered: [ClosedRange<Duration>] {
    value.buffered.map { $0.lowerBound.duration...$0.upperBound.duration }
  }
  /// Whether this is a live stream.
  public var isLive: Bool { value.live != nil }

  /// The natural size of the current video, with the file's pixel aspect ratio and rotation applied:
  /// 1024x576 for widescreen PAL, 1080x1920 for a clip from an upright phone.
  ///
  /// It does not depend on the display or ``fit``. It is nil without video and before the item is
  /// open, and changes with the rendition of an adaptive stream.
  public var videoSize: VideoSize? { value.videoSize.map { VideoSize($0) } }

  /// The chapters of the current item, by their start.
  public var chapters: [Chapter] { value.chapters.indices.map { Chapter($0, of: value) } }
  /// The current chapter: the last one that has started; nil without chapters, and before the first
  /// one.
  public var chapter: Chapter? { value.chapter.map { Chapter($0, of: value) } }
  /// The tags in the current item's file; empty before the item is open.
  public var tags: MediaTags { MediaTags(value.tags) }

  /// All tracks of the current item.
  public var tracks: [Track] { value.tracks.map { Track($0) } }
  /// The tracks that play.
  public var selectedTracks: [Track] { value.selected.map { Track($0) } }

  /// The renditions of the current stream, best first; empty unless there are several.
  public var renditions: [Rendition] { value.renditions?.all.map { Rendition($0) } ?? [] }
  /// The requested rendition; visitors can change it, too.
  public var quality: Player.Quality { Player.Quality(value.quality) }
  /// The rendition on screen; nil unless the stream has several.
  public var rendition: Rendition? { value.renditions?.playing.map { Rendition($0) } }

  /// The playback rate; 1 is normal speed.
  public var rate: Double { value.rate }
  /// The volume, 0 to 1.
  public var volume: Double { value.volume }
  /// Whether the sound is muted.
  public var isMuted: Bool { value.isMuted }
  /// How pictures fill the display.
  public var fit: Fit { Fit(value.fit) }
  /// The rotation of everything on screen.
  public var rotation: Rotation { Rotation(value.rotation) }
  /// Whether the display is requested to be on.
  public var isDisplayOn: Bool { value.isDisplayOn }

  /// A human-readable description of the video decoder; nil before the first video.
  public var decoder: String? { value.decoder }
  /// The number of frames shown, counted by page flips.
  public var framesShown: Int { value.statistics.presented }
  /// The number of frames shown after their vblank.
  public var framesLate: Int { value.statistics.late }
  /// The number of frames that were decoded but never shown.
  public var framesDropped: Int { value.statistics.dropped }
}
