/// The result of checking a list.
public enum ListVerdict: Hashable, Sendable {
  /// The number of items.
  case good(items: Int)
  /// The errors, a line each.
  case faults([String])
}
