internal import Synchronization
internal import VitrineLinux
package import VitrineMedia
package import VitrinePictures
package import VitrinePlayback
package import VitrineTiming
package import VitrineVideoDevices

/// The decoders of this machine, the decoder preference, and the failures so far, for all items of
/// a player. Thread-safe.
package final class Decoders: Sendable {
  private let state: Shared<State>
  /// Read for each packet.
  private let isEasing = Atomic(false)

  private struct State {
    var choice: DecoderChoice
    /// Nil before the first search.
    var devices: [HardwareDecoder]?
    /// The devices of libavcodec that were opened, because opening one loads a driver of many
    /// megabytes.
    var opened: [Acceleration: AccelerationDevice] = [:]
    /// The reasons for converting a device's pictures that were already reported.
    var reportedConversions: Set<DecoderChoice.Decision> = []
    /// The items that hung in a device in a row, and when the latest did.
    var hangs: [DecoderChoice.Device: (items: Set<String>, latest: HostTime)] = [:]
  }

  /// Functions that find the decoders and open one of the kernel's: the machine's or a test's.
  private let find: @Sendable () -> [HardwareDecoder]
  private let port: @Sendable (DecoderInfo) throws(VideoDeviceError) -> any DecoderPort

  /// `known` is the description of decoders in the board file.
  package convenience init(_ wish: DecoderPreference, known: [KnownDecoder] = []) {
    self.init(wish, known: known, find: HardwareDecoder.all) { info throws(VideoDeviceError) in
      try V4L2Decoder(info)
    }
  }

  package init(
    _ wish: DecoderPreference, known: [KnownDecoder] = [],
    find: @escaping @Sendable () -> [HardwareDecoder],
    port: @escaping @Sendable (DecoderInfo) throws(VideoDeviceError) -> any DecoderPort
  ) {
    state = Shared(State(choice: DecoderChoice(wish, known: known)))
    self.find = find
    self.port = port
  }

  /// Whether the configuration permits hardware decoders.
  package var areDevicesWanted: Bool { state.value.choice.preference != .software }

  /// Whether the loop filter is skipped even if the machine is fast enough, to spare it.
  package var easesDecoding: Bool {
    get { isEasing.load(ordering: .relaxed) }
    set { isEasing.store(newValue, ordering: .relaxed) }
  }

  /// Whether any device was found so far.
  package var haveDevices: Bool { state.value.devices?.isEmpty == false }

  /// Chooses the decoder for a track; calls `displayPath` to query the display if that matters.
  package func decide(
    _ stream: DecoderChoice.Stream, displayPath: () -> DecoderChoice.DisplayPath
  ) -> (decision: DecoderChoice.Decision, decoder: HardwareDecoder?) {
    let (choice, known) = (state.value.choice, state.value.devices)
    // A search opens each node.
    let isKnown = known?.isEmpty == false || choice.preference == .software
    // Some devices appear late during boot.
    let devices = choice.preference == .software ? [] : isKnown ? known ?? [] : find()
    if !isKnown { state.update { $0.devices = devices } }
    let decision = choice.decide(stream, among: devices.map(\.choice), displayPath: displayPath)
    guard let device = decision.device else { return (decision, nil) }
    return (decision, devices.first { $0.choice == device })
  }

  /// Opens a device for a track. Throws if it does not decode it, or not now (`isPassing`).
  package func open(
    _ decoder: HardwareDecoder, for track: Track
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

  /// Records how the CPU reads a device's memory.
  package func record(_ reading: DecoderChoice.Reading, of decoder: HardwareDecoder) {
    state.update { $0.choice.record(reading, of: decoder.choice) }
  }

  /// Records that the CPU converts a device's pictures, and why. Returns true if that is new
  /// and has to be reported.
  package func recordConversion(by decoder: HardwareDecoder, because reason: String) -> Bool {
    state.update { state in
      if state.reportedConversions.count >= Self.mostReportedConversions {
        state.reportedConversions = []
      }
      return state.reportedConversions.insert(.converting(decoder.choice, because: reason)).inserted
    }
  }

  private static let mostReportedConversions = 64

  /// Hangs further apart than this are not in a row.
  private static let hangInterval = Duration.seconds(3600)

  /// Records that an item hung in a device, whose thread cannot be interrupted. Returns the step that
  /// applies to all items from now on. A single item that hangs again and again does not exclude the
  /// device, which may decode all others.
  package func recordHang(
    of item: String, in decoder: HardwareDecoder, at stream: DecoderChoice.Stream,
    because reason: String, now: HostTime
  ) -> RecoveryLadder.Step {
    let count = state.update { state in
      let before = state.hangs[decoder.choice]
      let isInARow = before.map { now - $0.latest < Self.hangInterval } ?? false
      var items = isInARow ? before?.items ?? [] : []
      items.insert(item)
      state.hangs[decoder.choice] = (items, now)
      return items.count
    }
    let step = RecoveryLadder.decoderStep(afterHangs: count)
    _ = recordFailure(
      of: decoder, at: stream, because: reason, isLasting: step == .softwareDecoder)
    return step
  }

  /// Records a failure; permanent ones exclude the device. Returns true if it has to be reported,
  /// which is only once.
  package func recordFailure(
    of decoder: HardwareDecoder, at stream: DecoderChoice.Stream, because reason: String,
    isLasting: Bool
  ) -> Bool {
    state.update { state in
      switch decoder {
      // The device may be gone, and there may be another one.
      case .kernel, .process: state.devices = nil
      // The device may have been reset, which makes the open one unusable.
      case .library(let acceleration): state.opened[acceleration] = nil
      }
      return !isLasting
        || state.choice.recordFailure(of: decoder.choice, at: stream, because: reason)
    }
  }
}
