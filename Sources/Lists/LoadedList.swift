package import VitrinePlaylists
package import VitrineSchedules
package import VitrineSettings
package import VitrineTiming

/// A list, as it was last read.
package struct LoadedList: Equatable, Sendable {
  package var items: [Item]
  /// The list's own title.
  package var title: String?
  /// As set in the list; nil if the configuration decides.
  package var loop: Queue.Loop?
  package var isShuffled: Bool?
  /// The durations of its files, as far as the schedule needs them.
  package var lengths: [String: MediaTime] = [:]
  /// The period for which its calendar events were looked up; nil for a list without calendars.
  package var calendarSpan: CalendarSpan?
  /// Identifies the files that the paths lead to (`ListSource.edition`).
  package var edition = ""
  /// The files and folders that it was read from; a change of one may change the list.
  package var origins: [String]

  package init(
    items: [Item], title: String? = nil, loop: Queue.Loop? = nil, isShuffled: Bool? = nil,
    lengths: [String: MediaTime] = [:], calendarSpan: CalendarSpan? = nil, edition: String = "",
    origins: [String]
  ) {
    (self.items, self.title, self.loop, self.isShuffled) = (items, title, loop, isShuffled)
    (self.lengths, self.calendarSpan) = (lengths, calendarSpan)
    (self.edition, self.origins) = (edition, origins)
  }
}

/// Whether a list repeats and shuffles: as it says itself, otherwise as configured.
package struct QueueOrder: Equatable, Sendable {
  package let loop: Queue.Loop
  package let isShuffled: Bool

  package init(_ list: LoadedList?, _ playback: PlaybackSettings) {
    loop = list?.loop ?? playback.loop ?? .queue
    isShuffled = list?.isShuffled ?? playback.isShuffled
  }

  /// For scheduled lists: the plan adds the following items again and again.
  package static let scheduled = QueueOrder(loop: .queue, isShuffled: false)

  private init(loop: Queue.Loop, isShuffled: Bool) {
    self.loop = loop
    self.isShuffled = isShuffled
  }

  package static func newSeed() -> UInt64 { UInt64.random(in: 0...UInt64.max) }
}

/// Why a list cannot be played, in lines for the operator.
package struct ListError: Error, Equatable, Sendable {
  package let lines: [String]
  /// A change in one of these may mean that the list is available now.
  package let origins: [String]

  package init(lines: [String], origins: [String]) {
    (self.lines, self.origins) = (lines, origins)
  }
}

/// A list that can be read repeatedly, on a thread that may wait for a disk.
package protocol ListSource: Sendable {
  /// The name in messages.
  var name: String { get }
  /// Identifies the files that the paths lead to; empty if they always lead to the same files.
  var edition: String { get }
  func read() throws(ListError) -> LoadedList
}

extension ListSource {
  package var edition: String { "" }
}
