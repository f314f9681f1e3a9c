package import VitrineAddresses
internal import VitrineLinux

/// The program's access to the network: the download thread, which starts with the first use, and
/// the credentials. Thread-safe.
package final class RemoteSources: Sendable {
  private let client: TransferClient
  private let rules: Shared<[RemoteURL.Origin: AccessRules]>
  private let policy: ReadAhead
  private let wrap: @Sendable (TransferLoop) -> any Transfers
  private let state = Shared(State())

  private struct State {
    var loop: TransferLoop?
    /// The loop, or a cache in front of it.
    var transfers: (any Transfers)?
    var rate: Double?
    var isClosed = false
  }

  /// `rules` apply to their origins only. `wrap` may put something in front of the download thread,
  /// such as a cache.
  package init(
    _ client: TransferClient, rules: [RemoteURL.Origin: AccessRules] = [:],
    policy: ReadAhead = ReadAhead(),
    wrap: @escaping @Sendable (TransferLoop) -> any Transfers = { $0 }
  ) {
    (self.client, self.rules, self.policy, self.wrap) = (client, Shared(rules), policy, wrap)
  }

  /// Returns the rules for an address's origin.
  package func rules(for url: RemoteURL) -> AccessRules {
    rules.value[url.origin] ?? AccessRules()
  }

  /// Adds headers to all future requests to an origin.
  package func add(fields: [String: String], for origin: RemoteURL.Origin) {
    rules.update { $0[origin, default: AccessRules()].fields.merge(fields) { $1 } }
  }

  /// Returns a file that starts to download, at most `ahead` bytes before they are read. It
  /// continues until `RemoteFile.interrupt`. With `isPinned`, its cached entry is pinned.
  package func file(
    _ url: RemoteURL, ahead: Int64? = nil, isPinned: Bool = false
  ) throws(NetworkError) -> RemoteFile {
    var policy = policy
    if let ahead { (policy.most, policy.piece) = (ahead, min(policy.piece, ahead / 2)) }
    return RemoteFile(
      url, access: rules(for: url), over: try transfers(), policy: policy, isPinned: isPinned)
  }

  private func transfers() throws(NetworkError) -> any Transfers {
    let result = state.update { [client, wrap] state -> Result<any Transfers, NetworkError> in
      if state.isClosed { return .failure(.cancelled) }
      if let transfers = state.transfers { return .success(transfers) }
      return Result { () throws(NetworkError) in
        let loop = try TransferLoop(client)
        let transfers = wrap(loop)
        (state.loop, state.transfers) = (loop, transfers)
        return transfers
      }
    }
    return try result.get()
  }

  /// Sends a request with the rules of its origin, unless it is to a peer. `sink` receives the
  /// response.
  package func begin(
    _ request: TransferRequest, for sink: any TransferSink
  ) throws(NetworkError) -> TransferID {
    var request = request
    request.access = request.isNearby ? AccessRules() : rules(for: request.url)
    return try transfers().begin(request, for: sink)
  }

  package func cancel(_ transfer: TransferID) { state.value.transfers?.cancel(transfer) }

  /// Resumes a paused transfer.
  package func resume(_ transfer: TransferID) { state.value.transfers?.resume(transfer) }

  /// Whether these bytes (without a range, the whole file) are cached.
  package func isCached(_ url: RemoteURL, _ range: Range<Int64>? = nil) -> Bool {
    state.value.transfers?.isCached(url, range) ?? false
  }

  /// Removes an address from the cache because it changes all the time.
  package func evict(_ url: RemoteURL) { state.value.transfers?.evict(url) }

  /// Removes all pins.
  package func unpinAll() { state.value.transfers?.unpinAll() }

  /// Waits until the received data is on the disk.
  package func settle() { state.value.transfers?.settle() }

  /// Whether downloads are cached.
  package var isCaching: Bool { (try? transfers())?.isCaching ?? false }

  /// The expected rate for the next stream, in bits per second; nil until it is known.
  package var rate: Double? { state.value.rate ?? measuredRate }

  /// The recent rate of downloads, in bits per second; nil until it is known.
  package var measuredRate: Double? { state.value.loop?.rate }

  package func record(rate: Double) { state.update { $0.rate = rate } }

  /// Ends all transfers, and refuses new ones.
  package func close() {
    let loop = state.update { state in
      (state.isClosed, state.transfers) = (true, nil)
      return state.loop.take()
    }
    loop?.close()
  }

  /// Makes the download thread call `answer`, for the watchdog; if there is none, calls it
  /// directly.
  package func ask(_ answer: @escaping @Sendable () -> Void) {
    guard let loop = state.value.loop else { return answer() }
    loop.ping(answer)
  }
}
