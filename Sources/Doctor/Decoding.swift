internal import VitrinePlayback

/// The available decoders.
package struct DecodingFacts: Hashable, Sendable {
  /// The codecs that libavcodec was checked for, and those it cannot decode.
  package var codecs: [String] = []
  package var missing: [String] = []
  /// Hardware decoders, such as `meson-vdec (/dev/video0)`.
  package var devices: [String] = []
  /// Hardware decoders that need a program which is not installed.
  package var unasked: [String] = []
  /// Device nodes that may be decoders, but cannot be opened.
  package var closed: [String] = []
  /// Whether this kernel cannot confine the process that uses hardware decoders.
  package var isUnconfined = false
  /// The setting: `auto`, `software`, or a name.
  package var preference = "software"

  package init() {}

  var areDevicesAsked: Bool { preference != "software" }
}

extension DecodingFacts {
  /// Whether common videos can be decoded.
  func findings(_ user: UserFacts?, _ machine: MachineFacts) -> [Finding] {
    guard missing.isEmpty else {
      let isFirst = missing.contains("h264")
      return [
        Finding(
          .decoder, isFirst ? .bad(.unavailable) : .advice,
          "this FFmpeg cannot decode \(missing.enumerated)",
          cause: "it was built without these decoders",
          cure: "sudo apt install --reinstall ffmpeg libavcodec-extra")
      ]
    }
    return [deviceFinding(user, machine)]
  }

  private func deviceFinding(_ user: UserFacts?, _ machine: MachineFacts) -> Finding {
    let known = codecs.enumerated
    guard areDevicesAsked else {
      let more =
        devices.isEmpty
        ? "" : "; unused hardware decoders (playback.decoder): \(devices.enumerated)"
      return Finding(.decoder, .good, known + more)
    }
    if !closed.isEmpty {
      return Finding(
        .decoder, .advice, "\(closed.enumerated): permission denied",
        cause: "the CPU decodes instead",
        cure: "sudo usermod -aG video,render \(user?.name ?? "USER")")
    }
    if !unasked.isEmpty {
      return Finding(
        .decoder, .advice, "\(unasked.enumerated) could decode, but is not used",
        cause: "it is stateless and needs vitrine-decoder, which is not installed",
        cure: "sudo apt install vitrine-decoder")
    }
    guard !devices.isEmpty else {
      return Finding(
        .decoder, .advice,
        "no hardware decoder found, but playback.decoder is \(preference)",
        cause: "the kernel or libavcodec does not support one, or the VA driver is missing",
        cure: "vitrine board; sudo apt install intel-media-va-driver or mesa-va-drivers")
    }
    let kept = machine.memory.value?.contiguous ?? 0
    if kept > 0, kept < Self.contiguousForDevices {
      return Finding(
        .decoder, .advice, "the kernel reserves \(kept >> 20) MB for hardware decoders' frames",
        cause: "a 3840x2160 video takes 256 MB; without them the CPU decodes",
        cure: machine.kernel.value?.adding(["cma=256M"])
          ?? "add cma=256M to the kernel's command line")
    }
    if isUnconfined {
      return Finding(
        .decoder, .advice, "vitrine-decoder runs without a system call filter",
        cause: "this kernel was built without CONFIG_SECCOMP_FILTER",
        cure: "use a kernel with CONFIG_SECCOMP_FILTER=y")
    }
    return Finding(.decoder, .good, "\(known); devices: \(devices.enumerated)")
  }

  /// About twenty pictures of 3840x2160, in bytes.
  private static let contiguousForDevices = 256 << 20
}
