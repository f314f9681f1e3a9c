import VitrineLinux
import VitrineTiming

/// Retries listening where it failed, on the thread "sockets": a predecessor may still be ending,
/// or a folder may be missing. Thread-safe.
final class ListenRetry<
  Server: Sendable, Failure: Error & CustomStringConvertible & Sendable
>: Sendable {
  /// A server that could not listen.
  struct Attempt: Sendable {
    /// The error of the latest attempt.
    var reason: Failure
    let listen: @Sendable () throws(Failure) -> Server
  }

  private let ending = BoundedQueue<Bool>(limit: .max)
  private let thread: NamedThread?

  /// The time between two attempts.
  private static var pause: Duration { .seconds(5) }

  /// `news` receives each error that differs from the previous one, and each server that listens;
  /// on the thread, except for the first errors.
  init(
    _ failed: [Attempt], pause: Duration = ListenRetry.pause,
    news: @escaping @Sendable (Result<Server, Failure>) -> Void
  ) {
    for one in failed { news(.failure(one.reason)) }
    let ending = ending
    // Without a thread there are no retries; the failure has been logged.
    thread = try? NamedThread("sockets") {
      var waiting = failed
      while !waiting.isEmpty, ending.pop(until: .now() + pause) == nil, !ending.isExhausted {
        waiting = waiting.compactMap { Self.attempt($0, news) }
      }
    }
  }

  /// Returns nil once it listens.
  private static func attempt(
    _ failed: Attempt, _ news: (Result<Server, Failure>) -> Void
  ) -> Attempt? {
    do throws(Failure) {
      news(.success(try failed.listen()))
      return nil
    } catch {
      if error.description != failed.reason.description { news(.failure(error)) }
      var failed = failed
      failed.reason = error
      return failed
    }
  }

  func close() {
    ending.close()
    thread?.join()
  }
}
