import VitrineControl
import VitrineLinux
import VitrinePlaylists
import VitrineSchedules
import VitrineSignage

/// Begins and ends emergency overrides for clients, and reports why the current item is on screen.
/// Its thread writes each override to disk before it is shown. Thread-safe.
final class SignageDesk: Sendable {
  typealias Answer = @Sendable (Refusal?) -> Void

  /// A request that is on disk; the service's thread carries it out and answers.
  enum News: Sendable {
    case begin(OverrideNote, [Item], number: Int, isKept: Bool, Answer)
    case end(id: String, Answer)
    case programme(Answer)
  }

  private enum Order: Sendable {
    case begin(OverrideOrder, [Item], Answer)
    case end(id: String?, Answer)
    /// The override of this number has ended.
    case over(Int)
    /// Save how much time is left.
    case count(OverrideNote, Int)
  }

  /// The override that the previous run has left.
  let left: OverrideNote?
  /// Why the current item is on screen, as last reported by the service.
  let report = Shared<ScheduleReport?>(nil)
  /// Rings when a request is ready.
  let bell: Wakeup
  private let orders = BoundedQueue<Order>(limit: 16)
  private let news = BoundedQueue<News>(limit: .max)
  private let thread = Shared<NamedThread?>(nil)

  /// `warn` is called on the thread when a file cannot be written.
  init(_ store: OverrideStore, warn: @escaping @Sendable (String) -> Void) throws(Errno) {
    left = store.read(tell: warn)
    bell = try Wakeup()
    let (orders, news, bell, left) = (orders, news, bell, left)
    let started = try NamedThread("overrides") {
      var body = SignageDeskBody(store, left, warn: warn)
      while let order = orders.pop() {
        let one: News? =
          switch order {
          case .begin(let order, let items, let answer): body.begin(order, items, answer)
          case .end(let id, let answer): body.end(id, answer)
          case .over(let number): body.over(number)
          case .count(let note, let number): body.count(note, number)
          }
        guard let one else { continue }
        news.force(one)
        bell.ring()
      }
    }
    thread.update { $0 = started }
  }

  func begin(_ order: OverrideOrder, _ items: [Item], _ answer: @escaping Answer) {
    push(.begin(order, items, answer), answer)
  }

  func end(_ id: String?, _ answer: @escaping Answer) { push(.end(id: id, answer), answer) }

  /// Returns to the list at once. Nothing is stored, so this does not wait for the disk.
  func returnToProgramme(_ answer: @escaping Answer) {
    guard news.force(.programme(answer)) else {
      return answer(Refusal("the player is shutting down"))
    }
    bell.ring()
  }

  private func push(_ order: Order, _ answer: Answer) {
    guard orders.tryPush(order) else {
      return answer(Refusal("an earlier request is still being saved", .busy))
    }
  }

  func noteOver(_ number: Int) { orders.force(.over(number)) }

  func noteRest(_ note: OverrideNote, _ number: Int) { orders.force(.count(note, number)) }

  /// Returns the next request, in order.
  func next() -> News? {
    bell.clear()
    return news.tryPop()
  }

  /// Waits until everything is written.
  func close() {
    orders.close()
    thread.value?.join()
    news.close()
    while let one = news.tryPop() {
      switch one {
      case .begin(_, _, _, _, let answer), .end(_, let answer), .programme(let answer):
        answer(Refusal("the player is shutting down"))
      }
    }
  }
}

/// The state of the thread; confined to it.
private struct SignageDeskBody {
  private let store: OverrideStore
  private var standing: OverrideNote?
  /// The override of the previous run has number 0.
  private var number = 0
  private let warn: @Sendable (String) -> Void

  init(
    _ store: OverrideStore, _ standing: OverrideNote?, warn: @escaping @Sendable (String) -> Void
  ) {
    self.store = store
    self.standing = standing
    self.warn = warn
  }

  /// Returns whether every file was written.
  @discardableResult
  private func write(_ note: OverrideNote?) -> Bool {
    let troubles = store.write(note)
    for trouble in troubles { warn(trouble) }
    return troubles.isEmpty
  }

  mutating func begin(
    _ order: OverrideOrder, _ items: [Item], _ answer: @escaping SignageDesk.Answer
  ) -> SignageDesk.News? {
    do throws(OverrideOrder.Fault) {
      let note = try OverrideNote(order, .now())
      standing = note
      number += 1
      return .begin(note, items, number: number, isKept: write(note), answer)
    } catch {
      answer(Refusal(error.cause))
      return nil
    }
  }

  mutating func end(_ id: String?, _ answer: @escaping SignageDesk.Answer) -> SignageDesk.News? {
    guard let note = standing else {
      answer(Refusal("no override is active"))
      return nil
    }
    guard id ?? note.id == note.id else {
      answer(Refusal("another override is active: \(note.id)"))
      return nil
    }
    write(nil)
    standing = nil
    return .end(id: note.id, answer)
  }

  /// Does nothing if another override has begun since.
  mutating func over(_ number: Int) -> SignageDesk.News? {
    guard standing != nil, number == self.number else { return nil }
    write(nil)
    standing = nil
    return nil
  }

  mutating func count(_ note: OverrideNote, _ number: Int) -> SignageDesk.News? {
    guard standing != nil, number == self.number else { return nil }
    standing = note
    write(note)
    return nil
  }
}
