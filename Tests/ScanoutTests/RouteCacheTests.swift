import Testing
import VitrineKMS
import VitrinePictures
import VitrinePlayback
import VitrineTiming

@testable import VitrineScanout

@Suite("Open and closed routes to the screen")
struct RouteCacheTests {
  private static let start = HostTime(nanoseconds: 1_000_000_000)

  private static func route(_ number: UInt32) throws -> Route {
    let plane = Plane(
      id: try #require(ObjectID(rawValue: number)), kind: .overlay, possibleCRTCs: 1,
      formats: [.xrgb8888: []], properties: Properties())
    let pair = PlaneSearch(planes: [plane], crtcIndex: 0).candidates(format: .xrgb8888).pairs.first
    return Route(mode: .rgb, pair: try #require(pair), transparent: nil, isPlaceable: true)
  }

  @Test("A known route keeps its number, and one that was closed gets a new one")
  func numbers() throws {
    var cache = RouteCache()
    let first = cache.add(try Self.route(1))
    #expect(first == .first)
    #expect(cache.add(try Self.route(1)) == first)
    #expect(cache.add(try Self.route(2)) != first)
    cache.close(first, at: Self.start)
    #expect(cache.add(try Self.route(1)) != first)
  }

  @Test("Pictures of a closed route take its detour, and that detour's detour")
  func detours() throws {
    var cache = RouteCache()
    let all = try (1...3).map { cache.add(try Self.route($0)) }
    cache.close(all[0], at: Self.start)
    cache.detour(all[0], to: all[1])
    cache.close(all[1], at: Self.start)
    cache.detour(all[1], to: all[2])
    #expect(all.map(cache.current) == [all[2], all[2], all[2]])
    #expect(cache[all[0]].pair.video.id.rawValue == 3)
  }

  @Test("A closed route without a detour is known again")
  func closed() throws {
    var cache = RouteCache()
    let open = cache.add(try Self.route(1))
    let closed = cache.addClosed(cache[open])
    #expect(closed != open && cache.addClosed(cache[open]) == closed)
    #expect(cache[closed].isRefused && !cache[open].isRefused)
    cache.detour(closed, to: open)
    #expect(cache.addClosed(cache[open]) != closed)
  }

  @Test("A closed route is retried after two seconds, then with growing delays")
  func again() throws {
    var cache = RouteCache()
    let id = cache.add(try Self.route(1))
    var now = Self.start
    var waits: [Duration] = []
    cache.close(id, at: now)
    for _ in 0..<12 {
      let before = now
      while cache.routeDueForRetry(id, at: now) == nil { now = now + .seconds(1) }
      waits.append(now - before)
      cache.recordRefusal(of: id, at: now)
    }
    let doubled = [2, 4, 8, 16, 32, 64, 128, 256, 512].map { Duration.seconds($0) }
    #expect(waits == doubled + [Duration](repeating: .seconds(600), count: 3))
    cache.reopen(id)
    #expect(!cache[id].isRefused && !cache.isAnyRetryDue(at: now + .seconds(9999)))
  }
}
