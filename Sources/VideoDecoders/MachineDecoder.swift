public import Media
internal import Pictures
public import VideoDevices

/// A device of this machine's that decodes, and by which way it is reached.
public enum MachineDecoder: Hashable, Sendable {
  /// A stateful decoder of the kernel's.
  case kernel(DecoderInfo)
  case library(Acceleration)

  /// All that there are. The kernel's come first: they are nearer.
  public static func all() -> [MachineDecoder] {
    DecoderInfo.all().map(MachineDecoder.kernel) + Acceleration.all().map(MachineDecoder.library)
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
    case .kernel(let info): info.path
    case .library(let acceleration): acceleration.path
    }
  }

  /// Of the kernel's driver, or of libavutil's kind of device.
  public var driver: String {
    switch self {
    case .kernel(let info): info.driver
    case .library(let acceleration): acceleration.kind
    }
  }

  /// FFmpeg's names.
  public var codecs: [String] {
    switch self {
    case .kernel(let info): info.codecs.compactMap(\.codec)
    case .library(let acceleration): acceleration.codecs.sorted()
    }
  }

  var choice: DecoderChoice.Device {
    .init(path: path, driver: driver, codecs: Set(codecs))
  }
}
