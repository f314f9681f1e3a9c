/// The changed parts of a panel: touching parts are merged, and if there are many, all are.
public struct DirtyArea: Hashable, Sendable {
  public private(set) var parts: [PixelRect] = []

  /// With more parts, keeping them separate is not worth the effort.
  private static let limit = 12

  public init() {}

  public var isEmpty: Bool { parts.isEmpty }

  public mutating func add(_ part: PixelRect, within panel: PixelSize) {
    guard var whole = part.intersection(PixelRect(panel)) else { return }
    // The merged part may touch further ones.
    while let index = parts.firstIndex(where: whole.touches) {
      whole = whole.union(parts.remove(at: index))
    }
    parts.append(whole)
    if parts.count > Self.limit, let first = parts.first {
      parts = [parts.dropFirst().reduce(first) { $0.union($1) }]
    }
  }
}
