/// Which of a display's ways to the screen pictures of a plan take. Its display knows what it
/// stands for.
public struct RouteID: Hashable, Sendable {
  let index: Int

  /// The first one, which a display with no others has.
  public static let first = RouteID(index: 0)
}
