/// The changed parts of a panel: touching parts are merged, and if there are many, all are.
package struct DirtyArea: Hashable, Sendable {
  package private(set) var parts: [PixelRect] = []

  /// With more parts, keeping them separate is not worth the effort.
  private static let limit = 12

  package init() {}

  package var isEmpty: Bool { parts.isEmpty }

  package mutating func add(_ part: PixelRect, within panel: PixelSize) {
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
