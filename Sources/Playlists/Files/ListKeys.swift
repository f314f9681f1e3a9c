/// Keys that another module adds to playlists and their entries, such as those of schedules.
package protocol ListKeys: Hashable, Sendable {
  /// No keys.
  init()
  /// The attachment of an item with these keys; nil for none.
  var attachment: ItemAttachment? { get }
  /// Returns the keys, with `others` for those that are not given.
  func completed(by others: Self) -> Self
  /// Returns the keys that entries inherit from a list with these keys. `key` identifies the list.
  func inside(_ key: String, title: String) -> Self
}

/// The keys that another module adds; of one type at most.
package struct AnyListKeys: Hashable, Sendable {
  /// Nil for no keys.
  private var keys: (any ListKeys)?

  package init() {}

  private init<Keys: ListKeys>(_ keys: Keys) { self[Keys.self] = keys }

  package subscript<Keys: ListKeys>(_ type: Keys.Type) -> Keys {
    get { keys as? Keys ?? Keys() }
    set { keys = newValue == Keys() ? nil : newValue }
  }

  package static func == (one: AnyListKeys, other: AnyListKeys) -> Bool {
    guard let keys = one.keys, let others = other.keys else {
      return one.keys == nil && other.keys == nil
    }
    return keys.equals(others)
  }

  package func hash(into hasher: inout Hasher) { keys?.hash(into: &hasher) }

  var attachment: ItemAttachment? { keys?.attachment }

  func completed(by others: AnyListKeys) -> AnyListKeys {
    func completed<Keys: ListKeys>(by others: Keys) -> AnyListKeys {
      AnyListKeys(self[Keys.self].completed(by: others))
    }
    guard let others = others.keys else { return self }
    return completed(by: others)
  }

  func inside(_ key: String, title: String) -> AnyListKeys {
    func inherited(from keys: some ListKeys) -> AnyListKeys {
      AnyListKeys(keys.inside(key, title: title))
    }
    guard let keys else { return self }
    return inherited(from: keys)
  }
}
