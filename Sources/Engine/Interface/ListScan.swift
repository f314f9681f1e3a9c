internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePlaylists
internal import VitrineTiming

/// Looks into the files of a list for what the list does not say: title, artist, length. On a
/// thread of the lowest priority, one file after the other, a few seconds for each at the most.
/// Thread-safe.
///
/// Nothing waits for it. There is one thread, whatever becomes of it: in a share that hangs it stays
/// until that answers, and the list shows the names that it has.
final class ListScan: Sendable {
  /// What a file says of itself.
  struct Facts: Sendable, Equatable {
    var title: String?
    var artist: String?
    var genre: String?
    var duration: MediaTime?
  }

  typealias Entry = (number: Int, item: Item)

  private let interrupter = Demuxer.Interrupter()
  private let orders = BoundedQueue<[Entry]>(limit: .max)
  private let hasThread = Shared(false)
  private let openings: OpeningLedger
  private let report: @Sendable (_ number: Int, Facts) -> Void

  /// A disk that hangs holds up the rest of the list for as long.
  private static let patience = Duration.seconds(5)

  /// What is looked into is told to `openings`. `report` is called on the scan's thread.
  init(
    _ openings: OpeningLedger, report: @escaping @Sendable (_ number: Int, Facts) -> Void
  ) {
    (self.openings, self.report) = (openings, report)
  }

  /// Looks into these from now on, by their numbers, and into no others.
  func look(into items: [Entry]) {
    orders.removeAll()
    guard !items.isEmpty, startThread() else { return }
    orders.force(items)
  }

  /// Ends it without waiting.
  func close() {
    orders.close(discarding: true)
    interrupter.interrupt()
  }

  /// Without a thread the list shows the names that it has.
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
        interrupter.interrupt(at: HostTime.now() + Self.patience)
        // A file that cannot be opened says nothing; the player reports why once it plays it.
        guard let facts = openings.noting(path, { Self.look(into: path, interrupter) }) else {
          continue
        }
        report(number, facts)
      }
    }
  }

  private static func look(into path: String, _ interrupter: Demuxer.Interrupter) -> Facts? {
    guard let demuxer = try? Demuxer(path: path, interrupter: interrupter) else { return nil }
    return Facts(
      title: demuxer.title, artist: demuxer.metadata("artist"), genre: demuxer.metadata("genre"),
      duration: demuxer.duration)
  }
}

extension Item {
  /// What a list shows of its length: the part that plays of what the file has. Nil of pictures,
  /// which containers give the length of one frame.
  func length(ofFile duration: MediaTime?) -> MediaTime? {
    guard let end = end ?? duration else { return nil }
    let length = min(end, duration ?? end) - (start ?? .zero)
    return length < MediaTime(1, 2) ? nil : length
  }
}
