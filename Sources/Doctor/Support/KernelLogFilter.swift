/// Selects the lines of the kernel's log that concern a player: display, sound, USB, storage, heat, voltage and
/// memory.
package enum KernelLogFilter {
  private static let words = [
    "drm", "vc4", "v3d", "i915", "amdgpu", "nouveau", "hdmi", "edid", "backlight", "snd", "audio",
    "usb", "mmc", "thermal", "throttl", "voltage", "vitrine", "out of memory", "oom", "cma:",
    "segfault", "i/o error", "ext4-fs", "read-only", "v4l2", "hantro", "rkvdec", " cec",
    "traps:", "linux version", "command line:",
  ].map { Array($0.utf8) }

  package static func relevant(_ log: some Collection<UInt8>) -> [UInt8] {
    Array(
      log.split(separator: 10).filter { line in
        let lower = line.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
        return words.contains { word in
          lower.indices.contains { lower[$0] == word[0] && lower[$0...].starts(with: word) }
        }
      }.flatMap { $0 + [10] })
  }
}
