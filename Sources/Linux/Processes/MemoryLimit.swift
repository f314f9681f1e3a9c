import Glibc
import VitrineTiming

/// The memory that this process may use: the machine's, or less if a control group limits it, as a
/// unit's `MemoryHigh` and `MemoryMax` do.
package struct MemoryLimit: Hashable, Sendable {
  package let bytes: Int

  /// `machine` is in bytes; `limits` are the values of control groups, each a number or `max`.
  package init(machine: Int, limits: [String]) {
    // Without a limit, version 1 of control groups has a number larger than any machine.
    bytes = limits.compactMap { Int($0) }.filter { $0 > 0 }.reduce(machine, min)
  }

  /// Returns the current limit, which may change while a process is running.
  package static func ofThisProcess() -> MemoryLimit {
    let machine = sysconf(CInt(_SC_PHYS_PAGES)) *| sysconf(CInt(_SC_PAGESIZE))
    let own = (try? FileDescriptor(reading: "/proc/self/cgroup").bytes(most: 1 << 16)) ?? []
    let files = limitFiles(groups: String(decoding: own, as: UTF8.self))
    return MemoryLimit(machine: machine, limits: files.compactMap { firstLine(of: $0) })
  }

  /// Returns the limit files of the control groups in `/proc/self/cgroup`. The limits of all
  /// ancestors apply, too.
  static func limitFiles(groups: String) -> [String] {
    groups.split(separator: "\n").flatMap { line -> [String] in
      // The number, the controllers of version 1, and the path.
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return [] }
      if parts[1].isEmpty {
        return files(["memory.max", "memory.high"], in: "/sys/fs/cgroup", up: parts[2])
      }
      guard parts[1].split(separator: ",").contains("memory") else { return [] }
      return files(["memory.limit_in_bytes"], in: "/sys/fs/cgroup/memory", up: parts[2])
    }
  }

  private static func files(_ names: [String], in root: String, up path: Substring) -> [String] {
    let parts = path.split(separator: "/")
    return (0...parts.count).reversed().flatMap { count in
      names.map { ([root] + parts.prefix(count).map(String.init) + [$0]).joined(separator: "/") }
    }
  }
}
