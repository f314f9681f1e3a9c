/// A programme on a simulated clock, which jumps from one decision to the next.
package struct Rehearsal: Sendable {
  /// A showing, or a gap.
  package struct Showing: Hashable, Sendable {
    package let begin: Moment
    package let end: Moment
    /// Nil for a gap.
    package let choice: Programme.Choice?
  }

  package private(set) var programme: Programme
  package private(set) var now: Moment
  private let end: Moment

  package init(_ programme: Programme, from begin: Moment, until end: Moment) {
    (self.programme, now, self.end) = (programme, begin, end)
  }

  /// Returns the next showing; nil at the end. A showing plays out, but not beyond the end.
  package mutating func next() -> Showing? {
    guard now < end else { return nil }
    let begin = now
    guard let choice = programme.choose(at: begin) else {
      let change = programme.nextChange(after: begin).map { Moment(second: $0) } ?? end
      now = min(max(change, begin + 1), end)
      return Showing(begin: begin, end: now, choice: nil)
    }
    let length = programme.items[choice.item].length
    programme.recordStart(of: choice.item, at: begin)
    programme.recordEnd(of: choice.item, shown: length)
    now = begin + length
    return Showing(begin: begin, end: min(now, end), choice: choice)
  }

  mutating func conflict(at moment: Moment) -> [Int] { programme.conflict(at: moment) }
  mutating func nextEdge(after moment: Moment) -> Int64? { programme.nextEdge(after: moment) }
  mutating func sharers() -> [Programme.Sharer] { programme.sharers() }
}
