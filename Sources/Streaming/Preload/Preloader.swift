public import Linux
public import Network
public import Pictures
public import Playback
public import Playlists
internal import Streams
internal import Timing

/// Fetches what is played next into what is kept, while the line has nothing else to do. Thread-safe.
public final class Preloader: Sendable {
  private let count: Int
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

  /// Begins the thread: `preload`. `count` is how many items are fetched before their turn.
  public init(
    _ sources: RemoteSources, count: Int, wish: VariantPolicy.Wish = .automatic
  ) throws(Errno) {
    self.count = count
    var first = State()
    first.policy.wish = wish
    let state = Waitable(first)
    self.state = state
    thread = try NamedThread("preload", priority: .background) {
      PreloadLoop(sources, state).run()
    }
  }

  /// What plays is at `place`; `isIdle` says that nothing of it is being fetched.
  public func note(
    isIdle: Bool, _ queue: Queue, at place: Queue.Place?, display: @autoclosure () -> PixelSize?
  ) {
    let known = state.value
    let entries = queue.entries.map(\.id)
    let isSame = known.place == place && known.entries == entries
    let isDue = known.orders.due.map { $0 <= .now() } ?? false
    guard !isSame || known.orders.isIdle != isIdle || isDue else { return }
    let urls = isSame ? nil : urls(queue, after: place)
    let display = display()
    let leave = state.update { state in
      (state.orders.isIdle, state.policy.largest) = (isIdle, display)
      (state.place, state.entries) = (place, entries)
      if let urls { state.orders.want(urls) }
      return state.orders.mayGoOn == nil ? state.leave.take() : nil
    }
    leave?()
  }

  private func urls(_ queue: Queue, after place: Queue.Place?) -> [RemoteURL] {
    queue.upcoming(after: place, count).compactMap { item in
      if case .remote(let url) = item.source, url.isWeb { url } else { nil }
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
