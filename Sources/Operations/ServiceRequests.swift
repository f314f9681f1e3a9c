package import VitrineControl
package import VitrineEngine
package import VitrineTiming

/// The requests of clients that need more than a player: its lists, overrides and content updates.
/// Thread-safe; no function blocks, and each answer comes once, from any thread.
///
/// The functions correspond to those of `Controlled`, which describes them.
package protocol ServiceRequests: Sendable {
  /// Added to the player's status.
  var reports: ServiceReports { get }

  func reload(done: @escaping @Sendable (Refusal?) -> Void)

  func returnToProgramme(done: @escaping @Sendable (Refusal?) -> Void)

  func override(
    _ change: OverrideChange, until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  )

  var overlays: [String: [String: String]] { get }

  func change(
    _ overlay: OverlayChange, until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  )

  func checkForContent() -> Refusal?

  /// Returns the device for a player that shares the machine's sound hardware with the other players.
  func soundChoice(_ choice: SoundChoice) throws(Refusal) -> SoundChoice

  func handOver(
    to target: String?, until deadline: HostTime,
    done: @escaping @Sendable (Result<JSONValue, Refusal>) -> Void)

  func receive(
    _ handOver: HandOver, until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void)

  /// Calls `body` after changes of the reports while nothing on screen changes. Returns a function
  /// that removes `body`.
  func observeReports(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}
