import Glibc
import Synchronization
import Testing
import VitrineLinux
import VitrineTiming

@Suite("A queue between threads")
struct BoundedQueueTests {
  /// Events for a queue that a thread waits on.
  enum Change: String, CaseIterable, Sendable {
    case push, tryPush, force, pop, tryPop, popUntil, removeAll, close, discard

    func make(_ queue: BoundedQueue<Int>) {
      switch self {
      case .push: queue.push(7)
      case .tryPush: _ = queue.tryPush(7)
      case .force: queue.force(7)
      case .pop: _ = queue.pop()
      case .tryPop: _ = queue.tryPop()
      case .popUntil: _ = queue.pop(until: .now())
      case .removeAll: queue.removeAll()
      case .close: queue.close()
      case .discard: queue.close(discarding: true)
      }
    }
  }

  @Test(
    "A thread waiting for an element continues at once",
    arguments: [Change.push, .tryPush, .force, .close, .discard])
  func wakesReader(_ change: Change) throws {
    let queue = BoundedQueue<Int>(limit: 1)
    let taken = Mutex<[Int?]>([])
    let reader = try SleepyThread {
      let element = queue.pop()
      taken.withLock { $0.append(element) }
    }
    reader.awaitSleep()
    change.make(queue)
    reader.thread.join()
    let isClosing = change == .close || change == .discard
    #expect(taken.withLock { $0 } == [isClosing ? nil : 7])
  }

  @Test(
    "A thread waiting for room continues at once",
    arguments: [Change.pop, .tryPop, .popUntil, .removeAll, .close, .discard])
  func wakesWriter(_ change: Change) throws {
    let queue = BoundedQueue<Int>(limit: 1)
    queue.push(1)
    let pushed = Mutex<Bool?>(nil)
    let writer = try SleepyThread {
      let isTaken = queue.push(2)
      pushed.withLock { $0 = isTaken }
    }
    writer.awaitSleep()
    change.make(queue)
    writer.thread.join()
    let isClosing = change == .close || change == .discard
    #expect(pushed.withLock { $0 } == !isClosing)
    #expect(queue.tryPop() == (change == .close ? 1 : change == .discard ? nil : 2))
  }

  @Test("Examining a queue wakes no waiting thread")
  func reads() throws {
    let queue = BoundedQueue<Int>(limit: 1)
    let questions = Atomic(0)
    let isOver = Atomic(false)
    let reader = try SleepyThread {
      _ = queue.pop {
        questions.add(1, ordering: .relaxed)
        return isOver.load(ordering: .acquiring)
      }
    }
    reader.awaitSleep()
    for _ in 0..<1000 {
      _ = (queue.isEmpty, queue.weight, queue.first, queue.last, queue.isExhausted)
      _ = (queue.tryPop(), queue.peek { $0.count })
      sched_yield()
    }
    // POSIX allows a spurious wakeup, but not a thousand.
    #expect(questions.load(ordering: .relaxed) <= 2)
    isOver.store(true, ordering: .releasing)
    queue.wakeAll()
    reader.thread.join()
  }

  @Test("A wait ends at its deadline")
  func deadline() {
    let queue = BoundedQueue<Int>(limit: 1)
    #expect(queue.pop(until: .now()) == nil)
    #expect(queue.pop(until: .now() + .milliseconds(2)) == nil)
    queue.push(3)
    #expect(queue.pop(until: .now() - .seconds(1)) == 3)
  }

  @Test("Removing a heavy element makes room for every waiting thread")
  func weights() throws {
    let queue = BoundedQueue<Int>(limit: 10)
    queue.push(0, weight: 10)
    let writers = try (1...3).map { number in
      try SleepyThread { queue.push(number) }
    }
    for writer in writers { writer.awaitSleep() }
    #expect(queue.pop() == 0)
    for writer in writers { writer.thread.join() }
    #expect(queue.weight == 3)
  }

  @Test("Several writers and readers lose nothing, duplicate nothing, and all end")
  func stress() throws {
    let queue = BoundedQueue<Int>(limit: 3)
    let (writers, each) = (3, 4000)
    let seen = Mutex<[Int]>([])
    let writing = try (0..<writers).map { writer in
      try NamedThread("writer") {
        for number in 0..<each {
          if number % 7 == 0 {
            queue.force(writer * each + number)
          } else {
            queue.push(writer * each + number, weight: 1 + number % 3)
          }
        }
      }
    }
    let reading = try (0..<3).map { reader in
      try NamedThread("reader") {
        var mine: [Int] = []
        while !queue.isExhausted {
          let next =
            switch reader {
            case 0: queue.pop()
            case 1: queue.pop(until: .now() + .microseconds(50))
            default: queue.pop { false }
            }
          if let next { mine.append(next) }
        }
        seen.withLock { $0 += mine }
      }
    }
    for thread in writing { thread.join() }
    queue.close()
    for thread in reading { thread.join() }
    #expect(seen.withLock { $0.sorted() } == Array(0..<writers * each))
    #expect(queue.weight == 0)
  }

  @Test(
    "The thread that holds the lock inherits the priority of one that waits for it",
    .enabled(if: Scheduling.allowsRealtime))
  func inheritance() {
    let queue = BoundedQueue<Int>(limit: 1)
    let (waiting, highest) = queue.peek { _ in
      let thread = try? NamedThread("waiting", priority: .realtime(level: 10)) {
        _ = queue.isEmpty
      }
      return (thread, Scheduling.awaitPriority(below: 0, for: .seconds(5)))
    }
    waiting?.join()
    // The kernel counts realtime priorities below zero.
    #expect(highest == -11)
  }
}
