/// How a service gets known by Avahi, and stays so while Avahi comes and goes: from what has happened to
/// what is to be asked next. A value.
struct AvahiPublishing {
  /// What has happened.
  enum Event: Hashable {
    /// The program has a connection to the bus, or Avahi has appeared on it.
    case appeared
    case gone
    /// Of the server: whether its own name stands, so that services can be made known.
    case server(isRunning: Bool)
    case groupMade(path: String)
    case added
    case committed
    case group(State, path: String)
    /// What was asked last was refused.
    case refused(BusRefusal)
  }

  /// An entry group's, by Avahi's numbers.
  enum State: Int64 { case uncommitted, registering, established, collision, failure }

  /// What is to be asked of Avahi, or told the operator.
  enum Order: Hashable {
    case askState
    case makeGroup
    case add(path: String, name: String)
    case commit(path: String)
    case reset(path: String)
    case tell(AvahiNews)
  }

  private let service: AvahiService
  /// The name that is tried, or stands.
  private var name: String
  private var renamings = 0
  private var group: String?
  private var isRunning = false
  private var told: AvahiNews?

  /// One of so many of a name is not found by it any more.
  private static let mostRenamings = 32
  private static let collision = "org.freedesktop.Avahi.CollisionError"

  init(_ service: AvahiService) {
    (self.service, name) = (service, service.name)
  }

  mutating func take(_ event: Event) -> [Order] {
    switch event {
    case .appeared:
      (group, isRunning) = (nil, false)
      return [.askState]
    case .gone:
      (group, isRunning) = (nil, false)
      return tell(.absent)
    case .server(let isRunning): return server(isRunning)
    case .groupMade(let path):
      group = path
      return isRunning ? [.add(path: path, name: name)] : []
    case .added: return group.map { [.commit(path: $0)] } ?? []
    case .committed: return []
    case .group(let state, let path): return path == group ? note(state) : []
    case .refused(let refusal): return note(refusal)
    }
  }

  private mutating func server(_ isRunning: Bool) -> [Order] {
    guard isRunning != self.isRunning else { return [] }
    self.isRunning = isRunning
    guard let group else { return isRunning ? [.makeGroup] : [] }
    // Where the host gets another name, what stands on the old one is made known anew.
    return isRunning ? [.add(path: group, name: name)] : [.reset(path: group)]
  }

  private mutating func note(_ state: State) -> [Order] {
    switch state {
    case .uncommitted, .registering: return []
    case .established: return tell(.published(name: name, type: service.type))
    case .collision: return rename(resets: true)
    case .failure: return tell(.failed("Avahi cannot make it known"))
    }
  }

  private mutating func note(_ refusal: BusRefusal) -> [Order] {
    if BusRefusal.notThere.contains(refusal.name) { return take(.gone) }
    // One on this machine is refused at once; one elsewhere is found later.
    if refusal.name == Self.collision, group != nil { return rename(resets: false) }
    return tell(.failed("\(refusal)"))
  }

  private mutating func rename(resets: Bool) -> [Order] {
    guard let group else { return [] }
    guard renamings < Self.mostRenamings else {
      return tell(.failed("too many services are called \(service.name)"))
    }
    renamings += 1
    name = AvahiService.alternative(to: name)
    return (resets ? [.reset(path: group)] : []) + [.add(path: group, name: name)]
  }

  private mutating func tell(_ news: AvahiNews) -> [Order] {
    guard news != told else { return [] }
    told = news
    return [.tell(news)]
  }
}

/// What the operator is told of discovery. Comes from its thread.
public enum AvahiNews: Hashable, Sendable, CustomStringConvertible {
  case published(name: String, type: String)
  /// Avahi does not run here, or no longer: it is waited for.
  case absent
  case failed(String)

  /// Whether the operator should look at it.
  public var isWarning: Bool {
    if case .failed = self { true } else { false }
  }

  public var description: String {
    switch self {
    case .published(let name, let type): "discovery: known as \(name) (\(type))"
    case .absent: "discovery: Avahi does not run; what it makes known can be found once it does"
    case .failed(let why): "discovery: \(why)"
    }
  }
}
