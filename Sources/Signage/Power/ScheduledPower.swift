import VitrineLinux
import VitrinePlans
package import VitrinePlayback
package import VitrineSchedules
import VitrineTiming

/// Turns a player's display on and off by a time table, and on for a while after a touch.
/// Thread-safe.
package final class ScheduledPower: PowerSchedule {
  private struct State: Sendable {
    var plan: PowerPlan
    /// Whether there is anything to decide, or was.
    var isRuled: Bool
    /// Nil unless the player runs.
    var clock: PowerClock?
    /// The stored value of the schedule.
    var stored: Bool?
    /// Whether it could not be stored, which is tried again.
    var hasFailed = false
  }

  private let state: Shared<State>
  /// For how long a touch turns on the display; nil disables that.
  private let wake: Duration?
  private let store: LastPowerStore?
  private let read: @Sendable () -> ClockReading

  /// `untrusted` decides while the clock is not trusted; `store` keeps the schedule's last value for
  /// it. `read` is the machine's clock, or a test's.
  package init(
    _ table: TimeTable, wake: Duration?, untrusted: UntrustedClockPower = .on,
    store: LastPowerStore? = nil, read: @escaping @Sendable () -> ClockReading = ClockReading.now
  ) {
    (self.wake, self.store, self.read) = (wake, store, read)
    let last = store?.read()
    state = Shared(
      State(
        plan: PowerPlan(table, untrusted: untrusted, last: last),
        isRuled: !table.isEmpty || wake != nil, stored: last))
  }

  package var wakesOnTouch: Bool { wake != nil }

  package func start(changed: @escaping @Sendable () -> Void) throws(PlaybackError) {
    do throws(Errno) {
      let clock = try PowerClock { [weak self] in
        changed()
        self?.storeLast()
      }
      state.update { $0.clock = clock }
    } catch {
      throw PlaybackError(.display, "cannot start threads: \(error)", exitStatus: .unavailable)
    }
  }

  package func close() {
    let clock = state.update { state in
      defer { state.clock = nil }
      return state.clock
    }
    clock?.close()
  }

  /// Stores a changed value of the schedule, on the thread "power": the player never waits for a disk.
  /// A change is stored at the next check, at most a minute later.
  private func storeLast() {
    guard let store else { return }
    let before = state.value
    guard let last = before.plan.last, last != before.stored else { return }
    let isStored = store.write(last, isRetry: before.hasFailed)
    state.update {
      $0.hasFailed = !isStored
      if isStored { $0.stored = last }
    }
  }

  /// Replaces the table, which applies at once.
  package func replaceTable(_ table: TimeTable) {
    state.update { state in
      state.plan.exchange(table, at: read())
      state.isRuled = true
      // Notifies the player, which then asks for the decision.
      state.clock?.set(to: 0)
    }
  }

  package func recordTouch() {
    guard let wake else { return }
    state.update { $0.plan.wake(for: wake, at: .now()) }
  }

  package func recordSwitch(isOn: Bool) {
    state.update { $0.plan.setOverride(isOn, at: read()) }
  }

  /// Sets the clock to the next change.
  package func decide() -> Bool? {
    state.update { state in
      guard let clock = state.clock, state.isRuled else { return nil }
      while true {
        let decision = state.plan.decide(at: read(), .now())
        clock.set(to: decision.next)
        // If the clock was set just before, the decision has changed.
        if state.plan.decide(at: read(), .now()) == decision { return decision.isOn }
      }
    }
  }
}
