internal import VitrineTiming

// A part as what is fetched as one.
extension HLSSegment {
  /// A place in a segment.
  public struct Inside: Hashable, Sendable {
    /// Which of its parts.
    public let part: Int
    /// How far behind its beginning.
    public let start: Duration
    /// Whether one can begin with it.
    public let isIndependent: Bool
  }

  /// Whether nothing that came before is needed for it.
  public var beginsAlone: Bool { inside.map { $0.part == 0 || $0.isIndependent } ?? true }
  /// Whether it begins a segment.
  public var isFirst: Bool { inside.map { $0.part == 0 } ?? true }

  /// One of its parts, which begins so long behind it, as what is fetched as one.
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
