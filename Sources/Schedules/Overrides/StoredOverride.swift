/// The persistent state of an active override. Its end is a wall-clock time if the clock was
/// trusted, and otherwise depends on the machine's uptime.
package struct StoredOverride: Hashable, Sendable {
  package let id: String
  package let content: OverrideRequest.Content
  /// Nil if the override started while the machine's clock was not set.
  package private(set) var end: Moment?
  /// The remaining seconds at `since`.
  package private(set) var rest: Double
  package private(set) var since: Uptime

  /// The machine's uptime.
  package struct Uptime: Hashable, Sendable {
    /// The kernel's boot ID.
    package let boot: String
    /// Seconds since boot, including sleep.
    package let seconds: Double

    package init(boot: String, seconds: Double) {
      self.boot = boot
      self.seconds = seconds
    }
  }

  /// The machine's clocks at one instant.
  package struct Clocks: Hashable, Sendable {
    package let wall: Moment
    package let isTrusted: Bool
    package let uptime: Uptime

    package init(wall: Moment, isTrusted: Bool, uptime: Uptime) {
      self.wall = wall
      self.isTrusted = isTrusted
      self.uptime = uptime
    }
  }

  package init(_ request: OverrideRequest, _ clocks: Clocks) throws(OverrideRequest.Fault) {
    (id, content, since) = (request.id, request.content, clocks.uptime)
    switch request.end {
    case .after(let seconds):
      rest = seconds
      end = clocks.isTrusted ? clocks.wall + seconds : nil
    case .at(let moment):
      guard clocks.isTrusted else {
        throw OverrideRequest.Fault(
          cause: "the machine's clock is not set: give a duration instead of an end time")
      }
      rest = moment - clocks.wall
      guard (1...OverrideRequest.longest).contains(rest) else {
        throw OverrideRequest.Fault(cause: "an override must end in 1 second to 31 days")
      }
      end = moment
    }
  }

  /// Restores an override from a file.
  init(
    id: String, _ content: OverrideRequest.Content, end: Moment?, rest: Double, since: Uptime
  ) {
    self.id = id
    self.content = content
    self.end = end
    self.rest = rest
    self.since = since
  }

  /// Returns the remaining seconds; 0 or less if the override has ended. After a reboot with an
  /// untrusted clock, returns the value when it was last stored.
  package func remaining(_ clocks: Clocks) -> Double {
    if clocks.isTrusted, let end { return min(end - clocks.wall, OverrideRequest.longest) }
    guard clocks.uptime.boot == since.boot else { return rest }
    return rest - max(0, clocks.uptime.seconds - since.seconds)
  }

  /// Returns the state as of now. A clock that has become trusted sets the end.
  package func updated(_ clocks: Clocks) -> StoredOverride {
    var stored = self
    (stored.rest, stored.since) = (remaining(clocks), clocks.uptime)
    if clocks.isTrusted, end == nil { stored.end = clocks.wall + stored.rest }
    return stored
  }
}
