import VitrineLinux
import VitrineTiming

/// Retries listening where it failed, on the thread "sockets": a predecessor may still be ending,
/// or a folder may be missing. Thread-safe.
final class RetriedListening<
  Server: Sendable, Failure: Error & CustomStringConvertible & Sendable
>: Sendable {
  /// A server that could not listen.
  struct Refused: Sendable {
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
    _ refused: [Refused], pause: Duration = RetriedListening.pause,
    news: @escaping @Sendable (Result<Server, Failure>) -> Void
  ) {
    for one in refused { news(.failure(one.reason)) }
    let ending = ending
    // Without a thread there are no retries; the failure has been logged.
    thread = try? NamedThread("sockets") {
      var waiting = refused
      while !waiting.isEmpty, ending.pop(until: .now() + pause) == nil, !ending.isExhausted {
        waiting = waiting.compactMap { Self.attempt($0, news) }
      }
    }
  }

  /// Returns nil once it listens.
  private static func attempt(
    _ refused: Refused, _ news: (Result<Server, Failure>) -> Void
  ) -> Refused? {
    do throws(Failure) {
      news(.success(try refused.listen()))
      return nil
    } catch {
      if error.description != refused.reason.description { news(.failure(error)) }
      var refused = refused
      refused.reason = error
      return refused
    }
  }

  func close() {
    ending.close()
    thread?.join()
  }
}
