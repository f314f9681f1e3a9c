import Testing
import VitrineFakes
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineScanout

/// Requests for screenshots.
@Suite(.timeLimit(.minutes(1)))
struct CaptureWriterTests {
  private let start = HostTime(nanoseconds: 1_000_000_000)

  private static func request(_ deadline: HostTime) -> CaptureRequest {
    CaptureRequest(until: deadline) { _ in }
  }

  @Test("A request counts against the limit until its frame has been written")
  func count() {
    var queue = CaptureQueue()
    let requests = (0..<8).map { _ in Self.request(start) }
    let others = (0..<4).map { _ in Self.request(start) }
    let refusals = requests.map { queue.add($0) } + [queue.add(others[0])]
    #expect(refusals == Array(repeating: nil, count: 8) + [.tooMany])
    let takes = (queue.beginDelivery(of: requests[3]), queue.beginDelivery(of: requests[3]))
    #expect(takes == (true, false))
    let whileWritten = queue.add(others[1])
    #expect(whileWritten == .tooMany, "its frame is still in memory")
    queue.finish()
    let afterwards = [queue.add(others[2]), queue.add(others[3])]
    #expect(afterwards == [nil, .tooMany])
  }

  @Test("A request without a frame expires, and a late frame belongs to no request")
  func overdue() {
    var queue = CaptureQueue()
    let (early, late) = (Self.request(start), Self.request(start + .seconds(1)))
    let refusals = [queue.add(early), queue.add(late)]
    #expect(refusals == [nil, nil] && queue.deadline == start)
    let overdue = [start - .seconds(1), start, start].map { queue.removeOverdue($0) }
    #expect(overdue == [[], [early], []])
    let takes = [early, late, late].map { queue.beginDelivery(of: $0) }
    #expect(takes == [false, true, false] && queue.deadline == nil)
  }

  /// A player that does not run: its requests can be examined.
  private let player = Player(
    PlayerConfiguration(queue: Queue([]), display: .headless(PixelSize(64, 48), refresh: 60))
  ) { _ in }

  private func request() -> CaptureRequest? {
    guard case .capture(let request)? = player.mailbox.tryPop() else { return nil }
    return request
  }

  private func picture() throws -> Capture {
    let display = MemoryDisplay(size: PixelSize(64, 48), refresh: 60)
    return Capture(
      buffer: try display.bufferMaker(.xrgb8888, PixelSize(64, 48), nil), origin: .composition)
  }

  @Test("Frames that are being written leave no room for more")
  func writing() throws {
    let (begun, goOn) = (BoundedQueue<Bool>(limit: .max), BoundedQueue<Bool>(limit: .max))
    for _ in 0..<8 {
      let refusal = player.capture { capture in
        begun.push(capture != nil)
        _ = goOn.pop()
      }
      #expect(refusal == nil)
      player.captureWriter.deliver(try picture(), for: try #require(request()))
    }
    #expect(begun.pop() == true)
    #expect(player.capture { _ in } == .tooMany)
    for _ in 0..<8 { goOn.push(true) }
    while player.capture({ _ in }) != nil {}
    #expect((0..<7).allSatisfy { _ in begun.pop() == true })
  }

  @Test("A missing writer thread is reported, and the next request may get one")
  func noThread() {
    let attempts = Shared(0)
    let writer = CaptureWriter { (body) throws(Errno) in
      attempts.update { $0 += 1 }
      guard attempts.value > 1 else { throw .tryAgain }
      return try NamedThread("screenshots", body: body)
    }
    let refusals = [writer.add(Self.request(start)), writer.add(Self.request(start))]
    #expect(refusals == [.noThread(.tryAgain), nil])
  }

  @Test(
    "Closing hands over finished frames, drops the rest and refuses new requests"
  )
  func end() throws {
    let answers = BoundedQueue<Bool>(limit: .max)
    for _ in 0..<2 {
      #expect(player.capture(within: .seconds(60), { answers.push($0 != nil) }) == nil)
    }
    player.captureWriter.deliver(try picture(), for: try #require(request()))
    player.captureWriter.close()
    let answered = [answers.tryPop(), answers.tryPop()].compactMap(\.self)
    #expect(Set(answered) == [true, false] && answers.isEmpty)
    #expect(player.capture { _ in answers.push(true) } == .over)
    #expect(answers.isEmpty)
  }

  @Test("A client is notified that no frame will come, and others may request one again")
  func nothing() {
    let answers = BoundedQueue<Bool>(limit: .max)
    for _ in 0..<100 {
      while player.capture(within: .milliseconds(1), { answers.push($0 == nil) }) != nil {}
      #expect(answers.pop() == true)
    }
  }
}
