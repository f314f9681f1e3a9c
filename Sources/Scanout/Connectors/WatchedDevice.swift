internal import Linux
import Synchronization

/// The device that is looked at again and again, and whether it is ours. Thread-safe.
///
/// A look takes as long as it takes; the display thread that gives the device up meanwhile does not wait,
/// and what the look found is then of no use.
final class WatchedDevice<Device: AnyObject & Sendable>: Sendable {
  private let state = Shared(State())
  private let looking = Mutex(())
  /// Gives up the rights to a device.
  private let release: @Sendable (Device) -> Void

  private struct State {
    var device: Device?
    var isLeft = false
  }

  init(release: @escaping @Sendable (Device) -> Void) { self.release = release }

  /// The device, while one is known.
  var device: Device? { state.value.device }
  /// Whether it is given up until `enter`.
  var isLeft: Bool { state.value.isLeft }

  /// Has `survey` look at the device that is known, and answer with the one to be known from then
  /// on. One look at a time: two outputs that begin at once are to share one opening of the
  /// device. Nil while the device is given up.
  func look<Survey>(_ survey: (Device?) -> (Survey, Device?)) -> Survey? {
    looking.withLock { _ in
      while true {
        let before = state.value
        guard !before.isLeft else { return nil }
        let (answer, found) = survey(before.device)
        let isCurrent = state.update { state in
          guard state.device === before.device else { return false }
          state.device = found
          return true
        }
        if isCurrent { return answer }
        // The look may have taken the rights again.
        if let device = before.device { release(device) }
      }
    }
  }

  /// Gives this device up; the next look opens one anew. Does not wait.
  func giveUp(_ device: Device) {
    let isOurs = state.update { state in
      guard state.device === device else { return false }
      state.device = nil
      return true
    }
    // Framebuffers that are still held keep it open; its rights must not wait for them.
    if isOurs { release(device) }
  }

  /// Gives the device up until `enter`, once a look that is under way is over.
  func leave() {
    looking.withLock { _ in
      let device = state.update { state in
        state.isLeft = true
        return state.device
      }
      if let device { release(device) }
    }
  }

  func enter() { state.update { $0.isLeft = false } }
}
