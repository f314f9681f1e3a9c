internal import VitrineAddresses
internal import VitrineContent
import VitrineCryptography
internal import VitrineLinux
internal import VitrineNetwork
internal import VitrineTiming

/// The cache in front of the download thread: answers requests from the disk, and stores what it
/// downloads. Thread-safe.
final class CachingTransfers: Transfers {
  let store: ContentStore
  let loop: TransferLoop
  private let state = Shared(State())
  private let orders: BoundedQueue<@Sendable () -> Void>
  /// The wall clock, in seconds since 1970.
  let now: @Sendable () -> Int64
  private let absence: Duration

  private struct State {
    var transfers: [TransferID: CachedTransfer] = [:]
    /// Servers that did not answer, and when they are probed again in the background.
    var absent: [RemoteURL.Origin: HostTime] = [:]
  }

  /// A thread that may wait for the disk runs `orders`.
  init(
    _ store: ContentStore, over loop: TransferLoop,
    orders: BoundedQueue<@Sendable () -> Void>, absence: Duration,
    now: @escaping @Sendable () -> Int64
  ) {
    self.store = store
    self.loop = loop
    self.orders = orders
    self.absence = absence
    self.now = now
  }

  func begin(_ request: TransferRequest, for sink: any TransferSink) -> TransferID {
    guard request.caching.isAllowed else { return loop.begin(request, for: sink) }
    if request.caching.isPinned { store.hold(Self.key(of: request.url)) }
    let id = loop.reserve()
    let transfer = CachedTransfer(id, request, for: sink, of: self)
    state.update { $0.transfers[id] = transfer }
    soon { transfer.proceed() }
    return id
  }

  func cancel(_ id: TransferID) {
    state.update { $0.transfers.removeValue(forKey: id) }?.cancel()
    loop.cancel(id)
  }

  func resume(_ id: TransferID) {
    guard let transfer = state.value.transfers[id], transfer.isServing else {
      return loop.resume(id)
    }
    soon { transfer.proceed() }
  }

  var isCaching: Bool { true }

  func isCached(_ url: RemoteURL, _ range: Range<Int64>?) -> Bool {
    guard let entry = store[Self.key(of: url)] else { return false }
    return range.map { entry.end(from: $0.lowerBound) >= $0.upperBound } ?? entry.isWhole
  }

  /// Credentials are not part of the key.
  static func key(of url: RemoteURL) -> Digest { Digest(of: url.requestText) }

  /// For lists of live streams, which change all the time.
  func evict(_ url: RemoteURL) {
    if let entry = store[Self.key(of: url)] { store.remove(entry.id) }
  }

  func unpinAll() { store.releaseHolds() }

  func settle() { store.settle() }

  func soon(_ body: @escaping @Sendable () -> Void) { orders.push(body) }

  /// Stops calling all sinks.
  func close() {
    let left = state.update { state in
      defer { state.transfers = [:] }
      return Array(state.transfers.values)
    }
    for transfer in left { transfer.cancel() }
  }

  func remove(_ id: TransferID) { state.update { _ = $0.transfers.removeValue(forKey: id) } }

  /// Returns the entry to store a response in, which is a new one if the version differs. Returns
  /// nil if the content is too large for the cache.
  func entry(for key: Digest, _ head: ResponseHead, of url: RemoteURL) -> ContentEntry.ID? {
    let whole = head.status == 200 && !head.isCompressed ? head.length : nil
    let size = head.contentRange?.total ?? whole
    if let size, size > store.most { return nil }
    let (now, freshness) = (now(), CachePolicy.freshness(head))
    if let known = store[key], known.origin.validators == head.validators,
      known.size == nil || size == nil || known.size == size
    {
      store.recordRevalidation(at: now, freshness: freshness, of: known.id)
      if let size { store.setSize(size, of: known.id) }
      return known.id
    }
    let origin = ContentOrigin(
      label: url.description, address: head.url == url ? nil : head.url.requestText,
      scope: head.scope.rawValue, mediaType: head.mediaType,
      entityTag: head.validators.entityTag, lastModified: head.validators.lastModified)
    return store.begin(key, origin, size: size, at: now, freshness: freshness)
  }

  /// Whether the server of a request is considered unreachable. Probes it again from time to time.
  func isAbsent(for request: TransferRequest) -> Bool {
    let origin = request.url.origin
    let (isAbsent, isDue) = state.update { [absence] state in
      guard let due = state.absent[origin] else { return (false, false) }
      guard due <= .now() else { return (true, false) }
      state.absent[origin] = .now() + absence
      return (true, true)
    }
    if isDue { probe(request) }
    return isAbsent
  }

  private func probe(_ request: TransferRequest) {
    var request = request
    (request.range, request.ifRange, request.ifNoneMatch) = (ByteRange(0, 1), nil, nil)
    request.mayReuseConnection = false
    let origin = request.url.origin
    let probe = AbsenceProbe { [weak self] in self?.setAbsent(false, origin) }
    _ = loop.begin(request, for: probe)
  }

  /// Records whether the server answered.
  func setAbsent(_ isAbsent: Bool, _ origin: RemoteURL.Origin) {
    state.update { [absence] in $0.absent[origin] = isAbsent ? .now() + absence : nil }
  }
}

/// A request that only checks whether a server answers again. Thread-safe.
private final class AbsenceProbe: TransferSink {
  private let found: @Sendable () -> Void

  init(_ found: @escaping @Sendable () -> Void) { self.found = found }

  func begin(_ head: ResponseHead, of transfer: TransferID) -> NetworkError? {
    found()
    return .cancelled
  }

  func receive(_ bytes: UnsafeRawBufferPointer, of transfer: TransferID) -> TransferStep { .enough }

  func end(_ transfer: TransferID, _ error: NetworkError?) {
    // Any response shows that the server is reachable.
    if case .status = error { found() }
  }
}
