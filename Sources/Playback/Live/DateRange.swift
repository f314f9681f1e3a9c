/// A period with metadata in a stream, such as HLS `EXT-X-DATERANGE`.
package struct DateRange: Hashable, Sendable {
  package let id: String
  /// Its class.
  package let kind: String?
  /// In seconds since 1970.
  package let start: Double
  /// In seconds; nil while unknown.
  package let duration: Double?
  /// The author's attributes by name.
  package let attributes: [String: String]

  package init(
    id: String, kind: String?, start: Double, duration: Double?, attributes: [String: String]
  ) {
    self.id = id
    self.kind = kind
    self.start = start
    self.duration = duration
    self.attributes = attributes
  }
}
