internal import VitrineStreams
internal import VitrineTiming

/// What is to be fetched before its turn, and what became of it. A value.
struct PreloadOrders {
  /// In the order in which they are played.
  private(set) var wanted: [RemoteURL] = []
  /// Those of which all is there, as far as is known.
  private var done: Set<RemoteURL> = []
  /// Those that could not be had, and when they are tried again.
  private var failed: [RemoteURL: HostTime] = [:]
  private(set) var current: RemoteURL?
  /// Whether the current one comes otherwise than it is wanted by now.
  private var isStale = false
  /// Whether the line has nothing else to do.
  var isIdle = false
  var isClosed = false

  private static let pause = Duration.seconds(60)

  /// What is not wanted any more may be gone by the time when it is again. With `anew` all of it is
  /// looked at again.
  mutating func want(_ urls: [RemoteURL], anew: Bool = false) {
    wanted = urls
    done.formIntersection(anew ? [] : urls)
  }

  /// All of them are wanted otherwise than before.
  mutating func beginAnew() { (done, isStale) = ([], current != nil) }

  /// The first that is not there yet, from now on the current one; nil while there is none.
  mutating func next(at now: HostTime) -> RemoteURL? {
    guard isIdle else { return nil }
    current = wanted.first { url in
      !done.contains(url) && (failed[url].map { $0 <= now } ?? true)
    }
    return current
  }

  /// When one is tried again that failed; nil while another one is being fetched.
  var due: HostTime? { current == nil ? wanted.compactMap { failed[$0] }.min() : nil }

  /// Whether the current one may go on now; nil where it is not wanted any more.
  var mayGoOn: Bool? {
    guard !isClosed, !isStale, let current, wanted.contains(current) else { return nil }
    return isIdle
  }

  mutating func finish(_ url: RemoteURL, isThere: Bool, at now: HostTime) {
    defer { isStale = false }
    current = nil
    if isStale { return }
    if isThere {
      done.insert(url)
      failed[url] = nil
    } else {
      failed = failed.filter { wanted.contains($0.key) }
      failed[url] = now + Self.pause
    }
  }

  /// How many of those that are wanted are there.
  var doneCount: Int { wanted.count(where: done.contains) }
}
