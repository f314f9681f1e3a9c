import VitrineLinux
package import VitrinePictures
package import VitrineTiming

/// The plans that a display has made so far, which other threads read without waiting for its
/// thread. Thread-safe; only the display's thread changes them.
///
/// A plan is removed as soon as the display might decide otherwise.
package final class PublishedPlans: Sendable {
  private let state = Shared(State())

  private struct State {
    var plans: [Key: ScanoutPlan] = [:]
    /// From then on the display has to test closed routes again before it decides.
    var end: HostTime?
  }

  private struct Key: Hashable {
    let description: PictureDescription
    let arrangement: Arrangement
  }

  /// Each video may have another size, and playback may run for months.
  private static let limit = 64

  init() {}

  /// Returns the plan for pictures of this kind; nil if only the display's thread can make it.
  package func plan(
    for description: PictureDescription, _ arrangement: Arrangement, at now: HostTime = .now()
  ) -> ScanoutPlan? {
    let key = Key(description: description, arrangement: arrangement)
    return state.update { state in
      if let end = state.end, end <= now { return nil }
      return state.plans[key]
    }
  }

  /// Publishes a plan; all plans expire at `end`, if any.
  func insert(
    _ plan: ScanoutPlan, for description: PictureDescription, _ arrangement: Arrangement,
    until end: HostTime? = nil
  ) {
    let key = Key(description: description, arrangement: arrangement)
    state.update { state in
      if state.plans.count >= Self.limit { state.plans = [:] }
      state.plans[key] = plan
      state.end = end
    }
  }

  func removeAll() { state.update { $0 = State() } }
}
