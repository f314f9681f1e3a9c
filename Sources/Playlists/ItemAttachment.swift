/// A value that another module attaches to an item, such as its schedule rules. It is part of the
/// item's identity: items with different attachments are different.
package struct ItemAttachment: Hashable, Sendable {
  package let value: any Hashable & Sendable

  package init(_ value: any Hashable & Sendable) { self.value = value }

  package static func == (one: ItemAttachment, other: ItemAttachment) -> Bool {
    one.value.equals(other.value)
  }

  package func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

extension Equatable {
  /// Whether `other` has the same type and is equal.
  func equals(_ other: Any) -> Bool { other as? Self == self }
}
