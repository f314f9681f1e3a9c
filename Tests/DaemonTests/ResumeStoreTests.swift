import Synchronization
import Testing
import VitrineFakes
import VitrineLinux
import VitrinePlans
import VitrinePlayback
import VitrineSchedules
import VitrineSignage
import VitrineTiming

@testable import VitrineDaemon

/// The storage of a player's position between two starts.
struct ResumeStoreTests {
  private func point(_ index: Int, _ seconds: Int64 = 0) -> ResumePoint {
    ResumePoint(index: index, location: "/\(index)", position: MediaTime(seconds, 1))
  }

  private func at(_ seconds: Int64) -> HostTime {
    HostTime(nanoseconds: (1000 + seconds) * 1_000_000_000)
  }

  /// The note for this player in a folder's file.
  private func saved(_ folder: Folder, _ name: String = "main") -> ResumeRecord? {
    guard let file = try? FileDescriptor(reading: folder.path(of: "place-\(name)")) else {
      return nil
    }
    return (try? file.bytes(at: 0, count: ResumeRecord.largestFile)).flatMap {
      ResumeRecord(bytes: $0)
    }
  }

  @Test("Memory takes precedence over the disk, one of them suffices, and outputs are separate")
  func stores() throws {
    let memory = try TestFolder("memory")
    let disk = try TestFolder("disk")
    let (runtime, state) = (memory.folder.path, disk.folder.path)
    let both = ResumeStore(runtime: runtime, state: state, name: "main")
    #expect(both.read { Issue.record("\($0)") }.resume == nil)
    ResumeStore(runtime: nil, state: state, name: "main").saveFinal(ResumeRecord(point(1)))
    #expect(both.read { _ in }.resume == point(1))
    ResumeStore(runtime: runtime, state: nil, name: "main").saveFinal(ResumeRecord(point(2)))
    #expect(both.read { _ in }.resume == point(2))
    #expect(ResumeStore(runtime: nil, state: state, name: "main").read { _ in }.resume == point(1))
    #expect(ResumeStore(runtime: runtime, state: state, name: "DP-1").read { _ in }.resume == nil)
    #expect(ResumeStore(runtime: nil, state: nil, name: "main").read { _ in }.resume == nil)
  }

  @Test("Only a note in memory proves a crash since the machine booted")
  func crashes() throws {
    let folder = try TestFolder("crashes")
    for isMemory in [true, false] {
      let store = ResumeStore(
        runtime: isMemory ? folder.folder.path : nil, state: isMemory ? nil : folder.folder.path,
        name: "main")
      var note = ResumeRecord(point(3))
      for _ in 0..<4 {
        store.saveFinal(note)
        note = store.read { _ in }.record(point(3))
      }
      #expect(store.read { _ in }.quarantined == (isMemory ? ["/3"] : []))
      try folder.folder.remove("place-main")
    }
  }

  @Test("A damaged note is reported and ignored")
  func damaged() throws {
    let folder = try TestFolder("damaged")
    let path = try folder.write("vitrine place 1\nindex 3\n", to: "place-main")
    var lines: [String] = []
    let store = ResumeStore(runtime: folder.folder.path, state: nil, name: "main")
    #expect(store.read { lines.append($0) }.resume == nil)
    #expect(lines == ["\(path): damaged; the position in the list is lost"])
  }

  @Test("Each store is written when due, and a failed write is reported once")
  func due() throws {
    let memory = try TestFolder("due")
    let file = try TestFolder("due-not")
    let blocked = try file.write("", to: "file")
    var store = ResumeStore(runtime: memory.folder.path, state: blocked + "/x", name: "main")
    var lines: [String] = []
    for second in stride(from: 0, to: 120, by: 10) {
      store.save(ResumeRecord(point(0, Int64(second))), at: at(Int64(second))) { lines.append($0) }
    }
    #expect(saved(memory.folder)?.point == point(0, 110))
    #expect(lines.count == 1 && lines[0].hasPrefix("\(blocked)/x: cannot save the position"))
  }

  @Test("The last position is written before the writer closes, marked as a clean exit")
  func writer() throws {
    let folder = try TestFolder("writer")
    let store = ResumeStore(runtime: folder.folder.path, state: nil, name: "main")
    let accounts = AccountStore(runtime: folder.folder.path, state: nil, name: "main")
    let writer = try ProgressWriter(store, accounts) { Issue.record("\($0)") }
    writer.save(ResumeRecord(point(0, 1)), isScheduled: false, at: at(0))
    writer.close(ResumeRecord(point(0, 2)))
    let last = try #require(saved(folder.folder))
    #expect(last.point == point(0, 2) && last.isClosed)
    let next = try ProgressWriter(store, accounts) { _ in }
    next.save(ResumeRecord(point(4)), isScheduled: false, at: at(0))
    next.close(nil)
    #expect(saved(folder.folder)?.point == point(4) && saved(folder.folder)?.isClosed == false)
  }

  @Test("Accounts are written to memory at once, and to disk every hour and at the end")
  func accounts() throws {
    let memory = try TestFolder("memory")
    let disk = try TestFolder("disk")
    var store = AccountStore(
      runtime: memory.folder.path, state: disk.folder.path, name: "main")
    func read(_ folder: borrowing TestFolder) -> [String: Account] {
      AccountStore(runtime: nil, state: folder.folder.path, name: "main").read { _ in }
    }
    func turns(_ count: Int) -> [String: Account] {
      var account = Account()
      account.turns = count
      return ["/a": account]
    }
    var writes = 0
    for second in stride(from: 0, to: 14_400, by: 20) {
      let before = read(disk)
      store.save(turns(second + 1), at: at(Int64(second))) { Issue.record("\($0)") }
      #expect(read(memory) == turns(second + 1))
      if read(disk) != before { writes += 1 }
    }
    #expect(writes == 3)
    store.save(turns(9000), at: at(14_401), isEnd: true) { _ in }
    #expect(read(disk) == turns(9000))
    #expect(store.read { _ in } == turns(9000))
    // A damaged account is reported; the disk's counts apply.
    _ = try memory.write("nonsense", to: "accounts-main")
    var told = 0
    #expect(store.read { _ in told += 1 } == turns(9000) && told == 1)
  }

  @Test("The position in a scheduled list is written to disk only at the end")
  func scheduledPlace() throws {
    let memory = try TestFolder("memory")
    let disk = try TestFolder("rare")
    var store = ResumeStore(
      runtime: memory.folder.path, state: disk.folder.path, name: "main")
    for second in 0..<1000 {
      store.save(ResumeRecord(point(second / 10)), isScheduled: true, at: at(Int64(second))) { _ in
      }
    }
    #expect(saved(memory.folder)?.point == point(99) && saved(disk.folder) == nil)
    store.saveFinal(ResumeRecord(point(99)))
    #expect(saved(disk.folder)?.point == point(99))
  }
}
