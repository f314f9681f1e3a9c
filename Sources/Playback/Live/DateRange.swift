/// A stretch of time of which a stream tells something, beside picture and sound.
public struct DateRange: Hashable, Sendable {
  public let id: String
  /// What it is one of.
  public let kind: String?
  /// In seconds since 1970.
  public let start: Double
  /// In seconds; nil while the stream does not tell.
  public let duration: Double?
  /// What its author says of it, by name.
  public let attributes: [String: String]

  public init(
    id: String, kind: String?, start: Double, duration: Double?, attributes: [String: String]
  ) {
    (self.id, self.kind, self.start) = (id, kind, start)
    (self.duration, self.attributes) = (duration, attributes)
  }
}
