internal import VitrineCodes
internal import VitrineLinux
internal import VitrineMedia
internal import VitrineOverlay
internal import VitrinePlayback
package import VitrinePlaylists
internal import VitrineScenes
internal import VitrineTiming

/// Reads missing titles, artists and durations from the list's files. It runs on a low-priority
/// thread, one file after the other, with a timeout for each. Thread-safe.
///
/// Nothing waits for it. There is only one thread: if a network share hangs, it blocks until the
/// share answers, and the list shows the names that it has.
final class ListScan: Sendable {
  /// The metadata of a file.
  struct Metadata: Sendable, Equatable {
    var title: String?
    var artist: String?
    var genre: String?
    var duration: MediaTime?
    var year: Int?
    /// The languages of the audio tracks, as in the file.
    var languages: [String] = []
  }

  typealias Entry = (number: Int, item: Item)

  private let interrupter = Demuxer.Interrupter()
  private let orders = BoundedQueue<[Entry]>(limit: .max)
  private let hasThread = Shared(false)
  private let openings: OpeningJournal
  private let report: @Sendable (_ number: Int, Metadata) -> Void

  /// A hung disk delays the rest of the list by this.
  private static let timeout = Duration.seconds(5)

  /// Records the opened files in `openings`. `report` is called on the scan's thread.
  init(
    _ openings: OpeningJournal, report: @escaping @Sendable (_ number: Int, Metadata) -> Void
  ) {
    self.openings = openings
    self.report = report
  }

  /// Replaces the files to scan.
  func scan(_ items: [Entry]) {
    orders.removeAll()
    guard !items.isEmpty, startThread() else { return }
    orders.force(items)
  }

  /// Stops the scan without waiting.
  func close() {
    orders.close(discarding: true)
    interrupter.interrupt()
  }

  /// Without a thread, the list shows the names that it has.
  private func startThread() -> Bool {
    hasThread.update { hasThread in
      if !hasThread,
        let thread = try? NamedThread("list", priority: .background, body: { [self] in run() })
      {
        thread.detach()
        hasThread = true
      }
      return hasThread
    }
  }

  private func run() {
    while let items = orders.pop() {
      for (number, item) in items where orders.isEmpty && !orders.isExhausted {
        guard case .file(let path) = item.source else { continue }
        interrupter.interrupt(at: HostTime.now() + Self.timeout)
        // A file that cannot be opened has no metadata; the player reports why when it plays it.
        guard let facts = openings.recording(path, { Self.metadata(of: path, interrupter) }) else {
          continue
        }
        report(number, facts)
      }
    }
  }

  /// The year that a date begins with, such as `2024-05-01` or `20240501`.
  static func year(of date: String) -> Int? {
    let digits = date.prefix { ("0"..."9").contains($0) }
    guard [4, 8].contains(digits.count), let year = Int(digits.prefix(4)) else { return nil }
    return year >= 1850 ? year : nil
  }

  private static func metadata(of path: String, _ interrupter: Demuxer.Interrupter) -> Metadata? {
    guard let demuxer = try? Demuxer(path: path, interrupter: interrupter) else { return nil }
    var seen: Set<String> = []
    let languages = demuxer.tracks.map(\.info).filter { $0.kind == .audio }
      .compactMap(\.language).filter { seen.insert($0).inserted }
    return Metadata(
      title: demuxer.title, artist: demuxer.metadata("artist"), genre: demuxer.metadata("genre"),
      duration: demuxer.duration, year: demuxer.metadata("date").flatMap(year(of:)),
      languages: languages)
  }
}

extension Item {
  /// The duration to show in a list: the played part of the file. Nil for pictures, which
  /// containers give the duration of one frame.
  func length(ofFile duration: MediaTime?) -> MediaTime? {
    guard let end = end ?? duration else { return nil }
    let length = min(end, duration ?? end) - (start ?? .zero)
    return length < MediaTime(1, 2) ? nil : length
  }
}

/// The gallery's items. Each keeps its number when the list changes.
package struct ListedItems: Sendable {
  /// In the list's order.
  package private(set) var all: [Item] = []
  private(set) var numbers: [Int] = []
  private var places: [Int: Int] = [:]
  private var next = 0

  package init(_ items: [Item] = []) { replace(with: items) }

  package mutating func replace(with items: [Item]) {
    var known = Dictionary(
      grouping: zip(all, numbers).reversed(), by: \.0
    ).mapValues { $0.map(\.1) }
    var numbers: [Int] = []
    for item in items {
      if let number = known[item]?.popLast() {
        numbers.append(number)
      } else {
        numbers.append(next)
        next += 1
      }
    }
    (all, self.numbers) = (items, numbers)
    places = Dictionary(uniqueKeysWithValues: zip(numbers, items.indices))
  }

  subscript(number: Int) -> Item? { places[number].map { all[$0] } }

  /// The entries with the list's own metadata; the files' metadata is added later.
  var entries: [CatalogueEntry] {
    zip(numbers, all).map { number, item in
      var entry = CatalogueEntry(
        id: number, title: item.displayTitle, subtitle: item.subtitle, categories: item.categories)
      entry.description = item.description
      entry.link = item.link.map { PageLink($0) { SquareCode(qr: $0) } }
      for (code, texts) in item.translations {
        guard let language = InterfaceLanguage(rawValue: code) else { continue }
        entry.translations[language] = .init(
          title: texts.title, subtitle: texts.subtitle, description: texts.description)
      }
      return entry
    }
  }
}
