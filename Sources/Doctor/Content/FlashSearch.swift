/// Searches a video for more than three flashes within a second: WCAG 2.2, 2.3.1, general and red flashes. A value type.
///
/// The picture is divided into cells. A flash is a pair of opposing changes of a cell's relative luminance by a tenth of the
/// maximum or more, of which the darker state is below 0.8; or of saturated red. A passage has too many if enough cells
/// change in the same two pictures: a quarter of a 10-degree field, which is 2.8 % of a display that is viewed like a
/// monitor. Public displays are often viewed from farther away, where that is stricter than necessary.
package struct FlashSearch: Sendable {
  /// The cells of a picture.
  package static let (columns, rows) = (64, 36)
  private static let cells = columns * rows
  private static let leastCells = Int((0.028 * Double(cells)).rounded(.up))
  /// More than three flashes are at least this many changes.
  private static let changes = 8
  private static let leastStep: Float = 0.1
  private static let brightest: Float = 0.8
  /// Passages that are closer than this, in seconds, are one.
  private static let gap = 1.0
  private static let mostPassages = 100

  /// From the first flash to the last one, in seconds.
  package private(set) var passages: [ClosedRange<Double>] = []
  /// The time of the latest picture.
  private var latest = -Double.infinity
  private var luminance = Cells()
  private var reds = Cells()

  /// The state of one quantity in all cells.
  private struct Cells {
    /// The latest extreme of each cell, and whether the next change has to be upwards; nil before the first change.
    var extremes = [Float](repeating: .nan, count: FlashSearch.cells)
    var rises = [Bool?](repeating: nil, count: FlashSearch.cells)
    /// The times of the latest changes of each cell, as a ring.
    var times = [Double](
      repeating: -.infinity, count: FlashSearch.cells * FlashSearch.changes)
    var next = [Int](repeating: 0, count: FlashSearch.cells)

    /// Records a value. Returns since when the cell flashes, if it has flashed too often in the last second and
    /// has changed after `since`, together with others.
    mutating func record(
      _ value: Float, of cell: Int, at time: Double, since: Double, step: Float,
      isDark: (Float) -> Bool
    ) -> Double? {
      let extreme = extremes[cell]
      guard !extreme.isNaN else {
        extremes[cell] = value
        return nil
      }
      let isRise = value > extreme
      if abs(value - extreme) >= step, isDark(min(value, extreme)), rises[cell] != !isRise {
        let place = cell * FlashSearch.changes + next[cell]
        times[place] = time
        next[cell] = (next[cell] + 1) % FlashSearch.changes
        (extremes[cell], rises[cell]) = (value, !isRise)
      } else if let wanted = rises[cell], wanted != isRise {
        // Further in the direction of the latest change.
        extremes[cell] = value
      }
      return flashesSince(cell, at: time, changedSince: since)
    }

    private func flashesSince(_ cell: Int, at time: Double, changedSince since: Double) -> Double? {
      let (first, place) = (cell * FlashSearch.changes, next[cell])
      let oldest = times[first + place]
      let latest = times[first + (place + FlashSearch.changes - 1) % FlashSearch.changes]
      return time - oldest <= 1 && latest >= since ? oldest : nil
    }
  }

  package init() {}

  /// Records a picture at its time in seconds: for each cell, row by row, the mean of its pixels as 0xRRGGBB.
  package mutating func record(_ picture: [UInt32], at time: Double) {
    guard picture.count == Self.cells, time.isFinite else { return }
    let before = latest
    latest = time
    var (count, start) = (0, time)
    for (cell, pixel) in picture.enumerated() {
      let red = Self.linear[Int(pixel >> 16 & 255)]
      let (green, blue) = (Self.linear[Int(pixel >> 8 & 255)], Self.linear[Int(pixel & 255)])
      let light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
      let isRed = red > 0 && red / (red + green + blue) >= 0.8
      let redness = isRed ? max(red - green - blue, 0) * 320 : 0
      let bright = luminance.record(light, of: cell, at: time, since: before, step: Self.leastStep)
      {
        $0 < Self.brightest
      }
      let reddish = reds.record(redness, of: cell, at: time, since: before, step: 20) { _ in true }
      guard let since = [bright, reddish].compactMap(\.self).min() else { continue }
      (count, start) = (count + 1, min(start, since))
    }
    if count >= Self.leastCells { record(start...time) }
  }

  private mutating func record(_ passage: ClosedRange<Double>) {
    if let last = passages.last, passage.lowerBound - last.upperBound <= Self.gap {
      passages[passages.count - 1] =
        last.lowerBound...max(last.upperBound, passage.upperBound)
    } else if passages.count < Self.mostPassages {
      passages.append(passage)
    }
  }

  /// The linear value of each sRGB value, within 0.002.
  private static let linear: [Float] = (0..<256).map { value in
    let part = Float(value) / 255
    return part * (part * (part * 0.305306011 + 0.682171111) + 0.012522878)
  }
}
