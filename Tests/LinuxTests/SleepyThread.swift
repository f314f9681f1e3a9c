import Glibc
import Synchronization
import VitrineLinux
import VitrineTiming

/// A thread whose sleep a test can detect.
final class SleepyThread: Sendable {
  let thread: NamedThread
  private let number: Int

  init(_ body: @escaping @Sendable () -> Void) throws {
    let number = BoundedQueue<Int>(limit: 1)
    thread = try NamedThread("sleepy") {
      number.push(Scheduling.thread)
      body()
    }
    self.number = number.pop() ?? 0
  }

  /// Returns once the thread waits or has ended.
  func awaitSleep() {
    while let state = Scheduling.state(of: number), state != "S" { sched_yield() }
  }
}

/// The kernel's information about threads.
enum Scheduling {
  /// The number of the calling thread.
  static var thread: Int {
    var text = [CChar](repeating: 0, count: 64)
    guard readlink("/proc/thread-self", &text, text.count - 1) > 0 else { return 0 }
    return words(text).last.flatMap { Int($0.split(separator: "/").last ?? "") } ?? 0
  }

  /// The letter of its state; nil once it has ended.
  static func state(of thread: Int) -> String? { statistics(of: thread)?.first }

  /// The current priority of the calling thread: 20 is the usual one, and realtime threads are
  /// below zero.
  static var priority: Int? { statistics(of: thread)?.dropFirst(15).first.flatMap { Int($0) } }

  /// The highest priority so far, once it is better than `limit` or `patience` has passed.
  static func awaitPriority(below limit: Int, for patience: Duration) -> Int {
    let end = HostTime.now() + patience
    var best = Int.max
    while best >= limit, HostTime.now() < end {
      best = min(best, priority ?? best)
      sched_yield()
    }
    return best
  }

  /// Whether this process may have realtime threads.
  static var allowsRealtime: Bool {
    let isAllowed = Atomic(false)
    let thread = try? NamedThread("realtime", priority: .realtime(level: 1)) {
      isAllowed.store((priority ?? 0) < 0, ordering: .releasing)
    }
    thread?.join()
    return isAllowed.load(ordering: .acquiring)
  }

  /// The fields after the name in /proc/self/task/N/stat.
  private static func statistics(of thread: Int) -> [String]? {
    guard let file = fopen("/proc/self/task/\(thread)/stat", "r") else { return nil }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 1024)
    guard fread(&text, 1, text.count - 1, file) > 0 else { return nil }
    let all = words(text)
    guard let name = all.lastIndex(where: { $0.hasSuffix(")") }) else { return nil }
    return Array(all[(name + 1)...])
  }

  private static func words(_ text: [CChar]) -> [String] {
    String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
