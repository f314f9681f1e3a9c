internal import Linux
public import Streams

/// How a program reaches what lies elsewhere: the thread that fetches, which begins with the first
/// use, and how the program shows who it is. Thread-safe.
public final class RemoteSources: Sendable {
  private let agent: String
  private let rules: [RemoteURL.Origin: AccessRules]
  private let policy: ReadAhead
  private let state = Shared(State())

  private struct State {
    var loop: TransferLoop?
    var rate: Double?
    var isClosed = false
  }

  /// `agent` is what servers are told of who asks. `rules` hold for their origins; others get none.
  public init(
    agent: String, rules: [RemoteURL.Origin: AccessRules] = [:], policy: ReadAhead = ReadAhead()
  ) {
    (self.agent, self.rules, self.policy) = (agent, rules, policy)
  }

  /// A file to read, whose fetching begins at once. It goes on until `RemoteFile.interrupt`.
  public func file(_ url: RemoteURL) throws(NetworkError) -> RemoteFile {
    RemoteFile(
      url, access: rules[url.origin] ?? AccessRules(), over: try usedLoop(), policy: policy)
  }

  private func usedLoop() throws(NetworkError) -> TransferLoop {
    let result = state.update { [agent] state -> Result<TransferLoop, NetworkError> in
      if state.isClosed { return .failure(.cancelled) }
      if let loop = state.loop { return .success(loop) }
      return Result { () throws(NetworkError) in
        let made = try TransferLoop(agent: agent)
        state.loop = made
        return made
      }
    }
    return try result.get()
  }

  /// Asks a server for something, as its origin wants it. What comes of it is told to `sink`.
  public func begin(
    _ request: TransferRequest, for sink: any TransferSink
  ) throws(NetworkError) -> TransferID {
    var request = request
    request.access = rules[request.url.origin] ?? AccessRules()
    return try usedLoop().begin(request, for: sink)
  }

  public func cancel(_ transfer: TransferID) { state.value.loop?.cancel(transfer) }

  /// How fast bytes came lately, in bits each second: what the next item begins with. Nil before it
  /// is known.
  public var rate: Double? { state.value.rate }

  public func note(rate: Double) { state.update { $0.rate = rate } }

  /// Ends all that is under way. Nothing is asked for afterwards.
  public func close() {
    let loop = state.update { state in
      state.isClosed = true
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
