internal import VitrineTiming

/// The ways to the screen that were found for one output, open and closed, and which one pictures
/// take instead of a closed one. Pure.
///
/// A refusal may be of its moment: no memory, no bandwidth. A closed way is asked about again, ever
/// more rarely while it stays closed.
struct RouteBook {
  private var routes: [Route] = []
  /// For pictures that were planned before their way was closed.
  private var detours: [RouteID: RouteID] = [:]
  /// By the place of the way; also of one that is open again.
  private var closures: [Int: Closure] = [:]

  private struct Closure {
    var since: HostTime
    var count: Int

    var askAgain: HostTime {
      since + min(RouteBook.firstWait * (1 << min(count - 1, 10)), RouteBook.longestWait)
    }
  }

  private static let firstWait = Duration.seconds(2)
  private static let longestWait = Duration.seconds(600)

  /// The way that pictures of a plan take now.
  subscript(_ id: RouteID) -> Route { routes[current(id).index] }

  func current(_ id: RouteID) -> RouteID { detours[id] ?? id }

  /// Those that the kernel took once and does no longer.
  var closed: [Route] { routes.filter(\.isRefused) }

  /// The number of a way: its own where it is known and open, else a new one.
  mutating func add(_ route: Route) -> RouteID {
    let known = routes.firstIndex { $0.leads(as: route) && !$0.isRefused }
    return known.map(RouteID.init) ?? append(route)
  }

  /// As `add`, for a way that is closed.
  mutating func addClosed(_ route: Route) -> RouteID {
    var closed = route
    closed.isRefused = true
    // One that has a detour is not closed to what it was closed for.
    let known = routes.indices.first {
      routes[$0].isRefused && detours[RouteID(index: $0)] == nil && routes[$0].leads(as: closed)
    }
    return known.map(RouteID.init) ?? append(closed)
  }

  mutating func close(_ id: RouteID, at now: HostTime) {
    routes[id.index].isRefused = true
    noteRefused(id, at: now)
  }

  /// It was asked about, and refused.
  mutating func noteRefused(_ id: RouteID, at now: HostTime) {
    closures[id.index] = Closure(since: now, count: (closures[id.index]?.count ?? 0) + 1)
  }

  /// The way itself, where it is closed and it is time to ask about it again.
  func dueAgain(_ id: RouteID, at now: HostTime) -> Route? {
    guard routes[id.index].isRefused, let closure = closures[id.index], closure.askAgain <= now
    else { return nil }
    return routes[id.index]
  }

  /// Whether it is time to ask about any.
  func isAnyDue(at now: HostTime) -> Bool {
    closures.contains { routes[$0.key].isRefused && $0.value.askAgain <= now }
  }

  /// Plans are made anew: what is refused again is asked about later.
  mutating func noteAsked(at now: HostTime) {
    for index in closures.keys where routes[index].isRefused {
      noteRefused(RouteID(index: index), at: now)
    }
  }

  /// The kernel takes it again.
  mutating func reopen(_ id: RouteID) {
    routes[id.index].isRefused = false
    detours[id] = nil
  }

  /// Has what took `old` take another way.
  mutating func detour(_ old: RouteID, to new: RouteID) {
    for (from, to) in detours where to == old { detours[from] = new }
    detours[old] = new
  }

  /// Has the interface's plane cover the screen wherever it is on.
  mutating func keepInterfaceWhole() {
    for index in routes.indices { routes[index].isPlaceable = false }
  }

  private mutating func append(_ route: Route) -> RouteID {
    routes.append(route)
    return RouteID(index: routes.count - 1)
  }
}
