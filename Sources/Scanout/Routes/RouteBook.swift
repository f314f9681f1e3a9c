/// The ways to the screen that were found for one output, open and closed, and which one pictures
/// take instead of a closed one. Pure.
struct RouteBook {
  private var routes: [Route] = []
  /// For pictures that were planned before their way was closed.
  private var detours: [RouteID: RouteID] = [:]

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

  mutating func close(_ id: RouteID) { routes[id.index].isRefused = true }

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
