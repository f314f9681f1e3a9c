internal import VitrineLinux
import VitrineSchedules
package import VitrineTiming

/// The machine's clock as this program has seen it: whether schedules may rely on it, and since
/// when. Thread-safe.
package final class ClockTrust: Sendable {
  private let read: @Sendable () -> Bool
  private let onChange: @Sendable (_ isTrusted: Bool) -> Void
  private let state = Shared<State?>(nil)

  package struct State: Hashable, Sendable {
    package let isTrusted: Bool
    /// When `update` first saw this.
    package let since: HostTime
  }

  /// `onChange` is called when the clock becomes trusted or ceases to be, and for a clock that is
  /// not trusted at first, on the thread that updates. `read` is the machine's clock, or a test's.
  package init(
    onChange: @escaping @Sendable (_ isTrusted: Bool) -> Void,
    read: @escaping @Sendable () -> Bool = { ClockReading.now().isTrusted }
  ) {
    (self.onChange, self.read) = (onChange, read)
  }

  /// Reads the clock. Call it every second.
  @discardableResult
  package func update(at now: HostTime = .now()) -> State {
    let isTrusted = read()
    let (current, isChanged) = state.update { state -> (State, Bool) in
      if let state, state.isTrusted == isTrusted { return (state, false) }
      let current = State(isTrusted: isTrusted, since: now)
      let isChanged = state != nil || !isTrusted
      state = current
      return (current, isChanged)
    }
    if isChanged { onChange(isTrusted) }
    return current
  }
}
