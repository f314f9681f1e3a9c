package import VitrineControl
import VitrineLinux
import VitrineLists
import VitrinePlans
package import VitrinePlaylists
package import VitrineSchedules
package import VitrineSettings
import VitrineTiming

/// The lists for a simulation of the programme, read like the service reads them.
package struct RehearsedList: Sendable {
  package let name: String
  package let title: String?
  package let items: [Item]
  /// Why files cannot be shown (they are missing or unreadable), by index in `items`.
  package let missing: [Int: String]
  private let list: ScheduledList

  /// `span` is the simulated period, in seconds since 1970-01-01 00:00 UTC.
  package init(
    paths: [String], _ playback: PlaybackSettings, for span: Range<Int64>
  ) throws(Refusal) {
    let lists = PlaylistSource(paths: paths, playback, calendarsIn: span)
    let read: LoadedList
    do throws(ListError) { read = try lists.read() } catch {
      throw Refusal(error.lines.joined(separator: "\n"))
    }
    (name, title, items) = (lists.name, read.title, read.items)
    let lengths = read.lengths.isEmpty ? FileDurations.durations(of: read.items) : read.lengths
    list = ScheduledList(
      all: read.items, lengths: lengths, isShuffled: read.isShuffled ?? playback.isShuffled)
    missing = Dictionary(
      uniqueKeysWithValues: read.items.indices.compactMap { index in
        guard case .file(let path) = read.items[index].source,
          let error = ListFilesOnDisk().error(reading: path)
        else { return nil }
        return (index, error)
      })
  }

  /// The programme by this clock; missing items are skipped.
  package func programme(_ clock: WallClock) -> Programme {
    var programme = list.programme(clock)
    programme.absent = Set(missing.keys)
    return programme
  }

  /// The list that people know the item by: the innermost campaign, otherwise the whole list.
  package func listName(of item: Int) -> String {
    items[item].rules?.campaigns.last?.title ?? title ?? name
  }

  /// The name of a party that shares the time: the item, or the list around all of them.
  package func sharerName(_ items: [Int]) -> String {
    items.count == 1 ? itemName(items[0]) : listName(of: items[0])
  }

  /// The name as shown on screen, without folder and file extension.
  package func shortName(_ item: Int) -> String { items[item].displayTitle }

  /// The item's title, or its location.
  package func itemName(_ item: Int) -> String { items[item].title ?? items[item].location }
}
