internal import VitrineLinux
public import VitrineMedia
public import VitrinePictures
public import VitrineVideoDevices

/// The decoders of this machine, what is wanted of them, and at what they failed: for all items of a
/// player. Thread-safe.
public final class Decoders: Sendable {
  private let state: Shared<State>

  private struct State {
    var choice: DecoderChoice
    /// Nil before they were looked for.
    var devices: [MachineDecoder]?
    /// Those of libavcodec that are in use, or were: to open one takes a driver of many megabytes.
    var opened: [Acceleration: AccelerationDevice] = [:]
    /// Why the processor converts the pictures of devices, as far as that was told.
    var told: Set<DecoderChoice.Decision> = []
  }

  /// Looks for them, and opens one of the kernel's: the machine's, or a test's.
  private let find: @Sendable () -> [MachineDecoder]
  private let port: @Sendable (DecoderInfo) throws(VideoDeviceError) -> any DecoderPort

  /// `known` is what the description of this board says of them.
  public convenience init(_ wish: DecoderWish, known: [KnownDecoder] = []) {
    self.init(wish, known: known, find: MachineDecoder.all) { info throws(VideoDeviceError) in
      try KernelDecoder(info)
    }
  }

  public init(
    _ wish: DecoderWish, known: [KnownDecoder] = [],
    find: @escaping @Sendable () -> [MachineDecoder],
    port: @escaping @Sendable (DecoderInfo) throws(VideoDeviceError) -> any DecoderPort
  ) {
    state = Shared(State(choice: DecoderChoice(wish, known: known)))
    (self.find, self.port) = (find, port)
  }

  /// Whether the configuration lets a device decode.
  public var areDevicesWanted: Bool { state.value.choice.wish != .software }

  /// Whether there are any, as far as was looked.
  public var haveDevices: Bool { state.value.devices?.isEmpty == false }

  /// What decodes a track; asks the display by `showing` where that depends on it.
  public func decide(
    _ stream: DecoderChoice.Stream, showing: () -> DecoderChoice.Showing
  ) -> (decision: DecoderChoice.Decision, decoder: MachineDecoder?) {
    let (choice, known) = (state.value.choice, state.value.devices)
    // A look at them opens each node.
    let isKnown = known?.isEmpty == false || choice.wish == .software
    // At boot some come late.
    let devices = choice.wish == .software ? [] : isKnown ? known ?? [] : find()
    if !isKnown { state.update { $0.devices = devices } }
    let decision = choice.decide(stream, among: devices.map(\.choice), showing: showing)
    guard let device = decision.device else { return (decision, nil) }
    return (decision, devices.first { $0.choice == device })
  }

  /// Has a device decode a track. Throws where it does not, or not now (`isPassing`).
  public func open(
    _ decoder: MachineDecoder, for track: Track
  ) throws(VideoDecoder.Fault) -> VideoDecoder {
    switch decoder {
    case .kernel(let info):
      do throws(VideoDeviceError) {
        return VideoDecoder(try DeviceDecoder(track, on: try port(info)))
      } catch {
        throw .device(error)
      }
    case .process(let info):
      do throws(VideoDeviceError) {
        return VideoDecoder(
          try DeviceDecoder(track, by: info.path, over: try DecoderProgram.start()))
      } catch {
        throw .device(error)
      }
    case .library(let acceleration):
      do throws(MediaError) {
        let device = try opened(acceleration)
        return VideoDecoder(try Decoder(of: track, on: device), isAccelerated: true)
      } catch {
        throw .media(error)
      }
    }
  }

  private func opened(_ acceleration: Acceleration) throws(MediaError) -> AccelerationDevice {
    if let device = state.value.opened[acceleration] { return device }
    let device = try AccelerationDevice(acceleration)
    state.update { $0.opened[acceleration] = device }
    return device
  }

  /// How the processor reads a device's memory.
  public func note(_ reading: DecoderChoice.Reading, of decoder: MachineDecoder) {
    state.update { $0.choice.note(reading, of: decoder.choice) }
  }

  /// The processor converts a device's pictures, and why. True where that is news.
  public func noteConverting(by decoder: MachineDecoder, because reason: String) -> Bool {
    state.update { state in
      if state.told.count >= Self.mostTold { state.told = [] }
      return state.told.insert(.converting(decoder.choice, because: reason)).inserted
    }
  }

  private static let mostTold = 64

  /// What lasts is remembered of a device. True where it is to be told: that is told once.
  public func noteFailure(
    of decoder: MachineDecoder, at stream: DecoderChoice.Stream, because reason: String,
    isLasting: Bool
  ) -> Bool {
    state.update { state in
      switch decoder {
      // It may be gone, and another one there.
      case .kernel, .process: state.devices = nil
      // It may have been reset: what was opened before is of no use then.
      case .library(let acceleration): state.opened[acceleration] = nil
      }
      return !isLasting
        || state.choice.noteFailure(of: decoder.choice, at: stream, because: reason)
    }
  }
}
