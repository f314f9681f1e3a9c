import Testing
import VitrinePictures
import VitrinePlayback
import VitrineTiming

@Suite("Movement against burn-in")
struct PixelShiftTests {
  private struct Place: Hashable {
    let right: Int
    let down: Int
  }

  private func place(_ shift: PixelShift, _ minute: Int, seconds: Int = 0) -> Place {
    let time = HostTime(nanoseconds: 0) + .seconds(minute * 60 + seconds)
    let (right, down) = shift.offset(at: time)
    return Place(right: right, down: down)
  }

  @Test(
    "All positions within reach are visited equally often, by steps of two pixels each minute",
    arguments: [2, 8, 32])
  func visits(reach: Int) {
    let shift = PixelShift(reach: reach)
    let side = reach + 1
    let period = 2 * (side * side - 1)
    #expect(place(shift, 0) == Place(right: 0, down: 0), "it begins at the centre")
    var visited: [Place: Int] = [:]
    for minute in 0..<period {
      let (before, after) = (place(shift, minute), place(shift, minute + 1))
      visited[before, default: 0] += 1
      let step = abs(after.right - before.right) + abs(after.down - before.down)
      #expect(step == 2, "\(before) to \(after)")
      #expect(abs(before.right) <= reach && abs(before.down) <= reach)
    }
    #expect(visited.count == side * side && visited.values.allSatisfy { (1...2).contains($0) })
    #expect(place(shift, period + 7) == place(shift, 7))
  }

  @Test("It stays for a minute, and the time of the next move is known")
  func stays() {
    let shift = PixelShift(reach: 8)
    let time = HostTime(nanoseconds: 90_000_000_000)
    let next = shift.nextMove(after: time)
    #expect(next == HostTime(nanoseconds: 120_000_000_000))
    #expect(next.flatMap(shift.nextMove(after:)) == HostTime(nanoseconds: 180_000_000_000))
    #expect(place(shift, 1) == place(shift, 1, seconds: 59))
    #expect(place(shift, 1) != place(shift, 2))
    for nanoseconds in [Int64.min, -1, .max] {
      let (right, down) = shift.offset(at: HostTime(nanoseconds: nanoseconds))
      #expect(abs(right) <= 8 && abs(down) <= 8)
      #expect(shift.nextMove(after: HostTime(nanoseconds: nanoseconds)) != nil)
    }
  }

  @Test("Without reach nothing moves")
  func none() {
    #expect(PixelShift.none.nextMove(after: HostTime(nanoseconds: 5)) == nil)
    #expect((0..<200).allSatisfy { place(.none, $0) == Place(right: 0, down: 0) })
  }

  @Test("The reach is even, limited, and a small part of the display")
  func limits() {
    let reaches = [-1, 0, 1, 2, 7, 33, Int.max].map { PixelShift(reach: $0).reach }
    #expect(reaches == [0, 0, 2, 2, 8, 32, 32])
    let shift = PixelShift(reach: 32)
    let sizes = [PixelSize(1920, 1080), PixelSize(320, 240), PixelSize(128, 64), PixelSize(8, 8)]
    #expect(sizes.map { shift.limited(to: $0).reach } == [32, 16, 4, 0])
    let area = shift.area(within: PixelRect(x: 10, y: 20, width: 800, height: 480))
    #expect(area == PixelRect(x: 42, y: 52, width: 736, height: 416))
  }
}
