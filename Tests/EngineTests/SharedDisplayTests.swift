import Testing
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineScanout

@Suite("The decoders' view of the display and its memory")
struct SharedDisplayTests {
  private let display = ChangingDisplay()
  private let host: DirectHost
  private let shared: SharedDisplay
  private static let size = PixelSize(64, 48)

  init() {
    host = DirectHost(display)
    shared = SharedDisplay(host, fit: .contain, rotation: .none)
  }

  private func key() throws -> PoolKey { PoolKey(overlay: Self.size, epoch: try shared.epoch()) }

  private func change() {
    host.becomeAnother()
    shared.displayChanged()
  }

  /// Every buffer that the pool can lease at once.
  private func leases(_ pool: ScanoutPool) throws -> [BufferLease] {
    var leases: [BufferLease] = []
    while let lease = try pool.tryAcquire() { leases.append(lease) }
    return leases
  }

  @Test("Results that predate a display change are discarded")
  func race() throws {
    display.memory.whileMaking { [host, shared] in
      host.becomeAnother()
      shared.displayChanged()
    }
    #expect(try shared.epoch() == display.epoch)
    let buffer = try shared.makeBuffer(.xrgb8888, size: PixelSize(8, 8), room: nil)
    #expect(buffer.epoch == display.epoch)
  }

  @Test("A plan that the display has made is read without waiting for its thread")
  func plans() throws {
    let description = PictureDescription(
      format: .nv12, depth: 8, chroma: .c420, size: Self.size,
      color: ColorDescription(matrix: .bt601, range: .limited))
    let plan = try shared.plan(for: description)
    #expect(try shared.plan(for: description) == plan && display.plansMade == 1)
    shared.setRotation(.clockwise)
    #expect(try shared.plan(for: description) != plan && display.plansMade == 2)
    shared.setRotation(.none)
    #expect(try shared.plan(for: description) == plan && display.plansMade == 2)
    change()
    #expect(try shared.plan(for: description).epoch == display.epoch && display.plansMade == 3)
  }

  @Test("Returned memory is reused")
  func again() throws {
    let pool = shared.pool(try key(), limit: 8)
    shared.recycle([pool])
    #expect(shared.pool(try key(), limit: 8) === pool)
  }

  @Test("Memory of another display is discarded whenever it is returned")
  func outdated() throws {
    for isAskedBefore in [false, true] {
      weak var pool: ScanoutPool?
      do {
        let old = shared.pool(try key(), limit: 8)
        _ = try old.tryAcquire()
        pool = old
        change()
        if isAskedBefore { _ = try shared.epoch() }
        shared.recycle([old])
      }
      #expect(pool == nil)
    }
  }

  @Test("Memory allocated for a removed display is discarded")
  func mixed() throws {
    // Between the change of the display and its report, a plan belongs to the new display, but
    // memory does not.
    _ = try shared.epoch()
    host.becomeAnother()
    let key = PoolKey(overlay: Self.size, epoch: display.epoch)
    let pool = shared.pool(key, limit: 8)
    let buffer = try #require(try pool.tryAcquire()).buffer
    #expect(buffer.epoch != display.epoch)
    shared.displayChanged()
    #expect(try shared.epoch() == display.epoch)
    shared.recycle([pool])
    #expect(shared.pool(key, limit: 8) !== pool)
  }

  @Test("If memory is short, the existing buffers are used", arguments: [3, 5, 7])
  func shortage(room: Int) throws {
    let pool = shared.pool(try key(), limit: 8)
    display.memory.setRoom(room)
    do {
      let held = try leases(pool)
      // The optimiser would release them here.
      try withExtendedLifetime(held) {
        #expect(held.count == room)
        try pool.fill()
        #expect(try pool.tryAcquire() == nil)
      }
    }
    #expect(try leases(pool).count == room)
    let asked = display.memory.made
    #expect(
      try leases(pool).count == room && display.memory.made == asked,
      "the pool does not request more buffers")
    // Another item is another attempt.
    shared.recycle([pool])
    display.memory.setRoom(.max)
    #expect(try leases(shared.pool(try key(), limit: 8)).count == 8)
  }

  @Test("Fewer than three buffers are an error", arguments: [0, 1, 2])
  func tooFew(room: Int) throws {
    let pool = shared.pool(try key(), limit: 8)
    display.memory.setRoom(room)
    #expect(throws: PlaybackError.self) { try pool.fill() }
    #expect(throws: PlaybackError.self) { _ = try leases(pool) }
  }

  @Test("If memory is short, unused buffers are freed and allocation is retried once")
  func freed() throws {
    weak var unused: ScanoutPool?
    do {
      let pool = shared.pool(try key(), limit: 8)
      unused = pool
      shared.recycle([pool])
    }
    #expect(unused != nil)
    let memory = display.memory
    memory.setRoom(0)
    let asked = memory.made
    #expect(throws: PlaybackError.self) {
      _ = try shared.makeBuffer(.xrgb8888, size: Self.size, room: nil)
    }
    #expect(unused == nil && memory.made == asked + 2)
    #expect(throws: PlaybackError.self) {
      _ = try shared.makeBuffer(.xrgb8888, size: Self.size, room: nil)
    }
    #expect(memory.made == asked + 3, "no unused buffer is left")
  }
}
