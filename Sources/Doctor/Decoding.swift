internal import VitrinePlayback

/// What decodes.
public struct DecodingFacts: Hashable, Sendable {
  /// Codecs that the library was asked for, and those that it cannot decode.
  public var codecs: [String] = []
  public var missing: [String] = []
  /// Devices that decode: `meson-vdec (/dev/video0)`.
  public var devices: [String] = []
  /// As these, but without the program that would ask them.
  public var unasked: [String] = []
  /// Nodes of the kernel's that may not be opened, which may be such devices.
  public var closed: [String] = []
  /// Whether a device is asked by a process that this kernel cannot confine.
  public var isUnconfined = false
  /// As configured: `auto`, `software`, a name.
  public var wish = "software"

  public init() {}

  var areDevicesAsked: Bool { wish != "software" }
}

extension Facts {
  /// Whether the usual films can be decoded.
  var decoderFindings: [Finding] {
    decoding.findings(.decoder) { decoding in
      guard decoding.missing.isEmpty else {
        let isFirst = decoding.missing.contains("h264")
        return [
          Finding(
            .decoder, isFirst ? .bad(.unavailable) : .advice,
            "FFmpeg here cannot decode \(decoding.missing.enumerated)",
            cause: "it was built without",
            cure: "sudo apt install --reinstall ffmpeg libavcodec-extra")
        ]
      }
      return deviceFindings(decoding)
    }
  }

  private func deviceFindings(_ decoding: DecodingFacts) -> [Finding] {
    let codecs = decoding.codecs.enumerated
    guard decoding.areDevicesAsked else {
      let more =
        decoding.devices.isEmpty
        ? "" : "; devices that are not asked (playback.decoder): \(decoding.devices.enumerated)"
      return [Finding(.decoder, .good, codecs + more)]
    }
    if !decoding.closed.isEmpty {
      return [
        Finding(
          .decoder, .advice, "\(decoding.closed.enumerated) may not be opened",
          cause: "the processor decodes in its place",
          cure: "sudo usermod -aG video,render \(user.value?.name ?? "USER")")
      ]
    }
    if !decoding.unasked.isEmpty {
      return [
        Finding(
          .decoder, .advice, "\(decoding.unasked.enumerated) would decode, and is not asked",
          cause: "it is stateless: vitrine-decoder, which parses streams for it, is not there",
          cure: "sudo apt install vitrine-decoder")
      ]
    }
    guard !decoding.devices.isEmpty else {
      return [
        Finding(
          .decoder, .advice, "no device decodes, and playback.decoder is \(decoding.wish)",
          cause: "this kernel and this libavcodec know none, or its VA driver is missing",
          cure: "vitrine board; sudo apt install intel-media-va-driver or mesa-va-drivers")
      ]
    }
    let kept = memory.value?.contiguous ?? 0
    if kept > 0, kept < Self.contiguousForDevices {
      return [
        Finding(
          .decoder, .advice, "the kernel keeps \(kept >> 20) MB for pictures of devices",
          cause: "a film of 3840x2160 takes 256, and where they are short the processor decodes",
          cure: kernel.value?.adding(["cma=256M"]) ?? "add cma=256M to the kernel's command line")
      ]
    }
    if decoding.isUnconfined {
      return [
        Finding(
          .decoder, .advice, "vitrine-decoder decodes films without a filter of system calls",
          cause: "this kernel was built without CONFIG_SECCOMP_FILTER",
          cure: "use a kernel with CONFIG_SECCOMP_FILTER=y")
      ]
    }
    return [Finding(.decoder, .good, "\(codecs); devices: \(decoding.devices.enumerated)")]
  }

  /// Some twenty pictures of 3840x2160, in bytes.
  private static let contiguousForDevices = 256 << 20
}
