import Foundation
import Testing
import VitrineLinux

struct KernelPathTests {
  static let names: [[UInt8]] = [
    Array("film.mp4".utf8), Array("Grüße 🎬.mp4".utf8),
    // "café.mp4" in Latin-1, and bytes that are not text.
    [0x63, 0x61, 0x66, 0xE9, 0x2E, 0x6D, 0x70, 0x34], [0xFF], [0x80, 0xC3], [0xE2, 0x82, 0x41],
    [0xC3, 0xA9, 0xE9], Array("a\u{E0001}b".utf8), Array("\u{E0001}é".utf8), [0xC0, 0xAF],
    [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF3, 0xA0, 0x87],
  ]

  private func bytes(_ path: String) -> [UInt8] {
    kernelPath(path).dropLast().map { UInt8(bitPattern: $0) }
  }

  @Test("Any bytes of a name survive a round trip", arguments: names)
  func roundTrip(name: [UInt8]) {
    let text = pathText(name)
    #expect(bytes(text) == name)
    // Through a file or a socket, which carry UTF-8.
    #expect(bytes(String(decoding: Array(text.utf8), as: UTF8.self)) == name)
  }

  @Test("No two names become the same text")
  func different() {
    #expect(Set(Self.names.map { Array(pathText($0).utf8) }).count == Self.names.count)
  }

  @Test("Every random byte name survives a round trip")
  func chance() {
    var dice = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let name = (0..<Int.random(in: 1...12, using: &dice)).map { _ in
        [UInt8(0x41), 0xC3, 0xA9, 0xE9, 0xF3, 0xA0, 0x80, 0x81, .random(in: 1...255, using: &dice)]
          .randomElement(using: &dice) ?? 0x41
      }
      #expect(bytes(pathText(name)) == name, "\(name)")
    }
  }

  @Test("A UTF-8 name is unchanged, and a Latin-1 name is displayed as intended")
  func shown() {
    #expect(pathText(Array("Grüße".utf8)) == "Grüße")
    let shown = pathText([0x63, 0x61, 0x66, 0xE9]).unicodeScalars
      .filter { !$0.properties.isDefaultIgnorableCodePoint }
    #expect(String(String.UnicodeScalarView(shown)) == "café")
    #expect(kernelPath("plain") == [0x70, 0x6C, 0x61, 0x69, 0x6E, 0])
  }

  @Test("A path splits at its slashes, even if a component starts with such a character")
  func parts() {
    let path = pathText(Array("/a/".utf8) + [0xC9, 0x74, 0xE9, 0x2F, 0xC4] + Array(".mp4".utf8))
    #expect(path.hasPrefix("/a/") && path.split(separator: "/").count == 3)
    #expect(
      path.lastIndex(of: "/").map { kernelPath(String(path[$0...])) } == [0x2F, -60]
        + ".mp4".utf8CString)
    #expect(pathText([0x2E, 0xC9]).hasPrefix("."))
  }

  @Test("A file with a Latin-1 name is listed, opened, renamed and removed")
  func file() throws {
    let folder = Folder(
      "\(FileManager.default.temporaryDirectory.path)/vitrine-latin-\(UUID().uuidString)")
    try folder.make()
    let name = pathText([0x63, 0x61, 0x66, 0xE9])
    try FileDescriptor(making: folder.path(of: name)).write([1, 2, 3])
    #expect(folder.names == [name])
    #expect(try FileStatus(of: folder.path(of: folder.names[0])).size == 3)
    #expect(try FileDescriptor(reading: folder.path(of: name)).bytes(most: 9) == [1, 2, 3])
    #expect(FileAccess.allows(R_OK, folder.path(of: name)))
    try folder.move(name, to: "plain")
    #expect(folder.names == ["plain"])
    try folder.remove()
  }
}
