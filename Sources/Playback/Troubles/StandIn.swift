public import VitrineTiming

/// Says when something is to be shown in the place of a picture that does not come over the network:
/// once of each wait. A value.
///
/// The last picture of a camera looks as if it were what happens now.
public struct StandIn: Hashable, Sendable {
  private let patience: Duration?
  private var opening: Run?
  private var since: HostTime?
  private var isShown = false

  /// Nil waits for ever.
  public init(after patience: Duration?) { self.patience = patience }

  /// What was shown is gone from the display.
  public mutating func forget() { isShown = false }

  /// The cause to show, in words, where that is due now. `arrival` is nil of what is on this machine,
  /// and while nothing is to come.
  public mutating func look(
    _ arrival: Arrival?, of opening: Run?, now: HostTime
  ) -> String? {
    if opening != self.opening { (self.opening, since, isShown) = (opening, nil, false) }
    guard let patience, let arrival, arrival.isAwaited, let trouble = arrival.trouble else {
      // What comes again is to be waited for anew.
      if arrival?.isAwaited != true { (since, isShown) = (nil, false) }
      return nil
    }
    let begun = since ?? now
    since = begun
    guard !isShown, now - begun >= patience else { return nil }
    isShown = true
    return trouble
  }
}
