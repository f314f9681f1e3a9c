/// What a programme would show: from edge to edge, on a clock that is turned by hand. A value; it goes on as
/// long as it is asked.
public struct Rehearsal: Sendable {
  /// One showing, or a time in which there is nothing to show.
  public struct Showing: Hashable, Sendable {
    public let begin: Moment
    public let end: Moment
    /// Nil shows nothing.
    public let choice: Programme.Choice?
  }

  public private(set) var programme: Programme
  public private(set) var now: Moment
  private let end: Moment

  public init(_ programme: Programme, from begin: Moment, until end: Moment) {
    (self.programme, now, self.end) = (programme, begin, end)
  }

  /// Nil at the end. What has begun plays out, as far as the end.
  public mutating func next() -> Showing? {
    guard now < end else { return nil }
    let begin = now
    guard let choice = programme.choose(at: begin) else {
      let change = programme.nextChange(after: begin).map { Moment(second: $0) } ?? end
      now = min(max(change, begin + 1), end)
      return Showing(begin: begin, end: now, choice: nil)
    }
    let length = programme.items[choice.item].length
    programme.noteBegin(of: choice.item, at: begin)
    programme.noteEnd(of: choice.item, shown: length)
    now = begin + length
    return Showing(begin: begin, end: min(now, end), choice: choice)
  }

  mutating func contest(at moment: Moment) -> [Int] { programme.contest(at: moment) }
  mutating func nextEdge(after moment: Moment) -> Int64? { programme.nextEdge(after: moment) }
  mutating func sharers() -> [Programme.Sharer] { programme.sharers() }
}
