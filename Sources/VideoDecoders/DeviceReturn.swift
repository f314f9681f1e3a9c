public import VitrineTiming

/// When a film goes back to a device that was in use as it began: decoders of some boards have one session,
/// which the item before still has. A value.
///
/// It goes back at a key frame. Pictures that are seen before it, and decoded after it, are the processor's
/// still: a device could not make them.
public struct DeviceReturn {
  private enum State {
    case none
    /// For a key frame, at or behind this time; nil before the first one.
    case waiting(MediaTime?)
    /// For the first packet that is seen behind this key frame.
    case gathering(MediaTime)
  }

  /// What is to be done with a packet, before the processor decodes it.
  public enum Step {
    case none
    /// To be kept for the device; with `fresh` without those that were kept before.
    case keep(fresh: Bool)
    /// Those that were kept, and this one, are for the device, where there is one.
    case turn
  }

  private var state = State.none
  private var attempts = 0
  /// To ask may start a program, which finds out late: each time it is asked half as often, and then no more.
  private static let pauses = [2, 4, 8, 16].map { MediaTime($0, 1) }

  public init() {}

  /// A device that would do was in use, or short of memory.
  public mutating func noteShortage() {
    state = attempts < Self.pauses.count ? .waiting(nil) : .none
  }

  /// Packets of another place follow.
  public mutating func noteSeek() {
    if case .none = state { return }
    state = .waiting(nil)
  }

  /// It is not to be asked any more.
  public mutating func end() { state = .none }

  public mutating func step(isKey: Bool, seenAt time: MediaTime?) -> Step {
    switch state {
    case .none: return .none
    case .waiting(let start):
      guard isKey, let time else { return .none }
      guard let start, time >= start else {
        if start == nil { state = .waiting(time + Self.pauses[attempts]) }
        return .none
      }
      state = .gathering(time)
      return .keep(fresh: true)
    case .gathering(let key):
      guard let time else {
        state = .waiting(nil)
        return .none
      }
      guard time > key else { return .keep(fresh: false) }
      (state, attempts) = (.none, attempts + 1)
      return .turn
    }
  }
}
