public import VitrineControl
import VitrineLinux
import VitrineLists
import VitrinePlans
public import VitrinePlaylists
public import VitrineSchedules
public import VitrineSettings
import VitrineTiming

/// The lists for a simulation of the programme, read like the service reads them.
public struct RehearsedList: Sendable {
  public let name: String
  public let title: String?
  public let items: [Item]
  /// Why files cannot be shown (they are missing or unreadable), by index in `items`.
  public let missing: [Int: String]
  private let list: ScheduledList

  /// `span` is the simulated period, in seconds since 1970-01-01 00:00 UTC.
  public init(
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
  public func programme(_ clock: WallClock) -> Programme {
    var programme = list.programme(clock)
    programme.absent = Set(missing.keys)
    return programme
  }

  /// The list that people know the item by: the innermost campaign, otherwise the whole list.
  public func listName(of item: Int) -> String {
    items[item].rules?.campaigns.last?.title ?? title ?? name
  }

  /// The name of a party that shares the time: the item, or the list around all of them.
  public func sharerName(_ items: [Int]) -> String {
    items.count == 1 ? itemName(items[0]) : listName(of: items[0])
  }

  /// The name as shown on screen, without folder and file extension.
  public func shortName(_ item: Int) -> String { items[item].displayTitle }

  /// The item's title, or its location.
  public func itemName(_ item: Int) -> String { items[item].title ?? items[item].location }
}
