/// The persistent state of an active override. Its end is a wall-clock time if the clock was
/// trusted, and otherwise depends on the machine's uptime.
public struct OverrideNote: Hashable, Sendable {
  public let id: String
  public let content: OverrideOrder.Content
  /// Nil if the override started while the machine's clock was not set.
  public private(set) var end: Moment?
  /// The remaining seconds at `since`.
  public private(set) var rest: Double
  public private(set) var since: Uptime

  /// The machine's uptime.
  public struct Uptime: Hashable, Sendable {
    /// The kernel's boot ID.
    public let boot: String
    /// Seconds since boot, including sleep.
    public let seconds: Double

    public init(boot: String, seconds: Double) {
      self.boot = boot
      self.seconds = seconds
    }
  }

  /// The machine's clocks at one instant.
  public struct Clocks: Hashable, Sendable {
    public let wall: Moment
    public let isTrusted: Bool
    public let uptime: Uptime

    public init(wall: Moment, isTrusted: Bool, uptime: Uptime) {
      self.wall = wall
      self.isTrusted = isTrusted
      self.uptime = uptime
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
          cause: "the machine's clock is not set: give a duration instead of an end time")
      }
      rest = moment - clocks.wall
      guard (1...OverrideOrder.longest).contains(rest) else {
        throw OverrideOrder.Fault(cause: "an override must end in 1 second to 31 days")
      }
      end = moment
    }
  }

  /// Restores a stored note.
  init(
    id: String, _ content: OverrideOrder.Content, end: Moment?, rest: Double, since: Uptime
  ) {
    self.id = id
    self.content = content
    self.end = end
    self.rest = rest
    self.since = since
  }

  /// Returns the remaining seconds; 0 or less if the override has ended. After a reboot with an
  /// untrusted clock, returns the value at the last note.
  public func remaining(_ clocks: Clocks) -> Double {
    if clocks.isTrusted, let end { return min(end - clocks.wall, OverrideOrder.longest) }
    guard clocks.uptime.boot == since.boot else { return rest }
    return rest - max(0, clocks.uptime.seconds - since.seconds)
  }

  /// Returns the note as of now. A clock that has become trusted sets the end.
  public func counted(from clocks: Clocks) -> OverrideNote {
    var note = self
    (note.rest, note.since) = (remaining(clocks), clocks.uptime)
    if clocks.isTrusted, end == nil { note.end = clocks.wall + note.rest }
    return note
  }
}
