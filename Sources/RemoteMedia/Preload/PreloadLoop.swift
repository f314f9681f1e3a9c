internal import VitrineAddresses
internal import VitrineContent
internal import VitrineLinux
internal import VitrineMedia
internal import VitrineNetwork
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineStreams
internal import VitrineTiming

/// The loop of the thread `preload`: reads one item after the other and discards the data. The
/// cache in front of the transfers stores it.
struct PreloadLoop {
  private let sources: RemoteSources
  /// Whether the downloads are pinned.
  private let holds: Bool
  private let state: Waitable<Preloader.State>

  init(_ sources: RemoteSources, holds: Bool, _ state: Waitable<Preloader.State>) {
    self.sources = sources
    self.holds = holds
    self.state = state
  }

  func run() {
    while let url = next() {
      let isThere: Bool
      do throws(Interruption) {
        try fetch(url)
        isThere = true
      } catch {
        isThere = false
      }
      state.update { state in
        state.orders.finish(url, isThere: isThere, at: .now())
        state.leave = nil
      }
    }
  }

  /// Why a download ended early.
  private enum Interruption: Error {
    case unwanted
    case failed
  }

  /// Returns nil once the preloader is closed.
  private func next() -> RemoteURL? {
    state.wait { state -> RemoteURL?? in
      if state.orders.isClosed { return .some(nil) }
      return state.orders.next(at: .now()).map { .some($0) }
    }
  }

  /// Waits while playback needs the bandwidth.
  private func checkMayProceed() throws(Interruption) {
    let mayProceed = state.wait { state -> Bool? in
      switch state.orders.mayProceed {
      case nil: false
      case true?: true
      case false?: nil
      }
    }
    if !mayProceed { throw .unwanted }
  }

  /// `leave` interrupts the download when the item is no longer wanted.
  private func leaving(_ leave: @escaping @Sendable () -> Void) throws(Interruption) {
    let isWanted = state.update { state in
      state.leave = leave
      return state.orders.mayProceed != nil
    }
    if !isWanted { throw .unwanted }
  }

  private func fetch(_ url: RemoteURL) throws(Interruption) {
    // Without a cache the download would be pointless.
    guard sources.isCaching else { throw .failed }
    let file = try tried { () throws(NetworkError) in
      try sources.file(url, ahead: Self.ahead, isPinned: holds)
    }
    defer { file.interrupt() }
    try leaving { file.interrupt() }
    let playlist = try tried { () throws(NetworkError) in
      try RemotePlaylist(readingAll: file, at: url)
    }
    if let playlist {
      file.interrupt()
      guard let plan = try? playlist.plan(over: sources) else { throw .failed }
      return try fetch(plan)
    }
    if sources.isCached(url) { return }
    // A source without an end never completes.
    let size = try tried { () throws(NetworkError) in try file.describe().size }
    guard size != nil else { throw .failed }
    var room = [UInt8](repeating: 0, count: 256 << 10)
    var place: Int64 = 0
    while true {
      try checkMayProceed()
      let count = try tried { () throws(NetworkError) in try file.read(at: place, into: &room) }
      if count == 0 { break }
      place +|= Int64(count)
      // If the server forbids caching, the rest would be downloaded twice.
      if place >= Self.trial, !sources.isCached(url, 0..<1) { throw .failed }
    }
    sources.settle()
    // Its last block may not be on the disk yet.
    let settled = place -| Int64(ContentPiece.most)
    // bound: checked on this line
    guard settled <= 0 || sources.isCached(url, 0..<settled) else { throw .failed }
  }

  /// How many bytes are read before checking whether they were cached: writing takes time.
  private static let trial: Int64 = 16 << 20

  /// Small, so that little is in flight when playback needs the bandwidth.
  private static let ahead: Int64 = 2 << 20

  private func fetch(_ plan: SegmentPlan) throws(Interruption) {
    try fetch(plan.scheduler(over: sources, state.value.policy))
    let sound = plan.sounds.first { $0.info.isDefault } ?? plan.sounds.first
    if let sound, plan.ownSound == nil { try fetch(plan.scheduler(of: sound, over: sources)) }
  }

  private func fetch(_ scheduler: SegmentScheduler) throws(Interruption) {
    var scheduler = scheduler
    scheduler.limits.time = .seconds(12)
    let feed = SegmentFeed(scheduler, over: sources, isPinned: holds)
    defer { feed.interrupt() }
    try leaving { feed.interrupt() }
    let isLive = try tried { () throws(NetworkError) in try feed.timeline().list.isLive }
    // A live stream cannot be preloaded.
    if isLive { return }
    while let stretch = try tried({ () throws(NetworkError) in try feed.nextStretch() }) {
      try checkMayProceed()
      _ = try tried { () throws(NetworkError) in try feed.part(of: stretch) }
    }
  }

  private func tried<Result>(
    _ body: () throws(NetworkError) -> Result
  ) throws(Interruption) -> Result {
    do throws(NetworkError) {
      return try body()
    } catch {
      throw .failed
    }
  }
}
