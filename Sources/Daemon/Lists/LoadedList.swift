import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineSettings
import VitrineSignage
import VitrineTiming

/// A list as it was read just now.
struct LoadedList: Equatable, Sendable {
  var items: [Item]
  /// As the list itself says.
  var title: String?
  /// As the list itself says; nil as the configuration does.
  var loop: Queue.Loop?
  var isShuffled: Bool?
  /// How long its files last, as far as that was looked up: where it matters to what is shown when.
  var lengths: [String: MediaTime] = [:]
  /// The time for which events of its calendars were looked up; nil where it has none.
  var calendarSpan: CalendarSpan?
  /// Which files its paths lead to (`ListSource.edition`).
  var edition = ""
  /// The files and folders that it was read from, whose news may change it.
  var origins: [String]
}

/// How a list goes on: as it says itself, else as the configuration does.
struct QueueOrder: Equatable {
  let loop: Queue.Loop
  let isShuffled: Bool

  init(_ list: LoadedList?, _ playback: PlaybackSettings) {
    loop = list?.loop ?? playback.loop ?? .queue
    isShuffled = list?.isShuffled ?? playback.isShuffled
  }

  /// A scheduled list's: what follows what is said anew again and again.
  static let scheduled = QueueOrder(loop: .queue, isShuffled: false)

  private init(loop: Queue.Loop, isShuffled: Bool) {
    (self.loop, self.isShuffled) = (loop, isShuffled)
  }

  static func newSeed() -> UInt64 { UInt64.random(in: 0...UInt64.max) }
}

/// Why a list cannot be played, in lines for people.
struct ListError: Error, Equatable {
  let lines: [String]
  /// Where news may mean that it is there now.
  let origins: [String]
}

/// Reads lists anew; on a thread that may wait for a disk.
protocol ListSource: Sendable {
  /// What people call it.
  var name: String { get }
  /// Tells apart what the same paths lead to at different times; empty where they always lead to the same.
  var edition: String { get }
  func read() throws(ListError) -> LoadedList
}

extension ListSource {
  var edition: String { "" }
}
