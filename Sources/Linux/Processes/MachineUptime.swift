import CVitrineLinux
import Glibc

/// How long the machine has run, and since which start.
public enum MachineUptime {
  /// Since then, in seconds, also while it slept. The corresponding C function is `clock_gettime` with
  /// `CLOCK_BOOTTIME`.
  public static var seconds: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// As the kernel names this start of the machine; empty where it does not.
  public static let boot: String = {
    let file = try? FileDescriptor(reading: "/proc/sys/kernel/random/boot_id")
    let bytes = (try? file?.bytes(most: 100)) ?? []
    return String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }.first.map(String.init)
      ?? ""
  }()
}
