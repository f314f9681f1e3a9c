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

  /// The bus of a simulated monitor.
  private final class Cable: MonitorBus {
    let monitor: Shared<FakeMonitor>

    init(_ monitor: FakeMonitor) { self.monitor = Shared(monitor) }

    func write(_ bytes: [UInt8]) throws(Errno) {
      let outcome = monitor.update { monitor in
        Result { () throws(Errno) in try monitor.write(bytes) }
      }
      try outcome.get()
    }

    func read(_ count: Int) throws(Errno) -> [UInt8] { try monitor.value.read() }
  }

  /// A tree in which a connector has this bus.
  private static func cabled(_ connector: String) throws -> SysfsTree {
    let tree = try tree()
    try tree.bus("i2c-7", of: connector, on: "card0")
    return tree
  }

  @Test("A monitor's own brightness is set, its pictures are unchanged, and it is restored")
  func monitor() throws {
    let (output, wakeup) = (try BoardOutput(.pi4), try Wakeup())
    let tree = try Self.cabled(output.display.output.connector.name)
    let cable = Cable(FakeMonitor(level: 150, most: 200))
    let search = MonitorSearch(root: tree.root) { path throws(MonitorFault) in
      guard path == "/dev/i2c-7" else { throw .cannotOpen(path, .noEntry) }
      return cable
    }
    var brightness = OutputBrightness(
      .percent(30), BacklightSearch(root: tree.root), monitors: search)
    brightness.apply(to: output.display, wakeup: wakeup)
    try output.display.light()
    #expect(brightness.dimming(output.display) == .monitor)
    #expect(Self.waits { cable.monitor.value.level == 60 })
    #expect(output.device.gammaTable == nil && output.display.drainEvents().isEmpty)
    brightness.setLeft(true)
    #expect(Self.waits { cable.monitor.value.level == 150 })
    brightness.setLeft(false)
    #expect(Self.waits { cable.monitor.value.level == 60 })
    brightness.leave()
    #expect(cable.monitor.value.level == 150)
  }

  @Test(
    "A monitor that cannot be set is reported once with its cure, and pictures are darkened instead",
    arguments: [
      ("i2c-7", Errno.noEntry, "modprobe i2c-dev"), ("i2c-7", .accessDenied, "the group video"),
      ("i2c-7", nil, "turn on DDC/CI"), ("dp-aux", nil, "no I2C bus"),
    ])
  func noMonitor(bus: String, error: Errno?, cure: String) throws {
    let (output, wakeup) = (try BoardOutput(.pi4), try Wakeup())
    let tree = try Self.tree()
    try tree.bus(bus, of: output.display.output.connector.name, on: "card0")
    let cable = Cable(FakeMonitor(isSilent: true))
    let search = MonitorSearch(root: tree.root) { path throws(MonitorFault) in
      if let error { throw .cannotOpen(path, error) }
      return cable
    }
    var brightness = OutputBrightness(
      .percent(50), BacklightSearch(root: tree.root), monitors: search)
    brightness.apply(to: output.display, wakeup: wakeup)
    try output.display.light()
    for _ in 0..<2 {
      let isDarkened = Self.waits {
        brightness.handleFailure(output.display, wakeup: wakeup)
        return brightness.dimming(output.display) == .gammaTable
      }
      #expect(isDarkened)
      brightness.apply(to: output.display, isRenewed: true, wakeup: wakeup)
    }
    let news = output.display.drainEvents().map { "\($0)" }
    #expect(news.count == 1 && news[0].contains(cure), "\(news)")
  }

  /// Whether a condition, caused by another thread, holds in time.
  private static func waits(until isSo: () -> Bool) -> Bool {
    for _ in 0..<500 where !isSo() { usleep(10_000) }
    return isSo()
  }
}
