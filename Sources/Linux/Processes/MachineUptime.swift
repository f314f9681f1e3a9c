import CVitrineLinux
import Glibc

/// The time since boot.
package enum MachineUptime {
  /// In seconds, including suspended time (C: `clock_gettime` with `CLOCK_BOOTTIME`).
  package static var seconds: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The kernel's identifier of this boot; empty if it is unavailable.
  package static let boot: String = {
    let file = try? FileDescriptor(reading: "/proc/sys/kernel/random/boot_id")
    let bytes = (try? file?.bytes(most: 100)) ?? []
    return String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }.first.map(String.init)
      ?? ""
  }()
}
