import Testing

@testable import VitrineInputDevices

@Suite struct TouchSlotsTests {
  /// A class, because `#expect` holds the values it examines.
  private final class Glass {
    private var slots: TouchSlots

    init() throws {
      let axis = try #require(TouchAxis((0, 100)))
      slots = TouchSlots(x: axis, y: axis)
    }

    func touch(_ all: TouchSlot...) -> [NormalizedContact]? { slots.contacts(of: all) }
    var endedInPalm: Bool { slots.endedInPalm }
  }

  private func finger(_ id: Int32, _ x: Int32, _ y: Int32, isPalm: Bool = false) -> TouchSlot {
    TouchSlot(trackingID: id, x: x, y: y, isPalm: isPalm)
  }

  @Test(
    "An axis value becomes a fraction, even outside its range and at its extremes",
    arguments: [
      (0, 4095, 0, 0.0), (0, 4095, 4095, 1), (0, 4095, 5000, 1), (0, 4095, -5000, 0),
      (-100, 100, 0, 0.5), (.min, .max, .max, 1), (.min, .max, .min, 0), (10, 11, 10, 0),
    ] as [(Int32, Int32, Int32, Double)])
  func axis(minimum: Int32, maximum: Int32, number: Int32, unit: Double) throws {
    #expect(try #require(TouchAxis((minimum, maximum))).unit(number) == unit)
  }

  @Test(
    "An axis without a length is invalid",
    arguments: [(0, 0), (5, 4), (.max, .min)] as [(Int32, Int32)])
  func noAxis(minimum: Int32, maximum: Int32) {
    #expect(TouchAxis((minimum, maximum)) == nil)
  }

  @Test("A finger keeps its id while it moves, and no later one gets it")
  func ids() throws {
    let glass = try Glass()
    let first = try #require(glass.touch(finger(7, 0, 0))?.first)
    let moved = try #require(glass.touch(finger(7, 50, 0))?.first)
    #expect(first.id == moved.id && moved.x == 0.5)
    #expect(glass.touch(.empty) == [])
    let later = try #require(glass.touch(finger(7, 0, 0))?.first)
    #expect(later.id != first.id)
  }

  @Test("A finger that was replaced unseen is a new one")
  func replaced() throws {
    let glass = try Glass()
    let before = try #require(glass.touch(finger(1, 0, 0))?.first)
    let after = try #require(glass.touch(finger(2, 0, 0))?.first)
    #expect(before.id != after.id)
  }

  @Test("Fingers with the same tracking id are two")
  func twins() throws {
    let both = try #require(try Glass().touch(finger(1, 0, 0), finger(1, 10, 10)))
    #expect(Set(both.map(\.id)).count == 2)
  }

  @Test("A frame without changes is ignored")
  func still() throws {
    let glass = try Glass()
    #expect(glass.touch(finger(1, 0, 0)) != nil)
    #expect(glass.touch(finger(1, 0, 0)) == nil)
    #expect(glass.touch(finger(1, 0, 1)) != nil)
  }

  @Test("A palm is not a finger until it is lifted")
  func palm() throws {
    let glass = try Glass()
    #expect(glass.touch(finger(1, 0, 0))?.count == 1)
    #expect(glass.touch(finger(1, 0, 0, isPalm: true)) == [])
    #expect(glass.touch(finger(1, 5, 5)) == nil)
    #expect(glass.touch(finger(2, 5, 5))?.count == 1)
  }
  @Test("If the last finger becomes a palm, it has no effect, unlike a lifted finger")
  func endedInPalm() throws {
    let glass = try Glass()
    _ = glass.touch(finger(1, 0, 0), finger(2, 9, 9))
    #expect(glass.touch(finger(1, 0, 0, isPalm: true), finger(2, 9, 9))?.count == 1)
    #expect(!glass.endedInPalm)
    #expect(glass.touch(finger(1, 0, 0, isPalm: true), .empty) == [])
    #expect(!glass.endedInPalm)
    #expect(glass.touch(.empty, finger(3, 5, 5))?.count == 1)
    #expect(glass.touch(.empty, finger(3, 5, 5, isPalm: true)) == [])
    #expect(glass.endedInPalm)
  }
}
