package import VitrineLinux
package import VitrinePlaylists
package import VitrineTiming

/// Turns names of files, colours and lists into items. May block.
package typealias ItemReader = @Sendable ([String]) throws(Refusal) -> [Item]

/// Reads sources named by clients on its own thread, one job after the other, as disks and
/// network shares may block. An unresponsive share blocks only this thread, and expired jobs are
/// not carried out. Thread-safe.
package final class SourceThread: Sendable {
  /// Carries out one job, or refuses it after its deadline. May block.
  private typealias Job = @Sendable (_ now: () -> HostTime) -> Void

  private let jobs: BoundedQueue<Job>

  /// `limit` is the number of jobs that may wait. `now` is the clock: the machine's, or a test's.
  package init(limit: Int = 8, now: @escaping @Sendable () -> HostTime = HostTime.now) throws(Errno)
  {
    let jobs = BoundedQueue<Job>(limit: limit)
    self.jobs = jobs
    let thread = try NamedThread("sources") {
      while let job = jobs.pop() { job(now) }
    }
    // The thread may wait for a share that never answers.
    thread.detach()
  }

  deinit { jobs.close(discarding: true) }

  /// Calls `done` with what `read` returns, on the thread; the next job starts when that returns.
  ///
  /// After `deadline` the client no longer waits: nothing is read, and items already read are
  /// dropped. If too many jobs wait, calls `done` at once on the caller's thread.
  package func read<Answer: Sendable>(
    until deadline: HostTime, _ read: @escaping @Sendable () throws(Refusal) -> Answer,
    done: @escaping @Sendable (Result<Answer, Refusal>) -> Void
  ) {
    let job: Job = { now in
      guard now() < deadline else { return done(.failure(.tooSlow)) }
      let result = Result { () throws(Refusal) in try read() }
      done(now() < deadline ? result : .failure(.tooSlow))
    }
    guard jobs.tryPush(job) else {
      return done(.failure(Refusal("an earlier request is still being read", .busy)))
    }
  }
}
