internal import VitrineLinux
public import VitrineStreams

/// How a program reaches what lies elsewhere: the thread that fetches, which begins with the first
/// use, and how the program shows who it is. Thread-safe.
public final class RemoteSources: Sendable {
  private let client: TransferClient
  private let rules: Shared<[RemoteURL.Origin: AccessRules]>
  private let policy: ReadAhead
  private let wrap: @Sendable (TransferLoop) -> any Transfers
  private let state = Shared(State())

  private struct State {
    var loop: TransferLoop?
    /// What is asked: the loop, or what stands before it.
    var transfers: (any Transfers)?
    var rate: Double?
    var isClosed = false
  }

  /// `rules` hold for their origins; others get none.
  /// `wrap` may put something before the thread that fetches, as a cache.
  public init(
    _ client: TransferClient, rules: [RemoteURL.Origin: AccessRules] = [:],
    policy: ReadAhead = ReadAhead(),
    wrap: @escaping @Sendable (TransferLoop) -> any Transfers = { $0 }
  ) {
    (self.client, self.rules, self.policy, self.wrap) = (client, Shared(rules), policy, wrap)
  }

  /// What holds for the one who is asked for this.
  public func rules(for url: RemoteURL) -> AccessRules {
    rules.value[url.origin] ?? AccessRules()
  }

  /// Further lines of all requests to an origin from now on, beside those that there are.
  public func add(fields: [String: String], for origin: RemoteURL.Origin) {
    rules.update { $0[origin, default: AccessRules()].fields.merge(fields) { $1 } }
  }

  /// A file to read, whose fetching begins at once, `ahead` bytes at the most before they are read. It
  /// goes on until `RemoteFile.interrupt`. What is kept of one that `isHeld` stays.
  public func file(
    _ url: RemoteURL, ahead: Int64? = nil, isHeld: Bool = false
  ) throws(NetworkError) -> RemoteFile {
    var policy = policy
    if let ahead { (policy.most, policy.piece) = (ahead, min(policy.piece, ahead / 2)) }
    return RemoteFile(
      url, access: rules(for: url), over: try transfers(), policy: policy, isHeld: isHeld)
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

  /// Asks a server for something, as its origin wants it, unless it is one nearby. What comes of it is told to
  /// `sink`.
  public func begin(
    _ request: TransferRequest, for sink: any TransferSink
  ) throws(NetworkError) -> TransferID {
    var request = request
    request.access = request.isNearby ? AccessRules() : rules(for: request.url)
    return try transfers().begin(request, for: sink)
  }

  public func cancel(_ transfer: TransferID) { state.value.transfers?.cancel(transfer) }

  /// Goes on with one that was paused.
  public func resume(_ transfer: TransferID) { state.value.transfers?.resume(transfer) }

  /// Whether these bytes are on this machine, all of them without a range.
  public func keeps(_ url: RemoteURL, _ range: Range<Int64>? = nil) -> Bool {
    state.value.transfers?.keeps(url, range) ?? false
  }

  /// What lies there changes all the time: it is not to be kept.
  public func forget(_ url: RemoteURL) { state.value.transfers?.forget(url) }

  /// What was asked for to be held is that no more.
  public func letGo() { state.value.transfers?.letGo() }

  /// Waits until what came and is kept is on the disk.
  public func settle() { state.value.transfers?.settle() }

  /// Whether what is fetched is kept.
  public var isKeeping: Bool { (try? transfers())?.isKeeping ?? false }

  /// How much a stream may count on, in bits each second: what the next one begins with. Nil before it
  /// is known.
  public var rate: Double? { state.value.rate ?? measuredRate }

  /// How fast bytes came lately, in bits each second; nil before it is known.
  public var measuredRate: Double? { state.value.loop?.rate }

  public func note(rate: Double) { state.update { $0.rate = rate } }

  /// Ends all that is under way. Nothing is asked for afterwards.
  public func close() {
    let loop = state.update { state in
      (state.isClosed, state.transfers) = (true, nil)
      return state.loop.take()
    }
    loop?.close()
  }

  /// Has the thread that fetches call `answer`, for the watchdog; where there is none it is called here.
  public func ask(_ answer: @escaping @Sendable () -> Void) {
    guard let loop = state.value.loop else { return answer() }
    loop.ask(answer)
  }
}
