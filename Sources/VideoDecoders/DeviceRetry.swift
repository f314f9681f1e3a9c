package import VitrineTiming

/// The decision when an item switches to a device that was busy when it started: decoders of some
/// boards have only one session, which the previous item may still use.
///
/// It switches at a key frame. The CPU still decodes the pictures that are presented before
/// and decoded after it, because a device could not.
package struct DeviceRetry {
  private enum State {
    case none
    /// Waiting for a key frame at or after this time; nil before the first one.
    case waiting(MediaTime?)
    /// Waiting for the first packet that is presented after this key frame.
    case gathering(MediaTime)
  }

  /// The action for a packet before the CPU decodes it.
  package enum Step {
    case none
    /// Store the packet for the device; with `fresh`, drop those stored before.
    case store(fresh: Bool)
    /// Send the stored packets and this one to the device, if it is available.
    case switchToDevice
  }

  private var state = State.none
  private var attempts = 0
  /// An attempt may start a program and fail late: the pauses double, and then attempts end.
  private static let pauses = [2, 4, 8, 16].map { MediaTime($0, 1) }

  package init() {}

  /// Records that a suitable device was busy or short of memory.
  package mutating func recordShortage() {
    state = attempts < Self.pauses.count ? .waiting(nil) : .none
  }

  /// Records a seek.
  package mutating func recordSeek() {
    if case .none = state { return }
    state = .waiting(nil)
  }

  /// Ends the attempts.
  package mutating func end() { state = .none }

  package mutating func step(isKey: Bool, seenAt time: MediaTime?) -> Step {
    switch state {
    case .none: return .none
    case .waiting(let start):
      guard isKey, let time else { return .none }
      guard let start, time >= start else {
        if start == nil { state = .waiting(time + Self.pauses[attempts]) }
        return .none
      }
      state = .gathering(time)
      return .store(fresh: true)
    case .gathering(let key):
      guard let time else {
        state = .waiting(nil)
        return .none
      }
      guard time > key else { return .store(fresh: false) }
      (state, attempts) = (.none, attempts + 1)
      return .switchToDevice
    }
  }
}
