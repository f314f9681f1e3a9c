internal import Linux
internal import Media
internal import Playlists
internal import Timing

/// Looks into the files of a list for what the list does not say: title, artist, length. On a
/// thread of the lowest priority, one file after the other, a few seconds for each at the most.
/// Thread-safe.
final class ListScan: Sendable {
  /// What a file says of itself.
  struct Facts: Sendable, Equatable {
    var title: String?
    var artist: String?
    var genre: String?
    var duration: MediaTime?
  }

  private let interrupter = Demuxer.Interrupter()
  private let isEnding = Shared(false)
  private let thread: NamedThread

  /// A disk that hangs holds up the rest of the list for as long.
  private static let patience = Duration.seconds(5)

  /// Of items by their numbers. `report` is called on the scan's thread.
  init(
    _ items: [(number: Int, item: Item)], report: @escaping @Sendable (_ number: Int, Facts) -> Void
  ) throws(Errno) {
    let (interrupter, isEnding) = (interrupter, isEnding)
    thread = try NamedThread("list", priority: .background) {
      for (number, item) in items {
        guard !isEnding.value else { return }
        guard case .file(let path) = item.source else { continue }
        interrupter.interrupt(at: HostTime.now() + Self.patience)
        // A file that cannot be opened says nothing; the player reports why once it plays it.
        guard let facts = Self.look(into: path, interrupter) else { continue }
        report(number, facts)
      }
    }
  }

  func close() {
    isEnding.update { $0 = true }
    interrupter.interrupt()
    thread.join()
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
