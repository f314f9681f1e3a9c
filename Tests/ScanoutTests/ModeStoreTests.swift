import Foundation
import Testing
import VitrineKMS
import VitrineLinux

@testable import VitrineScanout

@Suite("The last working modes")
struct ModeStoreTests {
  private let folder = Folder(FileManager.default.temporaryDirectory.path)
    .folder("vitrine-modes-\(UUID().uuidString)")
  private var file: String { folder.path(of: "modes") }

  private func mode(_ text: String) throws -> Mode { try #require(Mode(custom: text)) }

  private func bytes() throws -> [UInt8] {
    try FileDescriptor(reading: file).bytes(at: 0, count: 65536)
  }

  private func write(_ bytes: [UInt8]) throws {
    try folder.make()
    try FileDescriptor(making: file).write(bytes)
  }

  @Test("A connector's mode is available after a restart")
  func restart() throws {
    defer { try? folder.remove() }
    var store = ModeStore(in: folder)
    #expect(store.mode(monitor: nil, connector: "HDMI-A-1") == nil && store.damage == nil)
    try store.save(mode("1920x1080@59.94"), monitor: nil, connector: "HDMI-A-1")
    try store.save(mode("1280x720@50"), monitor: nil, connector: "DP-1")
    try store.save(mode("1920x1080@50"), monitor: nil, connector: "HDMI-A-1")
    let again = ModeStore(in: folder)
    #expect(again.damage == nil)
    #expect(try again.mode(monitor: nil, connector: "HDMI-A-1") == mode("1920x1080@50"))
    #expect(try again.mode(monitor: nil, connector: "DP-1") == mode("1280x720@50"))
    #expect(folder.names == ["modes"])
  }

  @Test("A display is recognised on any connector, and another display is not")
  func monitors() throws {
    defer { try? folder.remove() }
    let (one, other) = try (#require(monitor(1)), #require(monitor(2)))
    var store = ModeStore(in: folder)
    try store.save(mode("3840x2160@30"), monitor: one, connector: "HDMI-A-1")
    let again = ModeStore(in: folder)
    #expect(try again.mode(monitor: one, connector: "DP-7") == mode("3840x2160@30"))
    #expect(again.mode(monitor: other, connector: "HDMI-A-1") == nil)
    // It is off now and does not identify itself.
    #expect(try again.mode(monitor: nil, connector: "HDMI-A-1") == mode("3840x2160@30"))
  }

  @Test("At most 64 entries are kept; the oldest are evicted")
  func capacity() throws {
    defer { try? folder.remove() }
    var store = ModeStore(in: folder)
    for number in 0..<100 {
      try store.save(mode("1920x1080"), monitor: nil, connector: "DP-\(number)")
    }
    let again = ModeStore(in: folder)
    #expect(again.damage == nil)
    #expect(again.mode(monitor: nil, connector: "DP-35") == nil)
    #expect(again.mode(monitor: nil, connector: "DP-36") != nil)
    #expect(try bytes().count < 65536)
  }

  @Test("The disk is written only for changes")
  func news() throws {
    defer { try? folder.remove() }
    var store = ModeStore(in: folder)
    try store.save(mode("1920x1080"), monitor: monitor(1), connector: "DP-1")
    try folder.remove("modes")
    try store.save(mode("1920x1080"), monitor: monitor(1), connector: "DP-1")
    #expect(folder.names.isEmpty)
    try store.save(mode("1920x1080"), monitor: monitor(2), connector: "DP-1")
    #expect(folder.names == ["modes"])
  }

  @Test("A truncated file is set aside and reported, and the next mode writes a good one")
  func cuts() throws {
    defer { try? folder.remove() }
    var store = ModeStore(in: folder)
    try store.save(mode("1920x1080"), monitor: monitor(1), connector: "DP-1")
    let whole = try bytes()
    for length in stride(from: 0, to: whole.count, by: 7) {
      try write(Array(whole.prefix(length)))
      var cut = ModeStore(in: folder)
      #expect(cut.damage?.description.hasSuffix("the last working modes are lost") == true)
      #expect(cut.mode(monitor: nil, connector: "DP-1") == nil)
      #expect(folder.names == ["modes.damaged"])
      try cut.save(mode("1280x720"), monitor: nil, connector: "DP-1")
      #expect(ModeStore(in: folder).damage == nil)
    }
  }

  @Test(
    "Garbage is set aside",
    arguments: [
      [], [0], [UInt8](repeating: 0, count: 4096), [UInt8](repeating: 10, count: 70_000),
      Array("vitrine modes 2\nend 0\n".utf8), Array("vitrine modes 1\nend 1\n".utf8),
      Array("vitrine modes 1\nconnector DP-1 Modeline \"x\" 1\nend 1\n".utf8),
      Array("vitrine modes 1\n\u{FF}\u{FE}\nend 1\n".utf8),
    ])
  func garbage(bytes: [UInt8]) throws {
    defer { try? folder.remove() }
    try write(bytes)
    let store = ModeStore(in: folder)
    #expect(store.damage != nil && folder.names == ["modes.damaged"])
    #expect(ModeStore(in: folder).damage == nil)
  }

  @Test("Without a writable folder, the mode is remembered until the end")
  func blocked() throws {
    defer { try? folder.remove() }
    try folder.make()
    // A file in place of the folder, where not even root can write.
    try FileDescriptor(making: folder.path(of: "state")).write([1])
    var store = ModeStore(in: folder.folder("state"))
    #expect(throws: Folder.ReplaceError<Errno>.self) {
      try store.save(mode("1920x1080"), monitor: nil, connector: "DP-1")
    }
    #expect(try store.mode(monitor: nil, connector: "DP-1") == mode("1920x1080"))
  }

  /// A base block with a serial number.
  private func monitor(_ serial: UInt8) -> MonitorIdentity? {
    var block: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0, 0x10, 0xAC, 1, 0, serial]
    block += [UInt8](repeating: 0, count: 127 - block.count)
    return MonitorIdentity(edid: block + [0 &- block.reduce(0, &+)])
  }
}
