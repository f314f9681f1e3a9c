/// The regions on which strokes landed, by numbers; so that strokes are the same for all kinds of
/// regions.
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

  /// Nil for a number that is nil or was forgotten.
  subscript(number: Int?) -> Region? {
    guard let number, let index = numbers.lastIndex(of: number) else { return nil }
    return regions[index]
  }

  /// Forgets those that no stroke needs, once there are enough of them to be worth it.
  mutating func forget(allBut strokes: [Stroke]) {
    guard numbers.count > 16 || strokes.isEmpty && !numbers.isEmpty else { return }
    for index in numbers.indices.reversed()
    where !strokes.contains(where: { $0.landing == numbers[index] }) {
      numbers.remove(at: index)
      regions.remove(at: index)
    }
  }
}
