public import VitrineLinux
public import VitrineNetwork
public import VitrinePictures
public import VitrinePlayback
public import VitrinePlaylists
internal import VitrineStreams
internal import VitrineTiming

/// Fetches what is played next into what is kept, while the line has nothing else to do. Thread-safe.
public final class Preloader: Sendable {
  /// What is fetched before its turn.
  public enum Extent: Hashable, Sendable {
    /// So many of those that come next.
    case next(Int)
    /// All that the list names: it stays, however little it is played.
    case all
  }

  private let extent: Extent
  private let sources: RemoteSources
  private let state: Waitable<State>
  private let thread: NamedThread

  struct State {
    var orders = PreloadOrders()
    /// Which encoding of a stream.
    var policy = VariantPolicy()
    /// After which place of the queue the orders are.
    var place: Queue.Place?
    var entries: [Queue.Entry.ID] = []
    /// Ends what is being fetched, and waited for.
    var leave: (@Sendable () -> Void)?
  }

  /// More are no list that would fit on a disk.
  private static let most = 10_000

  /// Begins the thread: `preload`.
  public init(_ sources: RemoteSources, _ extent: Extent) throws(Errno) {
    (self.sources, self.extent) = (sources, extent)
    let state = Waitable(State())
    self.state = state
    thread = try NamedThread("preload", priority: .background) {
      PreloadLoop(sources, holds: extent == .all, state).run()
    }
  }

  /// What plays is at `place`; `isIdle` says that nothing of it is being fetched, `quality` which
  /// encoding people want.
  public func note(
    isIdle: Bool, _ queue: Queue, at place: Queue.Place?, quality: VariantPolicy.Wish,
    display: @autoclosure () -> PixelSize?
  ) {
    let known = state.value
    let entries = queue.entries.map(\.id)
    let isSame = known.place == place && known.entries == entries
    let isDue = known.orders.due.map { $0 <= .now() } ?? false
    let isOtherWish = known.policy.wish != quality
    guard !isSame || known.orders.isIdle != isIdle || isDue || isOtherWish else { return }
    let urls = isSame ? nil : urls(queue, after: place)
    // What is in the list no more may go; what stays in it is held anew.
    let isOther = extent == .all && known.entries != entries
    if isOther { sources.letGo() }
    let display = display()
    let leave = state.update { state in
      (state.orders.isIdle, state.policy.largest) = (isIdle, display)
      (state.place, state.entries) = (place, entries)
      state.policy.wish = quality
      if isOtherWish { state.orders.beginAnew() }
      if let urls { state.orders.want(urls, anew: isOther) }
      return state.orders.mayGoOn == nil ? state.leave.take() : nil
    }
    leave?()
  }

  private func urls(_ queue: Queue, after place: Queue.Place?) -> [RemoteURL] {
    let items =
      switch extent {
      case .next(let count): queue.upcoming(after: place, count)
      // That of the present one may be fetched only in part.
      case .all:
        queue.upcoming(after: place, Self.most)
          + queue.entries.prefix(Self.most).map(\.item)
      }
    var known: Set<RemoteURL> = []
    return items.compactMap { item in
      guard case .remote(let url) = item.source, url.isWeb, known.insert(url).inserted else {
        return nil
      }
      return url
    }
  }

  public var progress: PreloadProgress {
    let orders = state.value.orders
    return PreloadProgress(
      wanted: orders.wanted.count, done: orders.doneCount, current: orders.current?.description)
  }

  /// Ends it and waits for that. Before the end of what fetches, and once.
  public func close() {
    let leave = state.update { state in
      state.orders.isClosed = true
      return state.leave.take()
    }
    leave?()
    thread.join()
  }
}
