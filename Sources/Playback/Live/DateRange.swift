/// A period with metadata in a stream, such as HLS `EXT-X-DATERANGE`.
public struct DateRange: Hashable, Sendable {
  public let id: String
  /// Its class.
  public let kind: String?
  /// In seconds since 1970.
  public let start: Double
  /// In seconds; nil while unknown.
  public let duration: Double?
  /// The author's attributes by name.
  public let attributes: [String: String]

  public init(
    id: String, kind: String?, start: Double, duration: Double?, attributes: [String: String]
  ) {
    self.id = id
    self.kind = kind
    self.start = start
    self.duration = duration
    self.attributes = attributes
  }
}
