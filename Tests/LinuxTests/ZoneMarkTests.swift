import Foundation
import Testing

@testable import VitrineLinux

struct ZoneMarkTests {
  @Test("Another file, another link or none changes the mark; the same one does not")
  func marks() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "zone-mark-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (place, a, b) = ("\(folder.path)/localtime", "\(folder.path)/a", "\(folder.path)/b")
    try Data("a".utf8).write(to: URL(filePath: a))
    try Data("b".utf8).write(to: URL(filePath: b))
    let none = ZoneMark(of: place)
    // As timedatectl does it: a new link is renamed over the old one.
    func link(_ target: String) throws -> ZoneMark {
      try FileManager.default.createSymbolicLink(
        atPath: place + ".new", withDestinationPath: target)
      #expect(rename(place + ".new", place) == 0)
      return ZoneMark(of: place)
    }
    let (first, second) = (try link(a), try link(b))
    #expect(first != none && second != none && first != second)
    #expect(try link(a) == first && ZoneMark(of: place) == first)
  }
}
