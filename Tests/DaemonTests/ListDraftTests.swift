import Testing
import VitrineFakes
import VitrineLinux
import VitrineWeb

@testable import VitrineDaemon

/// A list that is checked before it is written.
struct ListDraftTests {
  @Test("A draft is checked instead of the file at its path and resolves items next to it")
  func draft() throws {
    let folder = try TestFolder("draft")
    _ = try folder.write("items: [{file: a.mp4}]", to: "week.yaml")
    let path = folder.folder.path(of: "week.yaml")
    let two = ListDraft(path, "items: [{file: a.mp4}, {file: b.mp4}]").verdict
    #expect(two == .good(items: 2))
    #expect(
      ListDraft(folder.folder.path(of: "new.m3u"), "a.mp4\nb.mp4\nc.mp4\n").verdict
        == .good(items: 3))
  }

  @Test("Faults are reported with the list's name and their lines")
  func faults() throws {
    let folder = try TestFolder("draft-faults")
    let verdict = ListDraft(folder.folder.path(of: "week.yaml"), "items:\n  - fil: a.mp4\n")
      .verdict
    guard case .faults(let lines) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(lines.first?.hasPrefix("week.yaml:2: ") == true, "\(lines)")
  }

  @Test("Other files that a draft names are reported as faulty without details")
  func others() throws {
    let folder = try TestFolder("draft-others")
    let secret = try folder.write("items:\n  - secret: hunter2\n", to: "other.yaml")
    let verdict = ListDraft(folder.folder.path(of: "all.m3u"), "\(secret)\n").verdict
    #expect(verdict == .faults(["errors in the playlists it refers to: 2"]))
  }
}
