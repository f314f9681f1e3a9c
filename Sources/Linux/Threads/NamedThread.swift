import CVitrineLinux
import Glibc

/// A thread for blocking work, with a name that `top -H` shows.
package final class NamedThread: Sendable {
  private let thread: pthread_t

  /// The priority of a thread.
  package enum Priority: Sendable {
    case normal
    /// Before everything that is not realtime, if the system permits it; otherwise normal.
    case realtime(level: CInt)
    /// The lowest share of a busy processor (nice 19), and idle disk priority.
    ///
    /// Not SCHED_IDLE: on a busy machine such a thread may not run for seconds, while it holds
    /// locks. `BoundedQueue` and `Shared` have priority inheritance, but the allocator, FFmpeg and
    /// the kernel have locks without it that the display and the sound thread take, too.
    case background
    /// A smaller share of a busy processor than other threads (nice 10), also for the threads that it creates.
    case low
  }

  private final class Start {
    let name: String
    let priority: Priority
    let body: @Sendable () -> Void

    init(name: String, priority: Priority, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.priority = priority
      self.body = body
    }

    func run() {
      unsafe vitrine_name_this_thread(name)
      vitrine_use_crash_stack()
      switch priority {
      case .normal:
        // Threads inherit the scheduling of their creator, which a realtime thread's helpers must
        // not have.
        var parameters = sched_param()
        _ = unsafe pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters)
      case .realtime(let level):
        var parameters = sched_param()
        parameters.sched_priority = level
        LockWaits.measureThisThread(name)
        // Rejected without LimitRTPRIO; the player works without it, but less smoothly under load.
        _ = unsafe pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
      case .background: vitrine_set_thread_back()
      case .low: vitrine_set_thread_low()
      }
      body()
      vitrine_leave_crash_stack()
    }
  }

  /// Starts `body`. The kernel truncates names to 15 bytes.
  package init(
    _ name: String, priority: Priority = .normal, body: @escaping @Sendable () -> Void
  ) throws(Errno) {
    let start = unsafe Unmanaged.passRetained(Start(name: name, priority: priority, body: body))
    var created = pthread_t()
    let result = unsafe pthread_create(
      &created, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, unsafe start.toOpaque())
    guard result == 0 else {
      unsafe start.release()
      throw Errno(rawValue: result)
    }
    thread = created
  }

  /// Lets the thread release its resources when it ends. Call this or `join`, once.
  package func detach() {
    pthread_detach(thread)
  }

  /// Waits until the thread has ended. Call it once.
  package func join() {
    pthread_join(thread, nil)
  }
}
