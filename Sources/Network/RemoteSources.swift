internal import Linux
public import Streams

/// How a program reaches what lies elsewhere: the thread that fetches, which begins with the first
/// use, and how the program shows who it is. Thread-safe.
public final class RemoteSources: Sendable {
  private let agent: String
  private let rules: [RemoteURL.Origin: AccessRules]
  private let policy: ReadAhead
  private let loop = Shared<TransferLoop?>(nil)

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
    let result = loop.update { [agent] loop -> Result<TransferLoop, NetworkError> in
      if let loop { return .success(loop) }
      return Result { () throws(NetworkError) in
        let made = try TransferLoop(agent: agent)
        loop = made
        return made
      }
    }
    return try result.get()
  }

  /// Ends all that is under way. Nothing is asked for afterwards.
  public func close() {
    let loop = loop.update { $0.take() }
    loop?.close()
  }
}
