import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineSettings
import VitrineSignage
import VitrineTiming

/// A list, as it was last read.
struct LoadedList: Equatable, Sendable {
  var items: [Item]
  /// The list's own title.
  var title: String?
  /// As set in the list; nil if the configuration decides.
  var loop: Queue.Loop?
  var isShuffled: Bool?
  /// The durations of its files, as far as the schedule needs them.
  var lengths: [String: MediaTime] = [:]
  /// The period for which its calendar events were looked up; nil for a list without calendars.
  var calendarSpan: CalendarSpan?
  /// Identifies the files that the paths lead to (`ListSource.edition`).
  var edition = ""
  /// The files and folders that it was read from; a change of one may change the list.
  var origins: [String]
}

/// Whether a list repeats and shuffles: as it says itself, otherwise as configured.
struct QueueOrder: Equatable {
  let loop: Queue.Loop
  let isShuffled: Bool

  init(_ list: LoadedList?, _ playback: PlaybackSettings) {
    loop = list?.loop ?? playback.loop ?? .queue
    isShuffled = list?.isShuffled ?? playback.isShuffled
  }

  /// For scheduled lists: the plan adds the following items again and again.
  static let scheduled = QueueOrder(loop: .queue, isShuffled: false)

  private init(loop: Queue.Loop, isShuffled: Bool) {
    self.loop = loop
    self.isShuffled = isShuffled
  }

  static func newSeed() -> UInt64 { UInt64.random(in: 0...UInt64.max) }
}

/// Why a list cannot be played, in lines for the operator.
struct ListError: Error, Equatable {
  let lines: [String]
  /// A change in one of these may mean that the list is available now.
  let origins: [String]
}

/// A list that can be read repeatedly, on a thread that may wait for a disk.
protocol ListSource: Sendable {
  /// The name in messages.
  var name: String { get }
  /// Identifies the files that the paths lead to; empty if they always lead to the same files.
  var edition: String { get }
  func read() throws(ListError) -> LoadedList
}

extension ListSource {
  var edition: String { "" }
}
