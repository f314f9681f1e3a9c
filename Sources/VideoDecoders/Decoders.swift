internal import Linux
public import Pictures
public import VideoDevices

/// The decoders of this machine, what is wanted of them, and at what they failed: for all items of a
/// player. Thread-safe.
public final class Decoders: Sendable {
  private let state: Shared<State>

  private struct State {
    var choice: DecoderChoice
    /// Nil before they were looked for.
    var devices: [DecoderInfo]?
  }

  /// Looks for them, and opens one: the kernel's, or a test's.
  private let find: @Sendable () -> [DecoderInfo]
  public let open: @Sendable (DecoderInfo) throws(VideoDeviceError) -> any DecoderPort

  public convenience init(_ wish: DecoderWish) {
    self.init(wish, find: DecoderInfo.all) { info throws(VideoDeviceError) in
      try KernelDecoder(info)
    }
  }

  public init(
    _ wish: DecoderWish, find: @escaping @Sendable () -> [DecoderInfo],
    open: @escaping @Sendable (DecoderInfo) throws(VideoDeviceError) -> any DecoderPort
  ) {
    state = Shared(State(choice: DecoderChoice(wish)))
    (self.find, self.open) = (find, open)
  }

  /// Whether there are any, as far as was looked.
  public var haveDevices: Bool { state.value.devices?.isEmpty == false }

  /// What decodes a track; asks the display by `refusal` where that depends on it.
  public func decide(
    _ stream: DecoderChoice.Stream, refusal: () -> String?
  ) -> (decision: DecoderChoice.Decision, info: DecoderInfo?) {
    let (choice, known) = (state.value.choice, state.value.devices)
    // A look at them opens each node.
    let devices = choice.wish == .software ? [] : known ?? find()
    if known == nil, choice.wish != .software { state.update { $0.devices = devices } }
    let decision = choice.decide(
      stream, among: devices.map(DecoderChoice.Device.init), refusal: refusal)
    guard case .device(let device) = decision else { return (decision, nil) }
    return (decision, devices.first { $0.path == device.path })
  }

  /// True where that is to be told.
  public func noteFailure(
    of info: DecoderInfo, at stream: DecoderChoice.Stream, because reason: String
  ) -> Bool {
    state.update { state in
      // It may be gone, and another one there.
      state.devices = nil
      return state.choice.noteFailure(of: .init(info), at: stream, because: reason)
    }
  }
}

extension DecoderChoice.Device {
  init(_ info: DecoderInfo) {
    self.init(
      path: info.path, driver: info.driver, codecs: Set(info.codecs.compactMap(\.codec)))
  }
}
