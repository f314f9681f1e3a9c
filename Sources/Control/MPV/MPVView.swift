internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// The player as mpv's protocol sees it at one moment. A value.
struct MPVView {
  var status: PlaybackStatus
  var queue: Queue
  /// Of the program.
  var version = ""
  /// Of a clock without a beginning.
  var microseconds: Int64 = 0

  /// What is open, also before its first picture.
  var item: Item? { status.item }
  var isIdle: Bool { item == nil }

  /// The place of what is open in the queue, as listed.
  var index: Int? {
    guard let entry = status.entry, !isIdle else { return nil }
    return queue.entries.firstIndex { $0.id == entry }
  }

  /// As it was named.
  var path: String? { item.map(Self.path) }

  static func path(_ item: Item) -> String {
    switch item.source {
    case .file(let path): path
    case .remote(let url): "\(url)"
    case .color, .card: item.name
    }
  }

  var title: String? { item.map { status.title ?? $0.title ?? $0.name } }

  /// mpv numbers the tracks of each kind by themselves, from 1.
  func number(of track: TrackInfo) -> Int {
    1 + status.tracks.count { $0.kind == track.kind && $0.index < track.index }
  }

  func track(_ kind: TrackInfo.Kind, number: Int) -> TrackInfo? {
    status.tracks.first { $0.kind == kind && self.number(of: $0) == number }
  }

  func selected(_ kind: TrackInfo.Kind) -> TrackInfo? {
    status.selected.first { $0.kind == kind }
  }

  func choice(_ kind: TrackInfo.Kind) -> TrackSelection {
    switch kind {
    case .video: status.choices.video
    case .audio: status.choices.audio
    case .subtitle: status.choices.subtitle
    }
  }

  /// Whether pictures and sound move.
  var isMoving: Bool { status.phase == .playing && !status.isPaused && status.waiting == nil }
}
