internal import VitrineLinux

/// The running threads of a pipeline, and the CPU time of all.
struct PipelineThreads {
  private(set) var count = 0
  private var clocks: [Int: ThreadClock] = [:]
  private var last = 0
  /// The CPU time of threads that have ended.
  private var spent = Duration.zero

  /// Call before starting a thread.
  mutating func add() { count += 1 }

  /// Records that a thread has started, and its clock; returns a number for `end`.
  mutating func begin(_ clock: ThreadClock?) -> Int {
    last += 1
    clocks[last] = clock
    return last
  }

  /// Called by the thread with this number as it ends; nil if the thread could not be created.
  mutating func end(_ number: Int?) {
    count -= 1
    guard let number else { return }
    spent += clocks.removeValue(forKey: number)?.time ?? .zero
  }

  var cpuTime: Duration { clocks.values.reduce(spent) { $0 + ($1.time ?? .zero) } }
}
