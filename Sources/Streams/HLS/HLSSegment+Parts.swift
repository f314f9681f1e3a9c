internal import VitrineTiming

// Parts as units of downloading.
extension HLSSegment {
  /// A position in a segment.
  public struct Inside: Hashable, Sendable {
    /// The index of the part.
    public let part: Int
    /// The distance from the segment's start.
    public let start: Duration
    /// Whether playback can start with it.
    public let isIndependent: Bool
  }

  /// Whether it can be decoded without earlier data.
  public var beginsAlone: Bool { inside.map { $0.part == 0 || $0.isIndependent } ?? true }
  /// Whether it is the start of a segment.
  public var isFirst: Bool { inside.map { $0.part == 0 } ?? true }

  /// Returns a part, which begins this long after its segment, as a unit of downloading.
  func part(_ number: Int, at start: Duration) -> HLSSegment {
    let part = parts[number]
    var copy = self
    (copy.address, copy.range, copy.duration) = (part.address, part.range, part.duration)
    copy.date = date.map { $0 + start.seconds }
    copy.isGap = isGap || part.isGap
    copy.inside = Inside(part: number, start: start, isIndependent: part.isIndependent)
    copy.parts = []
    return copy
  }
}
