import VitrineLinux
import VitrineTiming

/// What could not be listened at is tried again, on the thread "sockets": what was in the
/// way may go, a predecessor that still ends or a folder that is not there yet. Thread-safe.
final class RetriedListening<
  Server: Sendable, Failure: Error & CustomStringConvertible & Sendable
>: Sendable {
  /// One that could not be listened at.
  struct Refused: Sendable {
    /// Why, when it was last tried.
    var reason: Failure
    let listen: @Sendable () throws(Failure) -> Server
  }

  private let ending = BoundedQueue<Bool>(limit: .max)
  private let thread: NamedThread?

  /// Between two attempts.
  private static var pause: Duration { .seconds(5) }

  /// `news` is told why each is refused, whenever that is another reason, and of each that listens;
  /// on the thread, but for the first reasons.
  init(
    _ refused: [Refused], pause: Duration = RetriedListening.pause,
    news: @escaping @Sendable (Result<Server, Failure>) -> Void
  ) {
    for one in refused { news(.failure(one.reason)) }
    let ending = ending
    // Without a thread it stays as it is: that it does not listen was told.
    thread = try? NamedThread("sockets") {
      var waiting = refused
      while !waiting.isEmpty, ending.pop(until: .now() + pause) == nil, !ending.isExhausted {
        waiting = waiting.compactMap { Self.attempt($0, news) }
      }
    }
  }

  /// Nil once it listens.
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
