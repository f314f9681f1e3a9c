internal import VitrineLinux

/// The threads of a pipeline that have not ended, and what all of them have computed. A value.
struct PipelineThreads {
  private(set) var count = 0
  private var clocks: [Int: ThreadClock] = [:]
  private var last = 0
  /// By those that have ended.
  private var spent = Duration.zero

  /// One is about to be made.
  mutating func add() { count += 1 }

  /// It has begun to run, by this clock; a number to end it with.
  mutating func begin(_ clock: ThreadClock?) -> Int {
    last += 1
    clocks[last] = clock
    return last
  }

  /// The thread of this number ends, and says so itself; nil for one that could not be made.
  mutating func end(_ number: Int?) {
    count -= 1
    guard let number else { return }
    spent += clocks.removeValue(forKey: number)?.time ?? .zero
  }

  var cpuTime: Duration { clocks.values.reduce(spent) { $0 + ($1.time ?? .zero) } }
}
