public import VitrineControl
import VitrineLinux
public import VitrinePlaylists
public import VitrineSchedules
public import VitrineSettings
import VitrineSignage
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

/// The time zones of the machine.
public enum ZoneFiles {
  /// The clock of the named time zone; for nil, of the machine's.
  public static func clock(named name: String?) throws(Refusal) -> WallClock {
    guard let name else { return ClockReading.now().clock }
    return try rules(named: name).clock
  }

  /// The rules of the named zone.
  static func rules(named name: String) throws(Refusal) -> ZoneRules {
    guard !name.contains(".."), !name.hasPrefix("/"), name.utf8.count < 100 else {
      throw Refusal("invalid time zone \"\(name)\": expected, for example, Europe/Berlin")
    }
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try FileDescriptor(reading: "/usr/share/zoneinfo/" + name).bytes(most: 1 << 20)
    } catch {
      throw Refusal("unknown time zone \"\(name)\" (\(error)); is the package tzdata installed?")
    }
    do throws(ZoneRules.Fault) { return try ZoneRules(tzif: bytes) } catch {
      throw Refusal("\(name): \(error.cause)")
    }
  }
}
