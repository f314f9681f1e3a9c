import VitrineLinux
package import VitrineTiming

/// Searches for services by mDNS through Avahi.
package enum AvahiBrowser {
  /// Returns the services of a type, such as `_http._tcp`, that Avahi finds before `deadline`. Blocks. `address` is the
  /// bus address; nil is the system bus.
  package static func services(
    _ type: String, address: String? = nil, until deadline: HostTime
  ) throws(AvahiSearchError) -> [FoundService] {
    let results = BoundedQueue<Result<[FoundService], AvahiSearchError>>(limit: 1)
    let found = Shared<[FoundService]>([])
    let thread: BusThread
    do throws(Errno) {
      thread = try BusThread(
        "discovery", address: address, try Wakeup(),
        onError: { _ = results.tryPush(.failure(.failed("\($0)"))) },
        makeClient: { connection throws(BusError) in
          try AvahiBrowserClient(type, connection, found) { _ = results.tryPush($0) }
        })
    } catch {
      throw .failed("cannot create a thread: \(error)")
    }
    defer { thread.close() }
    guard let result = results.pop(until: deadline) else { return found.value }
    return try result.get()
  }
}

/// Carries out the decisions of `AvahiSearch`. Confined to its thread.
private final class AvahiBrowserClient: BusClient {
  private let connection: BusConnection
  private let found: Shared<[FoundService]>
  private let end: (Result<[FoundService], AvahiSearchError>) -> Void
  private var search = AvahiSearch()
  private var failure: BusError?

  private enum Name {
    static let avahi = "org.freedesktop.Avahi"
    static let server = "org.freedesktop.Avahi.Server"
    static let browser = "org.freedesktop.Avahi.ServiceBrowser"
  }

  /// `found` receives the services so far.
  init(
    _ type: String, _ connection: BusConnection, _ found: Shared<[FoundService]>,
    _ end: @escaping (Result<[FoundService], AvahiSearchError>) -> Void
  ) throws(BusError) {
    (self.connection, self.found, self.end) = (connection, found, end)
    // Avahi sends the signals of a browser only to its owner, and the first before the browser's path is known.
    try connection.observe("type='signal',sender='\(Name.avahi)',interface='\(Name.browser)'") {
      [weak self] in self?.handle(.signal($0.member, $0.arguments))
    }
    ask(
      "ServiceBrowserNew", [.int32(-1), .int32(-1), .string(type), .string(""), .uint32(0)]
    ) { [weak self] reply in
      if case .failure(let refusal) = reply { self?.handle(.refused(refusal)) }
    }
  }

  var deadline: HostTime? { nil }
  let isSettled = false

  func process(at now: HostTime) throws(BusError) {
    if let failure { throw failure }
  }

  private func handle(_ event: AvahiSearch.Event) {
    for action in search.handle(event) {
      switch action {
      case .resolve(let arguments):
        ask("ResolveService", arguments) { [weak self] reply in
          self?.handle(.resolved(try? reply.get()))
        }
      case .end(let result): end(result)
      }
    }
    let services = search.found
    found.update { $0 = services }
  }

  private func ask(
    _ method: String, _ arguments: [BusValue], _ done: @escaping (BusReply) -> Void
  ) {
    do throws(BusError) {
      try connection.call(BusCall(Name.avahi, "/", Name.server, method, arguments), done: done)
    } catch {
      failure = error
    }
  }
}
