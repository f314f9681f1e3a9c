/// What the keys of remotes and keyboards stand for, by their names as libevdev has them
/// ("KEY_OK").
public struct KeyTable: Hashable, Sendable {
  private let actions: [String: KeyAction]

  /// The usual table; `overrides` are the configuration's, by the same names, and win over it.
  /// `KeyAction.none` takes a key's meaning away.
  public init(overrides: [String: KeyAction] = [:]) {
    actions = Self.usual.merging(overrides) { $1 }
  }

  /// Nil for a key that is in neither table.
  public subscript(name: String) -> KeyAction? { actions[name] }

  /// The action that the configuration calls so ("play-pause"); nil for any other word.
  public static func action(named name: String) -> KeyAction? { KeyAction(rawValue: name) }
}
