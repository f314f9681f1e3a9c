/// What is known of an override that stands, also after a restart: when it ends, by the machine's clock
/// where that is to be believed, else by how long the machine has run. A value.
public struct OverrideNote: Hashable, Sendable {
  public let id: String
  public let content: OverrideOrder.Content
  /// Nil where it was begun while the machine's clock was not set.
  public private(set) var end: Moment?
  /// How much was left of it, in seconds, at `since`.
  public private(set) var rest: Double
  public private(set) var since: Uptime

  /// How long a machine has run.
  public struct Uptime: Hashable, Sendable {
    /// As the kernel names this start of the machine.
    public let boot: String
    /// Since then, also while it slept.
    public let seconds: Double

    public init(boot: String, seconds: Double) { (self.boot, self.seconds) = (boot, seconds) }
  }

  /// What the machine's clocks show at one moment.
  public struct Clocks: Hashable, Sendable {
    public let wall: Moment
    public let isTrusted: Bool
    public let uptime: Uptime

    public init(wall: Moment, isTrusted: Bool, uptime: Uptime) {
      (self.wall, self.isTrusted, self.uptime) = (wall, isTrusted, uptime)
    }
  }

  public init(_ order: OverrideOrder, _ clocks: Clocks) throws(OverrideOrder.Fault) {
    (id, content, since) = (order.id, order.content, clocks.uptime)
    switch order.end {
    case .after(let seconds):
      rest = seconds
      end = clocks.isTrusted ? clocks.wall + seconds : nil
    case .at(let moment):
      guard clocks.isTrusted else {
        throw OverrideOrder.Fault(
          cause: "the machine's clock is not set: say for how long, and not until when")
      }
      rest = moment - clocks.wall
      guard (1...OverrideOrder.longest).contains(rest) else {
        throw OverrideOrder.Fault(cause: "an override ends in 1 second to 31 days")
      }
      end = moment
    }
  }

  /// As it was written down.
  init(
    id: String, _ content: OverrideOrder.Content, end: Moment?, rest: Double, since: Uptime
  ) {
    (self.id, self.content, self.end, self.rest, self.since) = (id, content, end, rest, since)
  }

  /// How much is left of it, in seconds; nothing where that is not more than 0. After a start of the
  /// machine with a clock that is not set it is what was left at the last note.
  public func remaining(_ clocks: Clocks) -> Double {
    if clocks.isTrusted, let end { return min(end - clocks.wall, OverrideOrder.longest) }
    guard clocks.uptime.boot == since.boot else { return rest }
    return rest - max(0, clocks.uptime.seconds - since.seconds)
  }

  /// The same, counted from this moment on. A clock that is set by now says when it ends.
  public func counted(from clocks: Clocks) -> OverrideNote {
    var note = self
    (note.rest, note.since) = (remaining(clocks), clocks.uptime)
    if clocks.isTrusted, end == nil { note.end = clocks.wall + note.rest }
    return note
  }
}
