import Testing
import VitrineAddresses
import VitrineTiming

@testable import VitrineRemoteMedia

/// Preloads and their order, without a network.
struct PreloadTests {
  private static func url(_ name: String) throws -> RemoteURL { try RemoteURL("http://a/\(name)") }

  private static func orders(_ names: String) throws -> PreloadQueue {
    var orders = PreloadQueue()
    orders.want(try names.map { try url("\($0)") })
    orders.isIdle = true
    return orders
  }

  private static let now = HostTime(nanoseconds: 1_000_000_000)

  @Test("Preloads run in order, and existing items are not fetched again")
  func order() throws {
    var orders = try Self.orders("ab")
    let (a, b) = (try Self.url("a"), try Self.url("b"))
    #expect(orders.next(at: Self.now) == a && orders.current == a)
    orders.finish(a, isThere: true, at: Self.now)
    #expect(orders.doneCount == 1 && orders.next(at: Self.now) == b)
    orders.finish(b, isThere: true, at: Self.now)
    #expect(orders.next(at: Self.now) == nil && orders.current == nil && orders.doneCount == 2)
  }

  @Test("While playback needs the bandwidth, no preload starts and a running one waits")
  func idle() throws {
    var orders = try Self.orders("a")
    orders.isIdle = false
    #expect(orders.next(at: Self.now) == nil)
    orders.isIdle = true
    _ = orders.next(at: Self.now)
    #expect(orders.mayProceed == true)
    orders.isIdle = false
    #expect(orders.mayProceed == false)
    orders.want([try Self.url("b")])
    #expect(orders.mayProceed == nil)
  }

  @Test("A failed preload is retried a minute later, and others run meanwhile")
  func failure() throws {
    var orders = try Self.orders("ab")
    let (a, b) = (try Self.url("a"), try Self.url("b"))
    _ = orders.next(at: Self.now)
    orders.finish(a, isThere: false, at: Self.now)
    #expect(orders.due == Self.now + .seconds(60))
    #expect(orders.next(at: Self.now) == b)
    orders.finish(b, isThere: true, at: Self.now)
    #expect(orders.next(at: Self.now) == nil)
    #expect(orders.next(at: Self.now + .seconds(60)) == a)
  }

  @Test("A changed request is fetched again, and the current transfer is dropped at once")
  func otherwise() throws {
    var orders = try Self.orders("ab")
    let (a, b) = (try Self.url("a"), try Self.url("b"))
    _ = orders.next(at: Self.now)
    orders.finish(a, isThere: true, at: Self.now)
    #expect(orders.next(at: Self.now) == b)
    orders.beginAnew()
    #expect(orders.mayProceed == nil && orders.doneCount == 0)
    orders.finish(b, isThere: false, at: Self.now)
    #expect(orders.next(at: Self.now) == a && orders.mayProceed == true && orders.due == nil)
    orders.finish(a, isThere: true, at: Self.now)
    #expect(orders.next(at: Self.now) == b)
  }

  @Test("A closed preloader continues no transfer")
  func close() throws {
    var orders = try Self.orders("a")
    _ = orders.next(at: Self.now)
    orders.isClosed = true
    #expect(orders.mayProceed == nil)
  }
}
