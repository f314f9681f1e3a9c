package import VitrineScenes

/// An address for the visitor's phone. Its QR code is made when the page opens, because a list may
/// have many thousands of entries.
package struct PageLink: Hashable, Sendable {
  private let address: String
  private let make: @Sendable (String) -> SquareCode?

  /// - Parameter make: Makes the code, or returns nil for an address that phones could not read.
  package init(_ address: String, make: @escaping @Sendable (String) -> SquareCode?) {
    (self.address, self.make) = (address, make)
  }

  var code: SquareCode? { make(address) }

  package static func == (one: Self, other: Self) -> Bool { one.address == other.address }
  package func hash(into hasher: inout Hasher) { hasher.combine(address) }
}
