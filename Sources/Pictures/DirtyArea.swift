/// Parts of a panel, few of them: those that touch each other are put together, and when there
/// are many, all of them are.
public struct DirtyArea: Hashable, Sendable {
  public private(set) var parts: [PixelRect] = []

  /// More than these are not worth the work of telling them apart.
  private static let limit = 12

  public init() {}

  public var isEmpty: Bool { parts.isEmpty }

  public mutating func add(_ part: PixelRect, within panel: PixelSize) {
    guard var whole = part.intersection(PixelRect(panel)) else { return }
    // Growing, it may touch others that it did not touch before.
    while let index = parts.firstIndex(where: whole.touches) {
      whole = whole.union(parts.remove(at: index))
    }
    parts.append(whole)
    if parts.count > Self.limit, let first = parts.first {
      parts = [parts.dropFirst().reduce(first) { $0.union($1) }]
    }
  }
}
