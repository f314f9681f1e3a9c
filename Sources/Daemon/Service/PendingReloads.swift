import VitrineControl

/// The reloads that clients and the operator have asked for and that have not been answered: which
/// client is answered when, and what it hears. A value.
struct PendingReloads<Client> {
  /// An answer that is due; without a refusal all is well.
  struct Answer {
    let client: Client
    let refusal: Refusal?
  }

  private struct Request {
    let client: Client
    /// What was wrong with the configuration.
    let configurationError: String?
  }

  private var requests: [Request] = []

  /// A client has asked, and the lists begin to be read.
  mutating func add(_ client: Client, configurationError: String?) {
    requests.append(Request(client: client, configurationError: configurationError))
  }

  /// A reading has ended: the answers, once nothing is read any more; the service manager hears
  /// then that the reload is done. Nil where nothing is to be said. `listErrors` are the lists', in
  /// their order.
  mutating func finish(isReading: Bool, listErrors: [String]) -> [Answer]? {
    guard !requests.isEmpty, !isReading else { return nil }
    defer { requests = [] }
    return requests.map { request in
      let error = request.configurationError ?? listErrors.first
      return Answer(client: request.client, refusal: error.map { Refusal($0) })
    }
  }

  /// The service ends before all is read.
  mutating func cancel() -> [Answer] {
    defer { requests = [] }
    return requests.map { Answer(client: $0.client, refusal: Refusal("the player ends")) }
  }
}
