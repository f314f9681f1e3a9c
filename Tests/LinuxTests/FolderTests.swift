import Foundation
import Linux
import Testing

struct FolderTests {
  @Test("a file is replaced whole or not at all, and no draft stays")
  func replace() throws {
    struct Refusal: Error {}
    let folder = Folder(FileManager.default.temporaryDirectory.path)
      .folder("vitrine-folder-\(UUID().uuidString)").folder("inner")
    try folder.make()
    try folder.make()
    try folder.replace("note") { (path) throws(Errno) in
      try FileDescriptor(making: path).write([1, 2, 3])
    }
    #expect(throws: (any Error).self) {
      try folder.replace("note") { (path) throws(any Error) in
        try FileDescriptor(making: path).write([4])
        throw Refusal()
      }
    }
    #expect(folder.names == ["note"])
    let file = try FileDescriptor(reading: folder.path(of: "note"))
    #expect(try file.bytes(at: 1, count: 10) == [2, 3])
    #expect(try FileStatus(of: file).size == 3)
    try folder.remove()
    #expect(throws: Errno.noEntry) { try FileStatus(of: folder.path) }
  }
}
