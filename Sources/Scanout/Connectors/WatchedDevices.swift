import Synchronization
internal import VitrineLinux

/// The devices that are surveyed, and whether this process may use them. Thread-safe.
///
/// Surveys may be slow; a display thread that drops a device meanwhile does not wait, and the
/// survey's result is then discarded.
final class WatchedDevices<Device: AnyObject & Sendable>: Sendable {
  private let state = Shared(State())
  private let surveyLock = Mutex(())
  /// Releases DRM master on a device.
  private let release: @Sendable (Device) -> Void

  private struct State {
    var devices: [Device] = []
    var isLeft = false
    /// Changes with each dropped device.
    var generation = 0
  }

  init(release: @escaping @Sendable (Device) -> Void) { self.release = release }

  /// The known devices.
  var devices: [Device] { state.value.devices }
  /// Whether they are released until `enter`.
  var isLeft: Bool { state.value.isLeft }

  /// Calls `body` with the known devices; it returns those to know from then on. Only one survey
  /// runs at a time: two outputs that start together share the open device. Returns nil while the
  /// devices are released.
  func survey<Survey>(_ body: ([Device]) -> (Survey, [Device])) -> Survey? {
    surveyLock.withLock { _ in
      while true {
        let before = state.value
        guard !before.isLeft else { return nil }
        let (result, found) = body(before.devices)
        let remaining = state.update { state -> [Device]? in
          guard state.generation == before.generation else { return state.devices }
          state.devices = found
          return nil
        }
        guard let remaining else { return result }
        // The survey may have become master again on a dropped device.
        for device in before.devices where !remaining.contains(where: { $0 === device }) {
          release(device)
        }
      }
    }
  }

  /// Drops this device and releases DRM master; the next survey opens it again. Does not wait.
  func drop(_ device: Device) {
    let isOurs = state.update { state in
      guard let index = state.devices.firstIndex(where: { $0 === device }) else { return false }
      state.devices.remove(at: index)
      state.generation += 1
      return true
    }
    // Framebuffers may still keep it open; master must be released at once.
    if isOurs { release(device) }
  }

  /// Releases the devices until `enter`, after a survey in progress.
  func leave() {
    surveyLock.withLock { _ in
      let devices = state.update { state in
        state.isLeft = true
        return state.devices
      }
      for device in devices { release(device) }
    }
  }

  func enter() { state.update { $0.isLeft = false } }
}
