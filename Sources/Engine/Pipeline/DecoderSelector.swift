internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineVideoDecoders

/// The hardware decoder of a pipeline, and what it decodes.
struct DeviceUse: Sendable {
  let decoder: HardwareDecoder
  let stream: DecoderChoice.Stream
}

/// Chooses and opens the decoders of a pipeline's video tracks, and reports the choices to their
/// runs. Bound to the video thread of its pipeline.
struct DecoderSelector {
  private let decoders: Decoders
  private let pools: PicturePools
  private let inUse: Shared<DeviceUse?>

  /// `inUse` receives the hardware decoder in use.
  init(_ decoders: Decoders, _ pools: PicturePools, inUse: Shared<DeviceUse?>) {
    self.decoders = decoders
    self.pools = pools
    self.inUse = inUse
  }

  /// The least that decoding saves.
  var leastEffort: DecodeEffort { decoders.easesDecoding ? .withoutLoopFilter : .full }

  /// The result of the search for a hardware decoder.
  enum DeviceSearch: ~Copyable {
    case opened(VideoDecoder, HardwareDecoder)
    /// `isShortage` if a suitable device was busy or short of memory.
    case none(because: String, isShortage: Bool)
  }

  /// Counts the changes of the pictures' arrangement.
  var arrangementGeneration: Int { pools.display.arrangementGeneration }
  /// Whether another arrangement may need another decoder.
  var dependsOnArrangement: Bool { decoders.haveDevices }

  /// Opens a hardware decoder, and reports why if the software decoder is used.
  func openDevice(_ track: Track, _ queues: RunQueues) -> DeviceSearch {
    guard let stream = track.choice else { return .none(because: "", isShortage: false) }
    var reason = ""
    var failure: String?
    while true {
      let (decision, found) = decoders.decide(stream) { displayPath(of: track) }
      guard let found else {
        if case .software(let why) = decision { reason = why }
        queues.report(.decoder(decision.text))
        if let failure { reportFallback(of: track, because: failure, queues) }
        return .none(because: reason, isShortage: false)
      }
      do throws(VideoDecoder.Fault) {
        // Opening may hang, too.
        inUse.update { $0 = DeviceUse(decoder: found, stream: stream) }
        let decoder = try decoders.open(found, for: track)
        if let wakeup = decoder.wakeup { pools.ring(wakeup) }
        queues.report(.decoder(decision.text))
        if let failure { queues.report(.decoderFallback("decoded by \(found.driver): \(failure)")) }
        return .opened(decoder, found)
      } catch {
        inUse.update { $0 = nil }
        reason = error.description
        if error.isPassing {
          queues.report(.decoder("software: \(error)"))
          if let failure { reportFallback(of: track, because: failure, queues) }
          return .none(because: reason, isShortage: error.isShortage)
        }
        if decoders.recordFailure(of: found, at: stream, because: reason, isLasting: true) {
          failure = reason
        }
      }
    }
  }

  /// Opens the software decoder, which may write to the display's memory itself; `reason` is why no
  /// hardware decoder is used.
  func openSoftware(
    _ track: Track, into writer: inout PictureWriter, because reason: String
  ) throws(PlaybackError) -> VideoDecoder {
    inUse.update { $0 = nil }
    guard track.isForProcessor else { throw noDecoder(of: track, because: reason) }
    let lender = try writer.lender()
    do throws(MediaError) {
      return VideoDecoder(try Decoder(of: track, into: lender))
    } catch {
      throw PlaybackError(error)
    }
  }

  /// The error for a video that only hardware can decode, if no hardware decoder accepts it.
  private func noDecoder(of track: Track, because reason: String) -> PlaybackError {
    let error = PlaybackError(
      MediaError.unknownCodec(track: track.kind.rawValue, codec: track.codec))
    let cause =
      decoders.areDevicesWanted
      ? "no hardware decoder: \(reason)"
      : "hardware decoders are off; set playback.decoder: auto"
    return PlaybackError(
      error.category, "\(error.message); \(cause)", exitStatus: error.exitStatus)
  }

  /// Predicts how the display will show the hardware decoder's pictures of a track.
  private func displayPath(of track: Track) -> DecoderChoice.DisplayPath {
    guard var description = track.picture, !description.size.isEmpty else {
      return .unsupported(because: "unknown frame size")
    }
    // Hardware decodes only 4:2:0; other profiles are not tried.
    guard description.chroma == .c420 else {
      return .unsupported(because: "its chroma format is not 4:2:0")
    }
    description.format = description.depth > 8 ? .p010 : .nv12
    do throws(PlaybackError) {
      let plan = try pools.display.plan(for: description)
      return try DeviceOutput.displayPath(
        of: description, by: plan, isForProcessor: track.isForProcessor,
        isCached: pools.display.isCached)
    } catch {
      return .unsupported(because: error.message)
    }
  }
}

// Experience with hardware decoders, which later choices take into account
extension DecoderSelector {
  /// Records that a hardware decoder was left, and reports it to the run the first time.
  /// `isReported` if the run knows this reason.
  func recordFailure(
    of device: HardwareDecoder, at track: Track, because reason: String, isLasting: Bool,
    isReported: Bool, _ queues: RunQueues
  ) {
    guard let stream = track.choice else { return }
    let isNew = decoders.recordFailure(
      of: device, at: stream, because: reason, isLasting: isLasting)
    if isNew, !isReported {
      reportFallback(of: track, because: "\(device.driver): \(reason)", queues)
    }
    queues.report(.decoder("software: \(reason)"))
  }

  /// Records how the CPU reads a device's memory.
  func record(_ reading: DecoderChoice.Reading, of device: HardwareDecoder) {
    decoders.record(reading, of: device)
  }

  /// Reports that the CPU converts a device's pictures, and why; nil if it no longer does.
  func reportConversion(by device: HardwareDecoder, because reason: String?, _ queues: RunQueues) {
    guard let reason else {
      return queues.report(.decoder(DecoderChoice.Decision.device(device.choice).text))
    }
    queues.report(
      .decoder(DecoderChoice.Decision.converting(device.choice, because: reason).text))
    if decoders.recordConversion(by: device, because: reason) {
      queues.report(.converting("\(reason): decoding on \(device.driver), converting on the CPU"))
    }
  }

  /// If there is no software decoder either, the run's error gives the reason.
  private func reportFallback(of track: Track, because reason: String, _ queues: RunQueues) {
    if track.isForProcessor {
      queues.report(.decoderFallback("decoded by the CPU: \(reason)"))
    }
  }
}

extension Track {
  fileprivate var choice: DecoderChoice.Stream? {
    picture.map {
      DecoderChoice.Stream(
        codec: codec, size: $0.size, bits: $0.depth, isForProcessor: isForProcessor)
    }
  }
}
