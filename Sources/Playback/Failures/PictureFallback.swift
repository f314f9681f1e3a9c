package import VitrineTiming

/// Decides when to show a replacement for a remote picture that does not arrive: once per stall.
///
/// Otherwise the last picture of a camera would look live.
package struct PictureFallback: Hashable, Sendable {
  private let patience: Duration?
  private var opening: Run?
  private var since: HostTime?
  private var isShown = false

  /// Nil waits indefinitely.
  package init(after patience: Duration?) { self.patience = patience }

  /// The replacement is no longer on screen.
  package mutating func forget() { isShown = false }

  /// The cause to show, if it is due now. `arrival` is nil for local items and if no data is
  /// expected.
  package mutating func check(
    _ arrival: Arrival?, of opening: Run?, now: HostTime
  ) -> String? {
    if opening != self.opening { (self.opening, since, isShown) = (opening, nil, false) }
    guard let patience, let arrival, arrival.isAwaited, let networkError = arrival.networkError
    else {
      // After data arrives, the wait starts over.
      if arrival?.isAwaited != true { (since, isShown) = (nil, false) }
      return nil
    }
    let begun = since ?? now
    since = begun
    guard !isShown, now - begun >= patience else { return nil }
    isShown = true
    return networkError
  }
}
