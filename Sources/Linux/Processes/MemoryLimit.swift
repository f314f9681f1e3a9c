import Glibc
import VitrineTiming

/// How much memory this process may use: what the machine has, or less where one of the control
/// groups that it is in says so, as a unit's `MemoryHigh` and `MemoryMax` do.
public struct MemoryLimit: Hashable, Sendable {
  public let bytes: Int

  /// `machine` is in bytes; `limits` are what control groups say, a number or `max` each.
  public init(machine: Int, limits: [String]) {
    // Where there is no limit, version 1 of control groups says a number that no machine has.
    bytes = limits.compactMap { Int($0) }.filter { $0 > 0 }.reduce(machine, min)
  }

  /// As it is now: limits may be changed while a process runs.
  public static func ofThisProcess() -> MemoryLimit {
    let machine = sysconf(CInt(_SC_PHYS_PAGES)) *| sysconf(CInt(_SC_PAGESIZE))
    let own = (try? FileDescriptor(reading: "/proc/self/cgroup").bytes(most: 1 << 16)) ?? []
    let files = limitFiles(groups: String(decoding: own, as: UTF8.self))
    return MemoryLimit(machine: machine, limits: files.compactMap { firstLine(of: $0) })
  }

  /// Where control groups say how much their processes may use, from `/proc/self/cgroup`. The limit
  /// of a group holds for those in it too, so that all on the way up count.
  static func limitFiles(groups: String) -> [String] {
    groups.split(separator: "\n").flatMap { line -> [String] in
      // Its number, the controllers of version 1, its path.
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
