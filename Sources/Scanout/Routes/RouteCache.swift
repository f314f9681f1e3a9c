internal import VitrineTiming

/// The routes of one output, open and closed, and the replacements for closed ones. Pure.
///
/// The kernel may reject a route temporarily, for lack of memory or bandwidth. A closed route is
/// tested again, with increasing back-off.
struct RouteCache {
  private var routes: [Route] = []
  /// Replacements for pictures that were planned before their route was closed.
  private var detours: [RouteID: RouteID] = [:]
  /// By the index of the route; buffers when a route is opened again.
  private var closures: [Int: Closure] = [:]

  private struct Closure {
    var since: HostTime
    var count: Int

    var retryTime: HostTime {
      since + min(RouteCache.firstWait * (1 << min(count - 1, 10)), RouteCache.longestWait)
    }
  }

  private static let firstWait = Duration.seconds(2)
  private static let longestWait = Duration.seconds(600)

  /// The current route for a plan's pictures.
  subscript(_ id: RouteID) -> Route { routes[current(id).index] }

  func current(_ id: RouteID) -> RouteID { detours[id] ?? id }

  /// The routes that the kernel once accepted, but no longer does.
  var closed: [Route] { routes.filter(\.isRefused) }

  /// The number of a route: its own if it is known and open, otherwise a new one.
  mutating func add(_ route: Route) -> RouteID {
    let known = routes.firstIndex { $0.isSame(as: route) && !$0.isRefused }
    return known.map(RouteID.init) ?? append(route)
  }

  /// Like `add`, for a closed route.
  mutating func addClosed(_ route: Route) -> RouteID {
    var closed = route
    closed.isRefused = true
    // A route with a detour is replaced for the pictures it was closed for.
    let known = routes.indices.first {
      routes[$0].isRefused && detours[RouteID(index: $0)] == nil && routes[$0].isSame(as: closed)
    }
    return known.map(RouteID.init) ?? append(closed)
  }

  mutating func close(_ id: RouteID, at now: HostTime) {
    routes[id.index].isRefused = true
    recordRefusal(of: id, at: now)
  }

  /// Records a test that was rejected.
  mutating func recordRefusal(of id: RouteID, at now: HostTime) {
    closures[id.index] = Closure(since: now, count: (closures[id.index]?.count ?? 0) + 1)
  }

  /// Returns the route itself if it is closed and due to be tested again.
  func routeDueForRetry(_ id: RouteID, at now: HostTime) -> Route? {
    guard routes[id.index].isRefused, let closure = closures[id.index], closure.retryTime <= now
    else { return nil }
    return routes[id.index]
  }

  /// When the first route is due to be tested again; nil if none is closed.
  var nextRetry: HostTime? {
    closures.lazy.filter { [routes] in routes[$0.key].isRefused }.map(\.value.retryTime).min()
  }

  /// Whether any route is due to be tested again.
  func isAnyRetryDue(at now: HostTime) -> Bool { nextRetry.map { $0 <= now } ?? false }

  /// All plans are being made again: rejected routes are tested again later.
  mutating func extendBackOff(at now: HostTime) {
    for index in closures.keys where routes[index].isRefused {
      recordRefusal(of: RouteID(index: index), at: now)
    }
  }

  /// The kernel accepts the route again.
  mutating func reopen(_ id: RouteID) {
    routes[id.index].isRefused = false
    detours[id] = nil
  }

  /// Replaces `old` by another route.
  mutating func detour(_ old: RouteID, to new: RouteID) {
    for (from, to) in detours where to == old { detours[from] = new }
    detours[old] = new
  }

  /// Makes the interface's plane always cover the screen.
  mutating func keepInterfaceWhole() {
    for index in routes.indices { routes[index].isPlaceable = false }
  }

  private mutating func append(_ route: Route) -> RouteID {
    routes.append(route)
    return RouteID(index: routes.count - 1)
  }
}
