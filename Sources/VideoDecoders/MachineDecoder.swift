public import VitrineMedia
public import VitrinePictures
public import VitrineVideoDevices

/// A device of this machine's that decodes, and by which way it is reached.
public enum MachineDecoder: Hashable, Sendable {
  /// A stateful decoder of the kernel's.
  case kernel(DecoderInfo)
  case library(Acceleration)
  /// A stateless decoder of the kernel's, which GStreamer asks in a process of its own.
  case process(DecoderInfo)

  /// All that there are. Those that we ask ourselves come first: they are nearer.
  public static func all() -> [MachineDecoder] {
    let ofKernel = DecoderInfo.all()
    let hasProgram = DecoderProgram.path != nil
    return ofKernel.filter { !$0.isStateless }.map(MachineDecoder.kernel)
      + Acceleration.all().map(MachineDecoder.library)
      + ofKernel.filter { $0.isStateless && hasProgram }.map(MachineDecoder.process)
  }

  /// The kernel's that nothing here asks: `vitrine-decoder` would.
  public static func withoutProgram() -> [MachineDecoder] {
    guard DecoderProgram.path == nil else { return [] }
    return DecoderInfo.all().filter(\.isStateless).map(MachineDecoder.process)
  }

  /// Nil where it can be opened, or why not: of libavcodec's, a node alone does not say that there is a
  /// driver. Loads that driver, which may take a tenth of a second.
  public var trouble: MediaError? {
    guard case .library(let acceleration) = self else { return nil }
    do throws(MediaError) {
      _ = try AccelerationDevice(acceleration)
      return nil
    } catch {
      return error
    }
  }

  public var path: String {
    switch self {
    case .kernel(let info), .process(let info): info.path
    case .library(let acceleration): acceleration.path
    }
  }

  /// Of the kernel's driver, or of libavutil's kind of device.
  public var driver: String {
    switch self {
    case .kernel(let info), .process(let info): info.driver
    case .library(let acceleration): acceleration.kind
    }
  }

  /// FFmpeg's names.
  public var codecs: [String] {
    switch self {
    case .kernel(let info), .process(let info): info.codecs.compactMap(\.codec)
    case .library(let acceleration): acceleration.codecs.sorted()
    }
  }

  public var choice: DecoderChoice.Device {
    .init(path: path, driver: driver, codecs: Set(codecs))
  }
}
