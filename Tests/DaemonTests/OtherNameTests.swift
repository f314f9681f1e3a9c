import Glibc
import Testing
import VitrineDaemon
import VitrineLinux
import VitrineLists
import VitrinePlaylists
import VitrineSettings

/// Lists and names from before UTF-8, on a real disk.
struct OtherNameTests {
  private static let latin: [UInt8] = Array("caf".utf8) + [0xE9] + Array(".mp4".utf8)

  /// A list in a folder with a UTF-8 name, next to a file with a Latin-1 name.
  private func played(_ list: [UInt8], as name: String = "a.m3u") throws -> [String] {
    let root = try Folder.temporary("vitrine-names")
    let folder = root.folder("Été")
    defer {
      try? folder.remove()
      try? root.remove()
    }
    try folder.make()
    for (name, bytes) in [(pathText(Self.latin), []), (name, list)] {
      try FileDescriptor(making: folder.path(of: name)).write(bytes)
    }
    let read = try ListReader(ListFilesOnDisk()).read(folder.path(of: name))
    let there = read.items.filter { FileAccess.allows(F_OK, $0.location) }
    #expect(there.count == read.items.count, "\(read.items.map(\.location))")
    return there.map { String($0.location.dropFirst(folder.path.count + 1)) }
  }

  @Test(
    "A Latin-1 name is found from a Latin-1 list, from a UTF-8 list and by its URL",
    arguments: [
      Self.latin, Array("café.mp4".utf8), Array("./café.mp4".utf8), Array("../Été/café.mp4".utf8),
    ])
  func inLines(line: [UInt8]) throws {
    let found = try played(line + [0x0A])
    #expect(found.map { kernelPath($0).suffix(9) } == [kernelPath(pathText(Self.latin))[...]])
  }

  @Test("A URL with Latin-1 bytes is a Latin-1 name")
  func inReferences() throws {
    let list = """
      <playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList><track>
      <location>caf%E9.mp4</location></track></trackList></playlist>
      """
    #expect(try played(Array(list.utf8), as: "a.xspf") == [pathText(Self.latin)])
  }
}
