import Testing
import VitrineDoctor

@Suite("Flashes")
struct FlashSearchTests {
  /// Searches 4 s at 50 Hz; `pixel` gives the cells in the upper left part of the picture, the rest is grey.
  private func passages(
    part: Double = 1, from start: Double = 1, to end: Double = 3,
    _ pixel: (_ time: Double) -> UInt32
  ) -> [ClosedRange<Double>] {
    var search = FlashSearch()
    let cells = FlashSearch.columns * FlashSearch.rows
    for frame in 0..<200 {
      let time = Double(frame) / 50
      var picture = Array(repeating: UInt32(0x808080), count: cells)
      if (start..<end).contains(time) {
        for cell in 0..<Int(Double(cells) * part) { picture[cell] = pixel(time) }
      }
      search.record(picture, at: time)
    }
    return search.passages
  }

  /// Alternates between two colours this often a second.
  private func alternating(_ rate: Double, _ one: UInt32, _ other: UInt32) -> (Double) -> UInt32 {
    { time in (time * rate).truncatingRemainder(dividingBy: 1) < 0.5 ? one : other }
  }

  @Test(
    "More than three flashes a second are found, and three are not",
    arguments: [(2.0, false), (3, false), (4, true), (10, true), (25, true)])
  func rates(rate: Double, isFound: Bool) {
    #expect(passages(alternating(rate, 0, 0xFFFFFF)).isEmpty != isFound)
  }

  @Test("The passage is where the flashes are")
  func place() {
    let found = passages(alternating(10, 0, 0xFFFFFF))
    #expect(found.count == 1)
    #expect(abs((found.first?.lowerBound ?? 9) - 1) < 0.03 && (found.first?.upperBound ?? 0) >= 2.9)
    #expect((found.first?.upperBound ?? 9) < 4)
  }

  @Test("Small areas, small steps and bright pictures do not count; saturated red does")
  func limits() {
    #expect(passages(part: 0.02, alternating(10, 0, 0xFFFFFF)) == [])
    #expect(passages(part: 0.04, alternating(10, 0, 0xFFFFFF)).count == 1)
    // Relative luminance 0.22 and 0.27.
    #expect(passages(alternating(10, 0x808080, 0x8D8D8D)) == [])
    // 0.83 and 1.
    #expect(passages(alternating(10, 0xEBEBEB, 0xFFFFFF)) == [])
    // Red and a grey of the same luminance.
    #expect(passages(alternating(10, 0xFF0000, 0x7F7F7F)).count == 1)
    #expect(passages(alternating(10, 0x0000FF, 0x4D4D4D)) == [])
  }

  @Test("A fade does not count; ramps up and down do, if there are enough")
  func ramps() {
    #expect(passages { UInt32(min($0 - 1, 1) * 255) * 0x010101 } == [])
    let triangle = { (time: Double) -> UInt32 in
      let part = (time * 5).truncatingRemainder(dividingBy: 1)
      return UInt32((part < 0.5 ? part : 1 - part) * 2 * 255) * 0x010101
    }
    #expect(passages(triangle).count == 1)
  }

  @Test("Odd input is ignored")
  func odd() {
    var search = FlashSearch()
    search.record([], at: 0)
    search.record(Array(repeating: 0, count: 64 * 36), at: .nan)
    #expect(search.passages == [])
  }
}
