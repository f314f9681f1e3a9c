/// The actions of keys by libevdev's names ("KEY_OK").
public struct KeyTable: Hashable, Sendable {
  private let actions: [String: KeyAction]

  /// The default table with the configuration's `overrides`, by the same names. `KeyAction.none`
  /// removes a key's action.
  public init(overrides: [String: KeyAction] = [:]) {
    actions = Self.usual.merging(overrides) { $1 }
  }

  /// Nil for a key that is in neither table.
  public subscript(name: String) -> KeyAction? { actions[name] }

  /// The action with this configuration name ("play-pause"); nil for any other word.
  public static func action(named name: String) -> KeyAction? { KeyAction(rawValue: name) }
}
