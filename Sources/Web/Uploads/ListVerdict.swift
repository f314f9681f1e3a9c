/// What comes of a list's text.
public enum ListVerdict: Hashable, Sendable {
  /// So many items.
  case good(items: Int)
  /// What is wrong, each in a line for people.
  case faults([String])
}
