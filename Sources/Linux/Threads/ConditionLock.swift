import CVitrineLinux
import Glibc
import VitrineTiming

/// A lock with a condition. Thread-safe.
///
/// It inherits priority (`PTHREAD_PRIO_INHERIT`): its owner runs with the highest priority of the
/// waiting threads, so that a realtime thread waits only for a few instructions, and not for all
/// threads with a higher priority than the owner.
@safe final class ConditionLock: @unchecked Sendable {
  // @unchecked because the compiler cannot see that `mutex` guards `waiting`.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  /// The number of threads that wait for `changed`.
  private var waiting = 0

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    var protocols = pthread_mutexattr_t()
    unsafe pthread_mutexattr_init(&protocols)
    unsafe pthread_mutexattr_setprotocol(&protocols, CInt(PTHREAD_PRIO_INHERIT))
    let result = unsafe pthread_mutex_init(mutex, &protocols)
    unsafe pthread_mutexattr_destroy(&protocols)
    // Only a kernel without CONFIG_FUTEX_PI rejects it, where Swift's own locks do not work either.
    precondition(result == 0, "pthread_mutex_init: \(Errno(rawValue: result))")
    // Deadlines use the monotonic clock.
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(changed, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  func locked<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body()
  }

  private func lock() {
    guard let waits = LockWaits.ofThisThread else {
      unsafe pthread_mutex_lock(mutex)
      return
    }
    guard unsafe pthread_mutex_trylock(mutex) != 0 else { return waits.record(.zero) }
    let start = HostTime.now()
    unsafe pthread_mutex_lock(mutex)
    waits.record(HostTime.now() - start)
  }
}

// These functions are called with the lock held.
extension ConditionLock {
  func wait() {
    waiting += 1
    unsafe pthread_cond_wait(changed, mutex)
    waiting -= 1
  }

  /// Returns false once `deadline` has passed.
  func wait(until deadline: HostTime) -> Bool {
    var moment = timespec(
      tv_sec: Int(deadline.nanoseconds / 1_000_000_000),
      tv_nsec: Int(deadline.nanoseconds % 1_000_000_000))
    waiting += 1
    defer { waiting -= 1 }
    return unsafe pthread_cond_timedwait(changed, mutex, &moment) == 0
  }

  /// Wakes all waiting threads.
  ///
  /// It requires the lock, since the condition has an internal lock without priority inheritance:
  /// this way its owner inherits through ours.
  func wake() {
    if waiting > 0 { unsafe pthread_cond_broadcast(changed) }
  }
}
