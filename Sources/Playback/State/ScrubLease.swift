package import VitrineTiming

/// Ends a scrub whose client has disappeared, such as a phone that lost its connection.
///
/// The clock is stopped during a scrub, so one that never ends would freeze the screen. Clients
/// renew it by moving, even to the same position; the player's own slider and the web remote do so
/// automatically while a finger rests.
package struct ScrubLease: Sendable {
  private struct Held: Sendable {
    /// The position before the scrub.
    let origin: MediaTime
    /// Whether a live stream was at its live edge, which advances meanwhile.
    let wasAtLiveEnd: Bool
    var hasMoved = false
    var renewed: HostTime
  }

  private var held: Held?

  /// How long a scrub lasts after its latest command.
  package static let limit = Duration.seconds(90)
  /// How often a client renews a resting scrub: two renewals may get lost.
  package static let renewal = Duration.seconds(25)

  package init() {}

  /// Records a command before it is carried out; the other parameters are the state at that moment.
  package mutating func record(
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
          wasAtLiveEnd: window.map { $0.upperBound - position <= LatencyController.near } ?? false,
          renewed: now)
      held?.renewed = now
    case .scrub:
      held?.hasMoved = true
      held?.renewed = now
    case .endScrubbing: held = nil
    default: break
    }
  }

  /// The commands that end a scrub if its client stopped renewing it: playback returns to its
  /// earlier position, as after a cancelled touch.
  package mutating func check(
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
