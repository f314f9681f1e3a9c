/// Decides how to advertise a service while Avahi comes and goes: turns events into the next
/// requests. A value type.
struct AvahiRegistration {
  /// An event.
  enum Event: Hashable {
    /// The program has connected to the bus, or Avahi has appeared on it.
    case appeared
    case gone
    /// The server's state: whether its host name is established, so that services can be
    /// advertised.
    case server(isRunning: Bool)
    case groupMade(path: String)
    case added
    case committed
    case group(State, path: String)
    /// The latest request was refused.
    case refused(BusRefusal)
  }

  /// The states of an entry group, with Avahi's numbers.
  enum State: Int64 { case uncommitted, registering, established, collision, failure }

  /// A request to Avahi, or a message for the operator.
  enum Action: Hashable {
    case askState
    case makeGroup
    case add(path: String, name: String)
    case commit(path: String)
    case reset(path: String)
    case report(AvahiEvent)
  }

  private let service: AvahiService
  /// The requested or established name.
  private var name: String
  private var renamings = 0
  private var group: String?
  private var isRunning = false
  private var reported: AvahiEvent?

  /// A name with so high a number is no longer recognisable.
  private static let mostRenamings = 32
  private static let collision = "org.freedesktop.Avahi.CollisionError"

  init(_ service: AvahiService) {
    (self.service, name) = (service, service.name)
  }

  mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .appeared:
      (group, isRunning) = (nil, false)
      return [.askState]
    case .gone:
      (group, isRunning) = (nil, false)
      return report(.absent)
    case .server(let isRunning): return server(isRunning)
    case .groupMade(let path):
      group = path
      return isRunning ? [.add(path: path, name: name)] : []
    case .added: return group.map { [.commit(path: $0)] } ?? []
    case .committed: return []
    case .group(let state, let path): return path == group ? handle(state) : []
    case .refused(let refusal): return handle(refusal)
    }
  }

  private mutating func server(_ isRunning: Bool) -> [Action] {
    guard isRunning != self.isRunning else { return [] }
    self.isRunning = isRunning
    guard let group else { return isRunning ? [.makeGroup] : [] }
    // Services on an old host name must be registered again.
    return isRunning ? [.add(path: group, name: name)] : [.reset(path: group)]
  }

  private mutating func handle(_ state: State) -> [Action] {
    switch state {
    case .uncommitted, .registering: return []
    case .established: return report(.published(name: name, type: service.type))
    case .collision: return rename(resets: true)
    case .failure: return report(.failed("Avahi cannot publish the service"))
    }
  }

  private mutating func handle(_ refusal: BusRefusal) -> [Action] {
    if BusRefusal.notThere.contains(refusal.name) { return handle(.gone) }
    // A collision on this machine is refused at once; one in the network is reported later.
    if refusal.name == Self.collision, group != nil { return rename(resets: false) }
    return report(.failed("\(refusal)"))
  }

  private mutating func rename(resets: Bool) -> [Action] {
    guard let group else { return [] }
    guard renamings < Self.mostRenamings else {
      return report(.failed("too many services named \(service.name)"))
    }
    renamings += 1
    name = AvahiService.alternative(to: name)
    return (resets ? [.reset(path: group)] : []) + [.add(path: group, name: name)]
  }

  private mutating func report(_ event: AvahiEvent) -> [Action] {
    guard event != reported else { return [] }
    reported = event
    return [.report(event)]
  }
}

/// The log events of mDNS advertising. Reported on its thread.
package enum AvahiEvent: Hashable, Sendable, CustomStringConvertible {
  case published(name: String, type: String)
  /// Avahi is not running; advertising starts once it is.
  case absent
  case failed(String)

  /// Whether to log it as a warning.
  package var isWarning: Bool {
    if case .failed = self { true } else { false }
  }

  package var description: String {
    switch self {
    case .published(let name, let type): "discovery: advertised as \(name) (\(type))"
    case .absent: "discovery: Avahi is not running; services will be advertised once it is"
    case .failed(let why): "discovery: \(why)"
    }
  }
}
