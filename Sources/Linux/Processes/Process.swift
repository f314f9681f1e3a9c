import CVitrineLinux
import Glibc
package import VitrineTiming

/// The resource usage of this process.
package enum ProcessUsage {
  /// The peak resident memory in KiB (C: `getrusage`).
  package static var peakMemory: Int {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
  }

  /// The time at which the kernel created this process, in ticks of 10 ms; nil if /proc is not mounted. A shell that
  /// replaces itself by the program has created it earlier.
  package static let startTime: HostTime? = {
    guard let ticks = firstLine(of: "/proc/self/stat").flatMap(startTicks) else { return nil }
    // The kernel counts suspended time, too; host time does not.
    let age = MachineUptime.seconds - ticks / Double(max(1, sysconf(CInt(_SC_CLK_TCK))))
    return HostTime.now() - .seconds(max(0, age))
  }()

  /// Field 22 of proc_pid_stat(5).
  static func startTicks(_ line: String) -> Double? {
    // The second field is the name in parentheses, which may contain both.
    let fields = line.split(separator: ")").last?.split(separator: " ")
    guard let fields, fields.count > 19 else { return nil }
    return Double(fields[19])
  }
}

/// A process that has a device open, if we may inspect it.
package struct DeviceHolder: Hashable, Sendable, CustomStringConvertible {
  package let processID: Int
  package let name: String

  package var description: String { "\(name) (process \(processID))" }

  /// Returns the other processes with `path` open. Without root, only those of the same user are
  /// visible.
  package static func all(of path: String) -> [DeviceHolder] {
    let own = Int(getpid())
    return directoryEntries("/proc").compactMap { entry in
      guard let id = Int(entry), id != own else { return nil }
      let files = "/proc/\(id)/fd"
      guard directoryEntries(files).contains(where: { linkTarget("\(files)/\($0)") == path })
      else { return nil }
      return DeviceHolder(processID: id, name: firstLine(of: "/proc/\(id)/comm") ?? "?")
    }
  }
}

/// Returns the names in a directory, without `.` and `..`; empty if it cannot be read.
package func directoryEntries(_ path: String) -> [String] {
  guard let directory = unsafe opendir(kernelPath(path)) else { return [] }
  defer { unsafe closedir(directory) }
  var names: [String] = []
  while let entry = unsafe readdir(directory) {
    let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      unsafe pathText(bytes.prefix { $0 != 0 })
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// Returns the first line of a small file, such as the kernel's under /proc and /sys.
package func firstLine(of path: String) -> String? {
  guard let file = try? FileDescriptor(opening: path, O_RDONLY) else { return nil }
  var buffer = [UInt8](repeating: 0, count: 512)
  let count = unsafe read(file.rawValue, &buffer, buffer.count)
  guard count > 0 else { return nil }
  return String(decoding: buffer.prefix(count).prefix { $0 != 10 }, as: UTF8.self)
}

/// Ends this process (C: `exit`).
package func endProcess(with status: Int32) -> Never { exit(status) }

/// Returns the target of a symbolic link; nil if it is not one.
package func linkTarget(_ path: String) -> String? {
  var buffer = [CChar](repeating: 0, count: 512)
  let count = unsafe readlink(path, &buffer, buffer.count)
  guard count > 0 else { return nil }
  return String(decoding: buffer.prefix(count).map(UInt8.init), as: UTF8.self)
}
