import CVitrineLinux
import Glibc

/// A thread of its own for work that waits, with a name that `top -H` shows.
public final class NamedThread: Sendable {
  private let thread: pthread_t

  /// How a thread stands against the others.
  public enum Priority: Sendable {
    case normal
    /// Before everything that is not realtime, where the system allows it; else normal.
    case realtime(level: CInt)
    /// After everything else, with the least share of a busy processor (nice 19) and the disk that
    /// no other thread wants.
    ///
    /// Not SCHED_IDLE: on a busy machine such a thread may not run for seconds, and it would hold
    /// for as long what it has taken. `BoundedQueue` and `Shared` lend it the priority of a thread
    /// that waits for them; the allocator, FFmpeg and the kernel have locks that do not, and the
    /// display and the sound thread take those, too.
    case background
  }

  private final class Start {
    let name: String
    let priority: Priority
    let body: @Sendable () -> Void

    init(name: String, priority: Priority, body: @escaping @Sendable () -> Void) {
      (self.name, self.priority, self.body) = (name, priority, body)
    }

    func run() {
      unsafe vitrine_name_this_thread(name)
      switch priority {
      case .normal:
        // Threads inherit: a realtime thread's helpers are not what it is.
        var parameters = sched_param()
        _ = unsafe pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters)
      case .realtime(let level):
        var parameters = sched_param()
        parameters.sched_priority = level
        LockWaits.measureThisThread(name)
        // Refused without LimitRTPRIO; the player works without, only less calmly under load.
        _ = unsafe pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
      case .background: vitrine_set_thread_back()
      }
      body()
    }
  }

  /// Starts `body`. Names longer than 15 bytes are cut by the kernel.
  public init(
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

  /// Lets the thread clean up after itself when it ends. Call this or `join`, once.
  public func detach() {
    pthread_detach(thread)
  }

  /// Waits until the thread has ended. Call it once.
  public func join() {
    pthread_join(thread, nil)
  }
}
