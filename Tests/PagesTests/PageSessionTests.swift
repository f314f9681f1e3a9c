import Testing
import VitrineLinux
import VitrinePages
import VitrinePictures
import VitrineScenes
import VitrineTiming

/// The rules for a client, without one.
@Suite("The objects and requests of a page's client")
struct PageSessionTests {
  private static let size = PixelSize(300, 200)

  private static func memory() throws -> SharedMemoryFile {
    let file = try FileDescriptor(inMemory: "page")
    try file.write([UInt8](repeating: 0, count: 300 * 200 * 4))
    let memory = SharedMemoryFile(file)
    return try #require(memory)
  }

  /// A session with a window of the surface 3, and a buffer 7 with a picture.
  private static func session() throws -> PageSession {
    var session = PageSession(size)
    for (interface, id) in zip([PageInterface.compositor, .memory, .shell], [1, 2, 3] as [UInt32]) {
      _ = session.bind(interface, id)
    }
    _ = session.receive(.create(.surface, 4), of: 1)
    _ = session.receive(.createShellSurface(5, surface: 4), of: 3)
    _ = session.receive(.create(.toplevel, 6), of: 5)
    _ = session.receive(.createPool(8, try memory(), size: 300 * 200 * 4), of: 2)
    _ = session.receive(
      .createBuffer(7, offset: 0, width: 300, height: 200, pitch: 1200, format: 1), of: 8)
    return session
  }

  private static func at(_ milliseconds: Int64) -> HostTime {
    HostTime(nanoseconds: milliseconds * 1_000_000)
  }

  @Test("A window gets the zone's size with its first commit, and again when it changes")
  func configure() throws {
    var session = try Self.session()
    let first = session.receive(.commit, of: 4)
    #expect(
      first == [
        .send(.resized(width: 300, height: 200), to: 6), .send(.configured(serial: 1), to: 5),
      ])
    let outcome1 = session.receive(.commit, of: 4)
    #expect(outcome1 == [])
    let outcome2 = session.resize(Self.size)
    #expect(outcome2 == [])
    let resized = session.resize(PixelSize(100, 50))
    #expect(
      resized == [
        .send(.resized(width: 100, height: 50), to: 6), .send(.configured(serial: 2), to: 5),
      ])
  }

  @Test("A buffer is released once copied, and the callback is answered once drawn")
  func picture() throws {
    var session = try Self.session()
    _ = session.receive(.attach(buffer: 7), of: 4)
    _ = session.receive(.damage(x: 10, y: 20, width: 30, height: .max), of: 4)
    _ = session.receive(.create(.callback, 9), of: 4)
    _ = session.receive(.commit, of: 4)
    let copy = session.picture(at: Self.at(0))
    #expect(copy?.0.size == Self.size)
    #expect(copy?.damage == [PixelRect(x: 10, y: 20, width: 30, height: 65516)])
    let released = session.release()
    #expect(released == [.send(.released, to: 7)])
    let early = session.answerCallbacks(at: Self.at(1))
    #expect(early == [])
    session.recordDrawing()
    let drawn = session.answerCallbacks(at: Self.at(2))
    #expect(drawn == [.send(.drawn(milliseconds: 2), to: 9), .destroy(9)])
  }

  @Test("A buffer that is destroyed before its copy is not released")
  func destroyed() throws {
    var session = try Self.session()
    _ = session.receive(.attach(buffer: 7), of: 4)
    _ = session.receive(.commit, of: 4)
    session.forget(7)
    let copy = session.picture(at: Self.at(0))
    #expect(copy != nil)
    let outcome3 = session.release()
    #expect(outcome3 == [])
  }

  @Test(
    "Pictures beyond their memory, and of unknown formats, are refused",
    arguments: [
      (0, 300, 201, 1200, 1), (4, 300, 200, 1200, 1), (-4, 300, 200, 1200, 1),
      (0, 300, 200, 1196, 1), (0, 0, 200, 1200, 1), (0, 300, -1, 1200, 1),
      (0, 300, 200, 1200, 2), (0, 1 << 20, 1, 1 << 22, 1),
      (Int32.max, 8192, 8192, Int32.max, 0),
    ] as [(Int32, Int32, Int32, Int32, UInt32)])
  func bounds(offset: Int32, width: Int32, height: Int32, pitch: Int32, format: UInt32) throws {
    var session = try Self.session()
    let actions = session.receive(
      .createBuffer(
        10, offset: offset, width: width, height: height, pitch: pitch, format: format), of: 8)
    #expect(actions == [.fail("a picture beyond its memory (\(width)x\(height))")])
  }

  @Test("Memory cannot shrink, and objects are limited")
  func limits() throws {
    var session = try Self.session()
    let outcome5 = session.receive(.resizePool(size: 100), of: 8)
    #expect(outcome5 == [.fail("a pool of memory cannot become smaller")])
    let regions = (100 as UInt32..<600).map { session.receive(.create(.region, $0), of: 1) }
    #expect(regions.contains { $0.contains { if case .fail = $0 { true } else { false } } })
  }

  @Test("A menu of the page is closed, and a second window gets no size")
  func popups() throws {
    var session = try Self.session()
    let outcome6 = session.receive(.create(.popup, 20), of: 5)
    #expect(outcome6 == [.create(20, .popup), .send(.dismissed, to: 20)])
    _ = session.receive(.create(.surface, 21), of: 1)
    _ = session.receive(.createShellSurface(22, surface: 21), of: 3)
    _ = session.receive(.create(.toplevel, 23), of: 22)
    let outcome4 = session.receive(.commit, of: 21)
    #expect(outcome4 == [])
  }

  @Test("Touches go to the window, from down to up")
  func touches() throws {
    var session = try Self.session()
    _ = session.bind(.seat, 30)
    _ = session.receive(.create(.touch, 31), of: 30)
    let touches: [AreaTouch] = [
      .moved(Point(1, 1)), .down(Point(5, 6)), .down(Point(7, 8)), .up, .up,
    ]
    let events = touches.flatMap { session.receive($0, at: Self.at(40)) }
    #expect(
      events == [
        .send(.down(serial: 1, milliseconds: 40, surface: 4, x: 5, y: 6), to: 31),
        .send(.framed, to: 31), .send(.up(serial: 2, milliseconds: 40), to: 31),
        .send(.framed, to: 31),
      ])
  }
}
