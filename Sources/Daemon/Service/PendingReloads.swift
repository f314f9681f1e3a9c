import VitrineControl

/// The reload requests that have not been answered yet, with the errors to report.
struct PendingReloads<Client> {
  /// An answer to send; without a refusal the reload succeeded.
  struct Response {
    let client: Client
    let refusal: Refusal?
  }

  private struct Request {
    let client: Client
    /// The error in the configuration, if any.
    let configurationError: String?
  }

  private var requests: [Request] = []

  /// Adds a request; its lists are being read.
  mutating func add(_ client: Client, configurationError: String?) {
    requests.append(Request(client: client, configurationError: configurationError))
  }

  /// Called when a reading has ended. Returns the answers once no reading is under way, or nil if
  /// there is nothing to answer; the service manager is then notified too. `listErrors` are in the
  /// order of the lists.
  mutating func finish(isReading: Bool, listErrors: [String]) -> [Response]? {
    guard !requests.isEmpty, !isReading else { return nil }
    defer { requests = [] }
    return requests.map { request in
      let error = request.configurationError ?? listErrors.first
      return Response(client: request.client, refusal: error.map { Refusal($0) })
    }
  }

  /// Returns the answers for a service that ends before everything is read.
  mutating func cancel() -> [Response] {
    defer { requests = [] }
    return requests.map {
      Response(client: $0.client, refusal: Refusal("the player is shutting down"))
    }
  }
}
