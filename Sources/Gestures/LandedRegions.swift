/// The regions on which strokes have landed, by number, so that `Stroke` need not be generic.
struct LandedRegions<Region: Hashable & Sendable>: Sendable {
  private var numbers: [Int] = []
  private var regions: [Region] = []
  private var latest = 0

  mutating func add(_ region: Region) -> Int {
    latest &+= 1
    numbers.append(latest)
    regions.append(region)
    return latest
  }

  /// Nil for a number that is nil or forgotten.
  subscript(number: Int?) -> Region? {
    guard let number, let index = numbers.lastIndex(of: number) else { return nil }
    return regions[index]
  }

  /// Removes regions without a stroke, once there are enough of them.
  mutating func forget(allBut strokes: [Stroke]) {
    guard numbers.count > 16 || strokes.isEmpty && !numbers.isEmpty else { return }
    for index in numbers.indices.reversed()
    where !strokes.contains(where: { $0.landing == numbers[index] }) {
      numbers.remove(at: index)
      regions.remove(at: index)
    }
  }
}
