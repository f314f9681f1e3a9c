import Linux
import Pictures
import Playback
import Playlists
import Testing
import Timing
import VitrineTesting

@testable import Engine
@testable import Scanout

/// Who waits for pictures of the screen.
@Suite(.timeLimit(.minutes(1)))
struct CaptureOrdersTests {
  private let start = HostTime(nanoseconds: 1_000_000_000)

  @Test("an order counts until its picture has been written")
  func count() throws {
    var book = CaptureBook<Int>()
    let wishes = (0..<8).compactMap { book.add($0, until: start) }
    #expect(wishes.count == 8 && book.add(8, until: start) == nil)
    #expect(book.take(wishes[3]) == 3)
    #expect(book.add(8, until: start) == nil, "its picture is still there")
    book.finish()
    #expect(book.add(8, until: start) != nil && book.add(9, until: start) == nil)
  }

  @Test("an order without a picture is given up at its time, and its picture is nobody's then")
  func overdue() throws {
    var book = CaptureBook<Int>()
    let (first, second) = (book.add(1, until: start), book.add(2, until: start + .seconds(1)))
    let (early, late) = (try #require(first), try #require(second))
    #expect(book.deadline == start && book.takeOverdue(start - .seconds(1)) == [])
    #expect(book.takeOverdue(start) == [1] && book.takeOverdue(start) == [])
    #expect(book.take(early) == nil && book.take(late) == 2 && book.take(late) == nil)
    #expect(book.deadline == nil)
  }

  /// A player that does not run: what it was asked for can be looked at.
  private let player = Player(
    PlayerConfiguration(queue: Queue([]), display: .headless(PixelSize(64, 48), refresh: 60))
  ) { _ in }

  private func wish() -> CaptureWish? {
    guard case .capture(let wish)? = player.mailbox.tryPop() else { return nil }
    return wish
  }

  private func picture() throws -> Capture {
    let display = MemoryDisplay(size: PixelSize(64, 48), refresh: 60)
    return Capture(
      buffer: try display.bufferMaker(.xrgb8888, PixelSize(64, 48), nil), origin: .composition)
  }

  @Test("pictures that are being written leave no room for more")
  func writing() throws {
    let orders = try CaptureOrders()
    let (begun, goOn) = (BoundedQueue<Bool>(limit: .max), BoundedQueue<Bool>(limit: .max))
    for _ in 0..<8 {
      let isTaken = orders.ask(player) { capture in
        begun.push(capture != nil)
        _ = goOn.pop()
      }
      #expect(isTaken)
      orders.note(.screenshot(try picture(), try #require(wish())))
    }
    #expect(begun.pop() == true)
    #expect(!orders.ask(player) { _ in })
    for _ in 0..<8 { goOn.push(true) }
    while !orders.ask(player, { _ in }) {}
    #expect((0..<7).allSatisfy { _ in begun.pop() == true })
  }

  @Test("whoever asks is told when no picture comes, and others may ask again")
  func nothing() throws {
    let orders = try CaptureOrders(patience: .milliseconds(1))
    let answers = BoundedQueue<Bool>(limit: .max)
    for _ in 0..<100 {
      while !orders.ask(player, { answers.push($0 == nil) }) {}
      #expect(answers.pop() == true)
    }
  }
}
