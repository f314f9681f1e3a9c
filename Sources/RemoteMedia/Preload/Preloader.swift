internal import VitrineAddresses
package import VitrineLinux
package import VitrineMedia
package import VitrineNetwork
internal import VitrinePictures
package import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineStreams
internal import VitrineTiming

/// Downloads upcoming items into the cache while playback does not need the bandwidth. Thread-safe.
package final class Preloader: Sendable {
  /// The items to preload.
  package enum Extent: Hashable, Sendable {
    /// The next N items.
    case next(Int)
    /// All items of the list. They are pinned, however rarely they play.
    case all
  }

  private let extent: Extent
  private let sources: RemoteSources
  private let state: Waitable<State>
  private let thread: NamedThread

  struct State {
    var orders = PreloadQueue()
    /// The rendition of a stream to preload.
    var policy = VariantPolicy()
    /// The position in the queue that the orders refer to.
    var place: Queue.Place?
    var entries: [Queue.Entry.ID] = []
    /// Interrupts the current download.
    var leave: (@Sendable () -> Void)?
  }

  /// A longer list would not fit on a disk.
  private static let most = 10_000

  /// Starts the thread `preload`.
  package init(_ sources: RemoteSources, _ extent: Extent) throws(Errno) {
    self.sources = sources
    self.extent = extent
    let state = Waitable(State())
    self.state = state
    thread = try NamedThread("preload", priority: .background) {
      PreloadLoop(sources, holds: extent == .all, state).run()
    }
  }

  /// Updates the orders.
  package func update(_ upcoming: UpcomingItems) {
    let (queue, place) = (upcoming.queue, upcoming.place)
    let (isIdle, quality) = (upcoming.isIdle, upcoming.quality)
    let known = state.value
    let entries = queue.entries.map(\.id)
    let isSame = known.place == place && known.entries == entries
    let isDue = known.orders.due.map { $0 <= .now() } ?? false
    let isOtherPreference = known.policy.preference != quality
    guard !isSame || known.orders.isIdle != isIdle || isDue || isOtherPreference else { return }
    let urls = isSame ? nil : urls(queue, after: place)
    // Items that left the list lose their pin; the others are pinned again.
    let isOther = extent == .all && known.entries != entries
    if isOther { sources.unpinAll() }
    let display = upcoming.display()
    let leave = state.update { state in
      (state.orders.isIdle, state.policy.largest) = (isIdle, display)
      (state.place, state.entries) = (place, entries)
      state.policy.preference = quality
      if isOtherPreference { state.orders.beginAnew() }
      if let urls { state.orders.want(urls, anew: isOther) }
      return state.orders.mayProceed == nil ? state.leave.take() : nil
    }
    leave?()
  }

  private func urls(_ queue: Queue, after place: Queue.Place?) -> [RemoteURL] {
    let items =
      switch extent {
      case .next(let count): queue.upcoming(after: place, count)
      // The current item may be cached only in part.
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

  package var progress: PreloadProgress {
    let orders = state.value.orders
    return PreloadProgress(
      wanted: orders.wanted.count, done: orders.doneCount, current: orders.current?.description)
  }

  /// Ends the thread and waits for it. To be called once, before the download thread ends.
  package func close() {
    let leave = state.update { state in
      state.orders.isClosed = true
      return state.leave.take()
    }
    leave?()
    thread.join()
  }
}
