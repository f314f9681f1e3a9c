import Testing
import VitrineFakes
import VitrineLinux
import VitrinePlayback
import VitrineSettings

@testable import VitrineDaemon

struct RecoveryStoreTests {
  private func store(
    _ state: Folder?, _ runtime: Folder?, _ reboot: RebootPolicy = .onFailure
  ) -> RecoveryStore {
    RecoveryStore(runtime: runtime?.path, state: state?.path, reboot: reboot) {
      Issue.record("\($0)")
    }
  }

  @Test("A reboot is recorded for later runs before it is requested")
  func reboot() throws {
    let state = try TestFolder("recovery-state")
    let runtime = try TestFolder("recovery-run")
    var first = store(state.folder, runtime.folder)
    #expect(first.situation().mayReboot && first.history.entries.isEmpty)
    try first.record(.init(.restart, after: .hungReads))
    #expect(runtime.folder.names == ["recovery"])
    try first.record(.init(.reboot, after: .hungReads))
    #expect(runtime.folder.names.sorted() == ["reboot", "recovery"])
    // After the boot, and after a restart while the disk rejects writes.
    #expect(store(nil, runtime.folder).history == first.history)
    #expect(store(state.folder, runtime.folder).history == first.history)
    #expect(first.history.entries.map(\.step) == [.restart, .reboot])
  }

  @Test("Without both folders, without permission or without a record there is no reboot")
  func refused() throws {
    let folder = try TestFolder("recovery-refused")
    let file = Folder(try folder.write("", to: "file"))
    #expect(!store(nil, folder.folder).situation().mayReboot)
    #expect(!store(folder.folder, nil).situation().mayReboot)
    #expect(!store(folder.folder, folder.folder, .never).situation().mayReboot)
    var unwritable = RecoveryStore(
      runtime: folder.folder.path, state: file.path, reboot: .onFailure
    ) { _ in }
    #expect(throws: Errno.self) { try unwritable.record(.init(.reboot, after: .hungReads)) }
    #expect(folder.folder.names.sorted() == ["file", "recovery"])
  }

  @Test(
    "A planned restart reboots the machine only if that is always allowed, and not often",
    arguments: [(RebootPolicy.never, false), (.onFailure, false), (.always, true)])
  func planned(policy: RebootPolicy, reboots: Bool) throws {
    let folder = try TestFolder("recovery-planned")
    func prepare(uptime: Int64) throws -> Bool {
      var store = RecoveryStore(
        runtime: folder.folder.path, state: folder.folder.path, reboot: policy,
        uptime: { uptime }
      ) { Issue.record("\($0)") }
      return try store.preparePlannedRestart()
    }
    // A clock that jumps into the window after each boot.
    #expect(try !prepare(uptime: 60))
    for count in 1...4 { #expect(try prepare(uptime: 3600) == (reboots && count < 4)) }
    #expect(folder.folder.names.contains("reboot") == reboots)
  }

  @Test("A damaged record is reported and ignored")
  func damaged() throws {
    let folder = try TestFolder("recovery-damaged")
    _ = try folder.write("vitrine recovery 1\n", to: "recovery")
    let warnings = Shared(0)
    let store = RecoveryStore(runtime: nil, state: folder.folder.path, reboot: .onFailure) { _ in
      warnings.update { $0 += 1 }
    }
    #expect(warnings.value == 1 && store.history == RecoveryHistory())
  }

  @Test("Safe mode does not play a list during which it has crashed")
  func safeList() throws {
    let folder = try TestFolder("recovery-list")
    let first = store(folder.folder, folder.folder, .never)
    func begin(_ store: RecoveryStore, _ list: String?) -> RecoveryLadder.Step {
      store.beginSafeMode(list) { Issue.record("\($0)") }
    }
    #expect(begin(first, nil) == .safeCard)
    #expect(begin(first, "/list") == .safeList)
    let second = store(folder.folder, folder.folder, .never)
    #expect(begin(second, "/list") == .safeCard)
    try second.setPlaysSafeList(false)
    #expect(begin(second, "/list") == .safeList)
    // Nothing would be remembered.
    #expect(begin(store(folder.folder, nil), "/list") == .safeCard)
    let file = try folder.write("", to: "file")
    let unwritable = RecoveryStore(runtime: file, state: nil, reboot: .never) { _ in }
    #expect(unwritable.beginSafeMode("/list") { _ in } == .safeCard)
  }
}
