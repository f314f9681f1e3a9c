import Linux
import Pictures
import Playback
import Testing
import Timing

@testable import Engine

@Suite("The display and its memory, as decoders see them")
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

  @Test("what is found out while the display becomes another one is not kept")
  func race() throws {
    display.memory.whileMaking { [host, shared] in
      host.becomeAnother()
      shared.displayChanged()
    }
    #expect(try shared.epoch() == display.epoch)
    let buffer = try shared.makeBuffer(.xrgb8888, size: PixelSize(8, 8), room: nil)
    #expect(buffer.epoch == display.epoch)
  }

  @Test("memory that is given back is used again")
  func again() throws {
    let pool = shared.pool(try key(), limit: 8)
    shared.giveBack([pool])
    #expect(shared.pool(try key(), limit: 8) === pool)
  }
}
