/// Identifies a route of a display.
public struct RouteID: Hashable, Sendable {
  let index: Int

  /// The only route of a display without others.
  public static let first = RouteID(index: 0)
}
