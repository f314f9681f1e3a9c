import Synchronization
internal import VitrineLinux

/// The devices that are looked at again and again, and whether they are ours. Thread-safe.
///
/// A look takes as long as it takes; the display thread that gives a device up meanwhile does not
/// wait, and what the look found is then of no use.
final class WatchedDevices<Device: AnyObject & Sendable>: Sendable {
  private let state = Shared(State())
  private let looking = Mutex(())
  /// Gives up the rights to a device.
  private let release: @Sendable (Device) -> Void

  private struct State {
    var devices: [Device] = []
    var isLeft = false
    /// Changes with each device that is given up.
    var generation = 0
  }

  init(release: @escaping @Sendable (Device) -> Void) { self.release = release }

  /// Those that are known.
  var devices: [Device] { state.value.devices }
  /// Whether they are given up until `enter`.
  var isLeft: Bool { state.value.isLeft }

  /// Has `survey` look at the devices that are known, and answer with those to be known from then
  /// on. One look at a time: two outputs that begin at once are to share one opening of a device.
  /// Nil while the devices are given up.
  func look<Survey>(_ survey: ([Device]) -> (Survey, [Device])) -> Survey? {
    looking.withLock { _ in
      while true {
        let before = state.value
        guard !before.isLeft else { return nil }
        let (answer, found) = survey(before.devices)
        let kept = state.update { state -> [Device]? in
          guard state.generation == before.generation else { return state.devices }
          state.devices = found
          return nil
        }
        guard let kept else { return answer }
        // The look may have taken the rights to what was given up again.
        for device in before.devices where !kept.contains(where: { $0 === device }) {
          release(device)
        }
      }
    }
  }

  /// Gives this device up; the next look opens one anew. Does not wait.
  func giveUp(_ device: Device) {
    let isOurs = state.update { state in
      guard let index = state.devices.firstIndex(where: { $0 === device }) else { return false }
      state.devices.remove(at: index)
      state.generation += 1
      return true
    }
    // Framebuffers that are still held keep it open; its rights must not wait for them.
    if isOurs { release(device) }
  }

  /// Gives the devices up until `enter`, once a look that is under way is over.
  func leave() {
    looking.withLock { _ in
      let devices = state.update { state in
        state.isLeft = true
        return state.devices
      }
      for device in devices { release(device) }
    }
  }

  func enter() { state.update { $0.isLeft = false } }
}
