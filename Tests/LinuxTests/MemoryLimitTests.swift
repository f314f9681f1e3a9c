import Testing

@testable import VitrineLinux

struct MemoryLimitTests {
  private static let machine = 4 << 30

  @Test(
    "The lowest limit of the machine and its control groups applies",
    arguments: [
      ([], machine), (["max", "max"], machine), (["536870912", "max"], 536_870_912),
      // A unit's limits, and that of its slice.
      (["429496729", "536870912", "268435456"], 268_435_456),
      // Version 1, without a limit; more than there is; nonsense.
      (["9223372036854771712"], machine), (["8589934592"], machine), (["", "0", "-1"], machine),
    ])
  func least(limits: [String], bytes: Int) {
    #expect(MemoryLimit(machine: Self.machine, limits: limits).bytes == bytes)
  }

  @Test("In version 2, the limits of every group up the tree are read")
  func unified() {
    #expect(
      MemoryLimit.limitFiles(groups: "0::/system.slice/vitrine.service\n") == [
        "/sys/fs/cgroup/system.slice/vitrine.service/memory.max",
        "/sys/fs/cgroup/system.slice/vitrine.service/memory.high",
        "/sys/fs/cgroup/system.slice/memory.max", "/sys/fs/cgroup/system.slice/memory.high",
        "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.high",
      ])
  }

  @Test("In version 1, the memory controller's limits are read")
  func versionOne() {
    let groups = "9:name=systemd:/\n5:cpu,cpuacct:/a\n4:memory:/box\n0::/"
    #expect(
      MemoryLimit.limitFiles(groups: groups).filter { $0.contains("limit_in_bytes") } == [
        "/sys/fs/cgroup/memory/box/memory.limit_in_bytes",
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
      ])
    #expect(MemoryLimit.limitFiles(groups: "nonsense") == [])
  }

  @Test("This machine has some memory")
  func here() {
    #expect(MemoryLimit.ofThisProcess().bytes > 16 << 20)
  }
}
