import Foundation
import Testing
import VitrineLinux

struct FolderWatchTests {
  private let folder = Folder(FileManager.default.temporaryDirectory.path)
    .folder("vitrine-watch-\(UUID().uuidString)")

  private func changed(_ name: String) -> FolderWatch.Event {
    .changed(folder: folder.path, name: name)
  }

  @Test("Created, written, replaced and removed files are reported")
  func events() throws {
    try folder.make()
    let watch = try FolderWatch([folder.path])
    #expect(watch.events() == [] && watch.missing == [])
    try FileDescriptor(making: folder.path(of: "list.m3u")).write([1])
    #expect(Set(watch.events()) == [changed("list.m3u")])
    try folder.move("list.m3u", to: "other.m3u")
    #expect(watch.events() == [changed("list.m3u"), changed("other.m3u")])
    try folder.remove("other.m3u")
    #expect(watch.events() == [changed("other.m3u")])
    try folder.remove()
    #expect(watch.events().contains(.lost))
  }

  @Test("An overflow of the kernel's queue is reported as lost events")
  func overflow() throws {
    try folder.make()
    let watch = try FolderWatch([folder.path])
    let text = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let limit = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    try #require(limit <= 100_000)
    // The kernel merges equal events: each has a different name from the previous one.
    for number in 0...limit {
      try FileDescriptor(making: folder.path(of: "\(number % 50)")).write([])
    }
    #expect(watch.events().last == .lost)
    try folder.remove()
  }

  @Test("Missing folders are reported")
  func missing() throws {
    let watch = try FolderWatch([folder.path, "/proc"])
    #expect(watch.missing == [folder.path])
  }
}
