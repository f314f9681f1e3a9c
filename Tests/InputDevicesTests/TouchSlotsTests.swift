import Testing

@testable import VitrineInputDevices

@Suite struct TouchSlotsTests {
  /// A class, for `#expect` holds what it looks at.
  private final class Glass {
    private var slots: TouchSlots

    init() throws {
      let axis = try #require(TouchAxis((0, 100)))
      slots = TouchSlots(x: axis, y: axis)
    }

    func touch(_ all: TouchSlot...) -> [UnitContact]? { slots.contacts(of: all) }
    var endedInPalm: Bool { slots.endedInPalm }
  }

  private func finger(_ id: Int32, _ x: Int32, _ y: Int32, isPalm: Bool = false) -> TouchSlot {
    TouchSlot(trackingID: id, x: x, y: y, isPalm: isPalm)
  }

  @Test(
    "an axis' numbers become parts of it, also outside of it and at its extremes",
    arguments: [
      (0, 4095, 0, 0.0), (0, 4095, 4095, 1), (0, 4095, 5000, 1), (0, 4095, -5000, 0),
      (-100, 100, 0, 0.5), (.min, .max, .max, 1), (.min, .max, .min, 0), (10, 11, 10, 0),
    ] as [(Int32, Int32, Int32, Double)])
  func axis(minimum: Int32, maximum: Int32, number: Int32, unit: Double) throws {
    #expect(try #require(TouchAxis((minimum, maximum))).unit(number) == unit)
  }

  @Test(
    "an axis without a length is none",
    arguments: [(0, 0), (5, 4), (.max, .min)] as [(Int32, Int32)])
  func noAxis(minimum: Int32, maximum: Int32) {
    #expect(TouchAxis((minimum, maximum)) == nil)
  }

  @Test("a finger keeps its id while it moves, and no later one gets it")
  func ids() throws {
    let glass = try Glass()
    let first = try #require(glass.touch(finger(7, 0, 0))?.first)
    let moved = try #require(glass.touch(finger(7, 50, 0))?.first)
    #expect(first.id == moved.id && moved.x == 0.5)
    #expect(glass.touch(.empty) == [])
    let later = try #require(glass.touch(finger(7, 0, 0))?.first)
    #expect(later.id != first.id)
  }

  @Test("a finger that was replaced unseen is another one")
  func replaced() throws {
    let glass = try Glass()
    let before = try #require(glass.touch(finger(1, 0, 0))?.first)
    let after = try #require(glass.touch(finger(2, 0, 0))?.first)
    #expect(before.id != after.id)
  }

  @Test("fingers with the same tracking id are two")
  func twins() throws {
    let both = try #require(try Glass().touch(finger(1, 0, 0), finger(1, 10, 10)))
    #expect(Set(both.map(\.id)).count == 2)
  }

  @Test("a frame in which nothing changed is none")
  func still() throws {
    let glass = try Glass()
    #expect(glass.touch(finger(1, 0, 0)) != nil)
    #expect(glass.touch(finger(1, 0, 0)) == nil)
    #expect(glass.touch(finger(1, 0, 1)) != nil)
  }

  @Test("a palm is no finger, until it is lifted")
  func palm() throws {
    let glass = try Glass()
    #expect(glass.touch(finger(1, 0, 0))?.count == 1)
    #expect(glass.touch(finger(1, 0, 0, isPalm: true)) == [])
    #expect(glass.touch(finger(1, 5, 5)) == nil)
    #expect(glass.touch(finger(2, 5, 5))?.count == 1)
  }
  @Test("the last finger that turns into a palm has meant nothing; one that is lifted has")
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
