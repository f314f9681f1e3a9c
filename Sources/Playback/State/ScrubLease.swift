public import VitrineTiming

/// Ends a scrub whose client has gone: a phone that lost the network, a program that was killed. A value.
///
/// The clock is halted during a scrub, so one that never ends would freeze the screen.
/// Clients keep it by moving, also to the same place; the player's own slider and the web remote do so by themselves
/// while a finger rests.
public struct ScrubLease: Sendable {
  private struct Held: Sendable {
    /// Where it was before.
    let origin: MediaTime
    /// Of what is live: it was at its end, which goes on meanwhile.
    let wasAtLiveEnd: Bool
    var hasMoved = false
    var renewed: HostTime
  }

  private var held: Held?

  /// How long a scrub lasts after the last command of it.
  public static let limit = Duration.seconds(90)
  /// How often a client whose finger rests says so: twice may get lost.
  public static let renewal = Duration.seconds(25)

  public init() {}

  /// Takes a command that the player was given, before it is carried out: `isScrubbing`, the position and the
  /// window of what is live are those of that moment.
  public mutating func note(
    _ command: Command, isScrubbing: Bool, at position: MediaTime,
    within window: ClosedRange<MediaTime>?, now: HostTime
  ) {
    switch command {
    case .beginScrubbing:
      if !isScrubbing { held = nil }
      held =
        held
        ?? Held(
          origin: position,
          wasAtLiveEnd: window.map { $0.upperBound - position <= LiveHold.near } ?? false,
          renewed: now)
      held?.renewed = now
    case .scrub:
      held?.hasMoved = true
      held?.renewed = now
    case .endScrubbing: held = nil
    default: break
    }
  }

  /// The commands that end a scrub whose client stopped renewing it: playback returns to where it was, as after a
  /// cancelled touch.
  public mutating func look(
    isScrubbing: Bool, within window: ClosedRange<MediaTime>?, now: HostTime
  ) -> [Command] {
    guard isScrubbing, let held else {
      self.held = nil
      return []
    }
    guard now - held.renewed >= Self.limit else { return [] }
    self.held = nil
    guard held.hasMoved else { return [.endScrubbing] }
    let place = held.wasAtLiveEnd ? window?.upperBound : nil
    return [.scrub(to: place ?? held.origin), .endScrubbing]
  }
}
