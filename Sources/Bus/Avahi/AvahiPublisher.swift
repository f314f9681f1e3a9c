package import VitrineLinux
import VitrineTiming

/// Advertises a service by mDNS through Avahi while it exists: again when Avahi restarts, and under
/// another name if it is taken. Runs on the thread `discovery` until `close`. Thread-safe.
package final class AvahiPublisher: Sendable {
  private let thread: BusThread

  /// `address` is the bus address; nil is the system bus. `onEvent` is called on the thread.
  package init(
    _ service: AvahiService, address: String? = nil,
    onEvent: @escaping @Sendable (AvahiEvent) -> Void
  ) throws(Errno) {
    thread = try BusThread(
      "discovery", address: address, try Wakeup(), onError: { onEvent(.failed("\($0)")) },
      makeClient: { connection throws(BusError) in try AvahiClient(service, connection, onEvent) })
  }

  /// Ends the advertisement: Avahi removes the entries of a program that leaves the bus.
  package func close() { thread.close() }
}

/// Carries out the decisions of `AvahiRegistration`. Confined to its thread.
private final class AvahiClient: BusClient {
  private let connection: BusConnection
  private let service: AvahiService
  private let onEvent: @Sendable (AvahiEvent) -> Void
  private var registration: AvahiRegistration
  /// Counts Avahi's restarts; answers to requests from before a restart are ignored.
  private var generation = 0
  private var failure: BusError?

  private enum Name {
    static let avahi = "org.freedesktop.Avahi"
    static let server = "org.freedesktop.Avahi.Server"
    static let group = "org.freedesktop.Avahi.EntryGroup"
    static let bus = "org.freedesktop.DBus"
  }

  /// The state of a server with an established host name (AVAHI_SERVER_RUNNING).
  private static let running: Int64 = 2

  init(
    _ service: AvahiService, _ connection: BusConnection,
    _ onEvent: @escaping @Sendable (AvahiEvent) -> Void
  ) throws(BusError) {
    self.service = service
    self.connection = connection
    self.onEvent = onEvent
    registration = AvahiRegistration(service)
    try connection.observe(
      "type='signal',sender='\(Name.bus)',member='NameOwnerChanged',arg0='\(Name.avahi)'"
    ) { [weak self] in self?.handleOwnerChange($0) }
    try connection.observe("type='signal',sender='\(Name.avahi)',member='StateChanged'") {
      [weak self] in self?.handleStateChange($0)
    }
    handle(.appeared)
  }

  var deadline: HostTime? { nil }
  private(set) var isSettled = false

  func process(at now: HostTime) throws(BusError) {
    if let failure { throw failure }
  }

  private func handleOwnerChange(_ signal: BusSignal) {
    guard signal.arguments.count == 3 else { return }
    generation += 1
    handle(signal.arguments[2].text?.isEmpty == false ? .appeared : .gone)
  }

  private func handleStateChange(_ signal: BusSignal) {
    guard let number = signal.arguments.first?.integer else { return }
    switch signal.interface {
    case Name.server: handle(.server(isRunning: number == Self.running))
    case Name.group:
      guard let state = AvahiRegistration.State(rawValue: number) else { return }
      handle(.group(state, path: signal.path))
    default: break
    }
  }

  private func handle(_ event: AvahiRegistration.Event) {
    for action in registration.handle(event) { perform(action) }
  }

  private func perform(_ action: AvahiRegistration.Action) {
    switch action {
    case .report(let event): onEvent(event)
    case .askState:
      ask("/", Name.server, "GetState") { values in
        .server(isRunning: values.first?.integer == Self.running)
      }
    case .makeGroup:
      ask("/", Name.server, "EntryGroupNew") { values in
        values.first?.text.map { .groupMade(path: $0) }
      }
    case .add(let path, let name):
      ask(path, Name.group, "AddService", service.arguments(as: name)) { _ in .added }
    case .commit(let path): ask(path, Name.group, "Commit") { _ in .committed }
    case .reset(let path): ask(path, Name.group, "Reset") { _ in nil }
    }
  }

  private func ask(
    _ path: String, _ interface: String, _ method: String, _ arguments: [BusValue] = [],
    _ event: @escaping ([BusValue]) -> AvahiRegistration.Event?
  ) {
    let asked = generation
    do throws(BusError) {
      try connection.call(BusCall(Name.avahi, path, interface, method, arguments)) {
        [weak self] reply in
        guard let self, generation == asked else { return }
        isSettled = true
        switch reply {
        case .success(let values): if let event = event(values) { handle(event) }
        case .failure(let refusal): handle(.refused(refusal))
        }
      }
    } catch {
      failure = error
    }
  }
}
