import Glibc
import Testing
import VitrineFakes
import VitrineKMS
import VitrineLinux
import VitrinePictures

@testable import VitrineScanout

/// How a display reaches its requested brightness.
struct OutputBrightnessTests {
  private static func panel() throws -> BoardOutput {
    var board = FakeBoard.pi4
    board.connector = "DSI-1"
    return try BoardOutput(board)
  }

  private static func tree() throws -> SysfsTree {
    let tree = try SysfsTree()
    try tree.card("card0", at: "platform/gpu", ["DSI-1", "HDMI-A-1"])
    try tree.light("10-0045", of: "platform/i2c", "raw", most: "200")
    return tree
  }

  @Test("A panel's backlight is set, its pictures are unchanged, and it is restored")
  func backlight() throws {
    let tree = try Self.tree()
    let (output, wakeup) = (try Self.panel(), try Wakeup())
    var brightness = OutputBrightness(.percent(30), BacklightSearch(root: tree.root))
    brightness.apply(to: output.display, wakeup: wakeup)
    try output.display.light()
    #expect(brightness.dimming(output.display) == .backlight("10-0045"))
    #expect(output.device.gammaTable == nil && output.display.drainEvents().isEmpty)
    #expect(Self.waits { tree.level("10-0045") == "60" })
    brightness.set(.percent(0), output.display, wakeup: wakeup)
    #expect(Self.waits { tree.level("10-0045") == "0" })
    // Another virtual terminal is not dimmed.
    brightness.setLeft(true)
    #expect(Self.waits { tree.level("10-0045") == "200" })
    brightness.setLeft(false)
    #expect(Self.waits { tree.level("10-0045") == "0" })
    brightness.leave()
    #expect(tree.level("10-0045") == "200")
    #expect(brightness.dimming(output.display) == nil)
  }

  @Test("Without a requested brightness, no backlight is searched or touched")
  func untouched() throws {
    let tree = try Self.tree()
    let (output, wakeup) = (try Self.panel(), try Wakeup())
    var brightness = OutputBrightness(.asFound, BacklightSearch(root: tree.root))
    brightness.apply(to: output.display, wakeup: wakeup)
    brightness.set(.asFound, output.display, wakeup: wakeup)
    #expect(brightness.dimming(output.display) == nil && tree.level("10-0045") == "200")
    brightness.set(.percent(50), output.display, wakeup: wakeup)
    brightness.set(.asFound, output.display, wakeup: wakeup)
    #expect(Self.waits { tree.level("10-0045") == "200" })
  }

  @Test("A failing backlight is reported once, and pictures are darkened instead")
  func refused() throws {
    let tree = try Self.tree()
    let (output, wakeup) = (try Self.panel(), try Wakeup())
    // A missing file instead of missing rights: root may open more than the service.
    unlink("\(tree.root)/class/backlight/10-0045/brightness")
    var brightness = OutputBrightness(.percent(50), BacklightSearch(root: tree.root))
    for _ in 0..<3 { brightness.apply(to: output.display, wakeup: wakeup) }
    try output.display.light()
    #expect(brightness.dimming(output.display) == .gammaTable)
    let news = output.display.drainEvents().map { "\($0)" }
    #expect(
      news.count == 1 && news[0].contains("DSI-1: the backlight 10-0045 cannot be set"), "\(news)")
    #expect(output.device.gammaTable == GammaTable(percent: 50, count: 256)?.bytesForTests)
    brightness.set(.percent(40), output.display, wakeup: wakeup)
    #expect(
      output.display.drainEvents().isEmpty && brightness.dimming(output.display) == .gammaTable)
    // Its permissions are granted late.
    _ = try FileDescriptor(making: "\(tree.root)/class/backlight/10-0045/brightness").write(
      Array("200\n".utf8))
    brightness.set(.percent(50), output.display, wakeup: wakeup)
    #expect(brightness.dimming(output.display) == .backlight("10-0045"))
    #expect(Self.waits { tree.level("10-0045") == "100" })
    #expect(try output.show(.hd) == nil && output.device.gammaTable == nil)
  }

  @Test("A backlight that does not report its level is left alone and reported once")
  func broken() throws {
    let tree = try Self.tree()
    let (output, wakeup) = (try Self.panel(), try Wakeup())
    unlink("\(tree.root)/class/backlight/10-0045/brightness")
    symlink("/dev/null", "\(tree.root)/class/backlight/10-0045/brightness")
    var brightness = OutputBrightness(.percent(50), BacklightSearch(root: tree.root))
    try output.display.light()
    for _ in 0..<2 {
      brightness.set(.percent(50), output.display, wakeup: wakeup)
      brightness.handleFailure(output.display, wakeup: wakeup)
    }
    #expect(brightness.dimming(output.display) == .gammaTable)
    #expect(output.display.drainEvents().count == 1)
  }

  @Test("An external display gets darker pictures")
  func cable() throws {
    let tree = try Self.tree()
    let (output, wakeup) = (try BoardOutput(.pi4), try Wakeup())
    var brightness = OutputBrightness(.percent(50), BacklightSearch(root: tree.root))
    brightness.apply(to: output.display, wakeup: wakeup)
    try output.display.light()
    #expect(brightness.dimming(output.display) == .gammaTable)
    #expect(tree.level("10-0045") == "200")
    brightness.set(.percent(100), output.display, wakeup: wakeup)
    #expect(brightness.dimming(output.display) == nil)
  }

  /// Whether a condition, caused by another thread, holds in time.
  private static func waits(until isSo: () -> Bool) -> Bool {
    for _ in 0..<500 where !isSo() { usleep(10_000) }
    return isSo()
  }
}
