import Glibc
import VitrineLinux
import VitrinePlaylists
import VitrineTiming

@testable import VitrineDaemon
@testable import VitrineLists

/// A list whose reading the test completes: a disk that spins up, or a share that hangs.
final class HeldSource: ListSource {
  typealias Answer = Result<LoadedList, ListError>

  let name: String
  private let answers = BoundedQueue<Answer>(limit: .max)
  private let begun = BoundedQueue<Bool>(limit: .max)

  init(_ name: String = "list", _ answers: Answer...) {
    self.name = name
    for answer in answers { self.answers.push(answer) }
  }

  /// Completes one reading.
  func answer(_ answer: Answer) { answers.push(answer) }

  /// Waits until a reading has started.
  func awaitReading() { _ = begun.pop(until: .now() + .seconds(20)) }

  func read() throws(ListError) -> LoadedList {
    begun.push(true)
    guard let answer = answers.pop() else { throw ListError(lines: [], origins: []) }
    return try answer.get()
  }

  static func list(_ names: String..., origins: [String] = [], title: String? = nil) -> Answer {
    .success(
      LoadedList(items: names.map { Item(path: "/\($0)") }, title: title, origins: origins))
  }

  static func failure(_ line: String, origins: [String] = []) -> Answer {
    .failure(ListError(lines: [line], origins: origins))
  }
}

extension Wakeup {
  struct NoRing: Error {}

  /// Waits for a wake-up from another thread, as the service's loop does. Throws on a timeout.
  func awaitRing() throws {
    let loop = try EventLoop()
    let timer = try Timer()
    try loop.add(descriptor, token: 0)
    try loop.add(timer.descriptor, token: 1)
    timer.set(to: .now() + .seconds(20))
    var hasRung = false
    try loop.wait { if $0 == 0 { hasRung = true } }
    guard hasRung else { throw NoRing() }
  }
}
