package import VitrineMedia
package import VitrinePictures
package import VitrineVideoDevices

/// A hardware decoder of this machine, and how it is accessed.
package enum HardwareDecoder: Hashable, Sendable {
  /// A stateful decoder of the kernel.
  case kernel(DecoderInfo)
  case library(Acceleration)
  /// A stateless decoder of the kernel, which GStreamer uses in a separate process.
  case process(DecoderInfo)

  /// Returns all decoders. Devices that are used directly come first, because they have less
  /// overhead.
  package static func all() -> [HardwareDecoder] {
    let ofKernel = DecoderInfo.all()
    let hasProgram = DecoderProgram.path != nil
    return ofKernel.filter { !$0.isStateless }.map(HardwareDecoder.kernel)
      + Acceleration.all().map(HardwareDecoder.library)
      + ofKernel.filter { $0.isStateless && hasProgram }.map(HardwareDecoder.process)
  }

  /// Returns the stateless decoders that are unusable because `vitrine-decoder` is not installed.
  package static func withoutProgram() -> [HardwareDecoder] {
    guard DecoderProgram.path == nil else { return [] }
    return DecoderInfo.all().filter(\.isStateless).map(HardwareDecoder.process)
  }

  /// The reason why it cannot be opened, if any: a node of libavcodec does not prove that there is
  /// a driver. Loads that driver, which may take a tenth of a second.
  package var openError: MediaError? {
    guard case .library(let acceleration) = self else { return nil }
    do throws(MediaError) {
      _ = try AccelerationDevice(acceleration)
      return nil
    } catch {
      return error
    }
  }

  package var path: String {
    switch self {
    case .kernel(let info), .process(let info): info.path
    case .library(let acceleration): acceleration.path
    }
  }

  /// The kernel's driver, or libavutil's device type.
  package var driver: String {
    switch self {
    case .kernel(let info), .process(let info): info.driver
    case .library(let acceleration): acceleration.kind
    }
  }

  /// FFmpeg's names.
  package var codecs: [String] {
    switch self {
    case .kernel(let info), .process(let info): info.codecs.compactMap(\.codec)
    case .library(let acceleration): acceleration.codecs.sorted()
    }
  }

  package var choice: DecoderChoice.Device {
    .init(path: path, driver: driver, codecs: Set(codecs))
  }
}
