import Synchronization
import Testing
import VitrineControl
import VitrineFakes
import VitrineLinux
import VitrinePlaylists
import VitrineTiming

/// Sources read for clients, on their own thread.
@Suite(.timeLimit(.minutes(1)))
struct SourceThreadTests {
  private let start = HostTime(nanoseconds: 1_000_000_000)

  /// A manual clock, for any thread.
  private final class Clock: Sendable {
    private let time: Mutex<HostTime>
    init(_ time: HostTime) { self.time = Mutex(time) }
    var now: HostTime { time.withLock { $0 } }
    func turn(by duration: Duration) { time.withLock { $0 = $0 + duration } }
  }

  private final class Answers: Sendable {
    private let queue = BoundedQueue<String>(limit: .max)
    var next: String? { queue.pop() }
    func add(_ result: Result<[Item], Refusal>) {
      switch result {
      case .success(let items): queue.push(items.map(\.name).joined())
      case .failure(let refusal): queue.push(refusal.description)
      }
    }
  }

  @Test("Sources are read one after the other and answered in order")
  func order() throws {
    let (sources, answers) = (try SourceThread(limit: 100), Answers())
    for number in 0..<50 {
      sources.read(until: .now() + .seconds(60)) { () throws(Refusal) in
        [Item(path: "/\(number)")]
      } done: {
        answers.add($0)
      }
    }
    #expect((0..<50).allSatisfy { answers.next == "\($0)" })
  }

  @Test("A hung share costs one thread, and expired requests are not executed later")
  func hanging() throws {
    let (clock, answers) = (Clock(start), Answers())
    let sources = try SourceThread(limit: 3, now: { clock.now })
    let (begun, share) = (BoundedQueue<Bool>(limit: 1), BoundedQueue<Bool>(limit: 1))
    sources.read(until: start + .seconds(10)) { () throws(Refusal) in
      begun.push(true)
      _ = share.pop()
      return [Item(path: "/hung")]
    } done: {
      answers.add($0)
    }
    #expect(begun.pop() == true)
    for _ in 0..<4 {
      sources.read(until: start + .seconds(10)) { () throws(Refusal) in
        Issue.record("read too late")
        return []
      } done: {
        answers.add($0)
      }
    }
    // The fourth does not fit and is refused at once.
    #expect(answers.next == "an earlier request is still being read")
    clock.turn(by: .seconds(3600))
    share.push(true)
    #expect((0..<4).allSatisfy { _ in answers.next == "timed out reading the source" })
    sources.read(until: clock.now + .seconds(10)) { () throws(Refusal) in
      [Item(path: "/new")]
    } done: {
      answers.add($0)
    }
    #expect(answers.next == "new")
  }

  @Test("A read error keeps its own message")
  func refusal() throws {
    let (sources, answers) = (try SourceThread(), Answers())
    sources.read(until: .now() + .seconds(60)) { () throws(Refusal) in
      throw Refusal("no such file")
    } done: {
      answers.add($0)
    }
    #expect(answers.next == "no such file")
  }

  @Test("A request for sources carries its response deadline")
  func deadline() throws {
    var limits = ControlLimits()
    limits.answerTimeout = .seconds(40)
    let scene = try ServerScene(limits)
    for line in ["load /a.mp4", "append /b.mp4"] {
      let before = HostTime.now()
      #expect(try scene.connect().ask(line) == "success")
      let deadline = try #require(scene.player.now.deadline)
      #expect(
        deadline >= before + limits.answerTimeout && deadline <= .now() + limits.answerTimeout)
    }
  }
}
