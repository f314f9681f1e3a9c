import Foundation
import Testing
import VitrineLinux
import VitrineMedia

/// File names that are not UTF-8, as on old sticks.
struct FileNameTests {
  @Test("A film with a Latin-1 name opens by its listed name")
  func latin() throws {
    let clip = try Made.clip("named.mkv", ["-f", "lavfi", "-i", "testsrc2=s=64x64:r=5:d=1"])
    let folder = try Folder.temporary("vitrine-names")
    defer { try? folder.remove() }
    let bytes = Array("\(folder.path)/Caf".utf8) + [0xE9] + Array(".mkv".utf8)
    let path = pathText(bytes)
    let file = try FileDescriptor(creating: path)
    try file.write(Array(try Data(contentsOf: URL(filePath: clip))))
    #expect(folder.names == ["Caf\u{E0001}é.mkv"])
    for name in folder.names {
      let demuxer = try Demuxer(path: folder.path(of: name), interrupter: .init())
      #expect(demuxer.video != nil)
      _ = try StillReader(path: folder.path(of: name), interrupter: .init())
    }
  }
}
