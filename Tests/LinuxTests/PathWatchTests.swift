import Foundation
import Testing
import VitrineLinux

/// Files and folders as lists name them.
struct PathWatchTests {
  private let folder = Folder(FileManager.default.temporaryDirectory.path)
    .folder("vitrine-origin-\(UUID().uuidString)")

  private func write(_ name: String, in place: Folder? = nil) throws {
    try FileDescriptor(making: (place ?? folder).path(of: name)).write([1])
  }

  private func link(_ name: String, to target: String) throws {
    try? FileManager.default.removeItem(atPath: folder.path(of: name))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: name), withDestinationPath: target)
  }

  private func isVideo(_ name: String) -> Bool { name.hasSuffix(".mp4") }

  @Test("A file is watched by its own name, a folder by its usable content")
  func names() throws {
    try folder.folder("videos").make()
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    try write("menu.m3u")
    let watch = try PathWatch([folder.path(of: "menu.m3u"), folder.path(of: "videos")])
    #expect(!watch.isBlind)
    try write("place-main")
    try write("notes.txt", in: folder.folder("videos"))
    #expect(!watch.drainChanges(where: isVideo))
    try write("menu.m3u")
    #expect(watch.drainChanges(where: isVideo))
    try write("a.mp4", in: folder.folder("videos"))
    #expect(watch.drainChanges(where: isVideo))
    #expect(!watch.drainChanges(where: isVideo))
  }

  @Test("The creation of a missing path, or of its first missing component, is reported")
  func missing() throws {
    try folder.make()
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let watch = try PathWatch([folder.path(of: "stick/videos/menu.m3u")])
    #expect(watch.isBlind)
    try write("other.m3u")
    #expect(!watch.drainChanges(where: isVideo))
    try folder.folder("stick").make()
    #expect(watch.drainChanges(where: isVideo))
  }

  @Test("A retargeted link and a change at its target are reported")
  func links() throws {
    try folder.folder("one").make()
    try folder.folder("two").make()
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    try write("menu.m3u", in: folder.folder("one"))
    try write("menu.m3u", in: folder.folder("two"))
    try link("current", to: "one")
    try link("menu.m3u", to: "one/menu.m3u")
    let watch = try PathWatch([
      folder.path(of: "current/menu.m3u"), folder.path(of: "menu.m3u"),
    ])
    #expect(!watch.isBlind)
    try write("menu.m3u", in: folder.folder("one"))
    #expect(watch.drainChanges(where: isVideo))
    try link("current", to: "two")
    #expect(watch.drainChanges(where: isVideo))
    try link("menu.m3u", to: "two/menu.m3u")
    #expect(watch.drainChanges(where: isVideo))
    try write("unrelated.m3u", in: folder.folder("one"))
    #expect(!watch.drainChanges(where: isVideo))
  }

  @Test("The removal of a folder is reported")
  func gone() throws {
    try folder.folder("videos").make()
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let watch = try PathWatch([folder.path(of: "videos")])
    try folder.folder("videos").remove()
    #expect(watch.drainChanges(where: isVideo))
  }
}
