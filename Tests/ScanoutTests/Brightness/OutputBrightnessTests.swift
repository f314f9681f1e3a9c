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
      brightness.handleNews(output.display, wakeup: wakeup)
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

  /// An output of a monitor with a serial number, whose brightness is set.
  private static func output(
    _ serial: UInt8? = 1, _ change: (inout FakeBoard) -> Void = { _ in }
  ) throws -> BoardOutput {
    var board = FakeBoard.pi4
    var block: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0, 0x10, 0xAC, 1, 0, serial ?? 0]
    block += [UInt8](repeating: 0, count: 127 - block.count)
    if serial != nil { board.edid = block + [0 &- block.reduce(0, &+)] }
    change(&board)
    return try BoardOutput(board, dimming: .monitor)
  }

  private static func search(_ cable: Cable, in tree: borrowing SysfsTree) -> MonitorSearch {
    MonitorSearch(root: tree.root) { path throws(MonitorFault) in
      guard path == "/dev/i2c-7" else { throw .cannotOpen(path, .noEntry) }
      return cable
    }
  }

  /// Whether the means of dimming become these in time.
  private static func comes(
    _ dimming: Dimming, _ brightness: inout OutputBrightness, _ display: KMSDisplay,
    _ wakeup: Wakeup
  ) -> Bool {
    for _ in 0..<500 where brightness.dimming(display) != dimming {
      usleep(10_000)
      brightness.handleNews(display, wakeup: wakeup)
    }
    return brightness.dimming(display) == dimming
  }

  @Test("A monitor's own brightness is set, its pictures are unchanged, and it is restored")
  func monitor() throws {
    let (output, wakeup) = (try Self.output(), try Wakeup())
    let tree = try Self.cabled(output.display.output.connector.name)
    let cable = Cable(FakeMonitor(level: 150, most: 200))
    var brightness = OutputBrightness(
      .percent(30), BacklightSearch(root: tree.root), monitors: Self.search(cable, in: tree))
    brightness.apply(to: output.display, isRenewed: true, wakeup: wakeup)
    try output.display.light()
    #expect(Self.comes(.monitor, &brightness, output.display, wakeup))
    #expect(cable.monitor.value.level == 60)
    #expect(try output.show(.hd) == nil && output.device.gammaTable == nil)
    #expect(output.display.drainEvents().isEmpty)
    brightness.setLeft(true)
    #expect(Self.waits { cable.monitor.value.level == 150 })
    brightness.setLeft(false)
    #expect(Self.waits { cable.monitor.value.level == 60 })
    brightness.sleep()
    brightness.set(.percent(80), output.display, wakeup: wakeup)
    brightness.apply(to: output.display, isRenewed: true, wakeup: wakeup)
    #expect(Self.waits { cable.monitor.value.level == 160 })
    brightness.leave()
    #expect(cable.monitor.value.level == 150)
  }

  /// A bus whose transactions do not end before the gate is closed.
  private struct StuckBus: MonitorBus {
    let begun = BoundedQueue<Bool>(limit: .max)
    let gate = BoundedQueue<Bool>(limit: .max)

    func write(_ bytes: [UInt8]) throws(Errno) {
      begun.force(true)
      _ = gate.pop()
      throw .timedOut
    }

    func read(_ count: Int) throws(Errno) -> [UInt8] { throw .timedOut }
  }

  @Test("A stuck bus does not hold up the display")
  func stuck() throws {
    let (output, wakeup, bus) = (try Self.output(), try Wakeup(), StuckBus())
    let tree = try Self.cabled(output.display.output.connector.name)
    var brightness = OutputBrightness(
      .percent(30), BacklightSearch(root: tree.root),
      monitors: MonitorSearch(root: tree.root) { _ in bus })
    brightness.apply(to: output.display, isRenewed: true, wakeup: wakeup)
    #expect(bus.begun.pop() == true)
    brightness.leave()
    #expect(brightness.dimming(output.display) != .monitor)
    bus.gate.close()
  }

  @Test("Until a monitor answers, pictures are darkened, and a missing gamma table is not reported")
  func late() throws {
    for hasTable in [true, false] {
      let wakeup = try Wakeup()
      let output = try Self.output { if !hasTable { $0.gammaTableLength = 0 } }
      let tree = try Self.cabled(output.display.output.connector.name)
      let cable = Cable(FakeMonitor(error: .noAddress))
      var brightness = OutputBrightness(
        .percent(30), BacklightSearch(root: tree.root), monitors: Self.search(cable, in: tree))
      brightness.apply(to: output.display, isRenewed: true, wakeup: wakeup)
      try output.display.light()
      let table = hasTable ? GammaTable(percent: 30, count: 256)?.bytesForTests : nil
      #expect(output.device.gammaTable == table)
      usleep(500_000)
      brightness.handleNews(output.display, wakeup: wakeup)
      #expect(brightness.dimming(output.display) != .monitor)
      cable.monitor.update { $0.error = nil }
      #expect(Self.comes(.monitor, &brightness, output.display, wakeup))
      #expect(cable.monitor.value.level == 30)
      #expect(try output.show(.hd) == nil && output.device.gammaTable == nil)
      #expect(output.display.drainEvents().isEmpty)
    }
  }

  @Test("Another monitor on the connector keeps its own level, and is darkened until it answers")
  func another() throws {
    let (first, second, wakeup) = (try Self.output(1), try Self.output(2), try Wakeup())
    let unknown = try Self.output(nil)
    let tree = try Self.cabled(first.display.output.connector.name)
    let cable = Cable(FakeMonitor(level: 90))
    var brightness = OutputBrightness(
      .percent(30), BacklightSearch(root: tree.root), monitors: Self.search(cable, in: tree))
    brightness.apply(to: first.display, isRenewed: true, wakeup: wakeup)
    #expect(Self.comes(.monitor, &brightness, first.display, wakeup))
    // The same one, also if it could not be identified in between.
    for output in [first, unknown, first] {
      brightness.apply(to: output.display, isRenewed: true, wakeup: wakeup)
      #expect(brightness.dimming(output.display) == .monitor)
    }
    cable.monitor.update { $0 = FakeMonitor(level: 30, error: .noAddress) }
    brightness.apply(to: second.display, isRenewed: true, wakeup: wakeup)
    try second.display.light()
    #expect(brightness.dimming(second.display) == .gammaTable)
    #expect(second.device.gammaTable == GammaTable(percent: 30, count: 256)?.bytesForTests)
    cable.monitor.update { $0.error = nil }
    #expect(Self.comes(.monitor, &brightness, second.display, wakeup))
    brightness.leave()
    #expect(cable.monitor.value.level == 30, "the first one's level was 90")
  }

  @Test(
    "A monitor that cannot be set is reported once with its cure, and pictures are darkened instead",
    arguments: [
      ("i2c-7", Errno.noEntry, "load the module i2c-dev"),
      ("i2c-7", .accessDenied, "the group video"),
      ("i2c-7", nil, "does not let its brightness be set"), ("dp-aux", nil, "no I2C bus"),
    ])
  func noMonitor(bus: String, error: Errno?, cure: String) throws {
    for hasTable in [true, false] {
      let wakeup = try Wakeup()
      let output = try Self.output { if !hasTable { $0.gammaTableLength = 0 } }
      let tree = try Self.tree()
      try tree.bus(bus, of: output.display.output.connector.name, on: "card0")
      let cable = Cable(FakeMonitor(most: 0))
      let search = MonitorSearch(root: tree.root) { path throws(MonitorFault) in
        if let error { throw .cannotOpen(path, error) }
        return cable
      }
      var brightness = OutputBrightness(
        .percent(50), BacklightSearch(root: tree.root), monitors: search)
      var news: [String] = []
      try output.display.light()
      for isFirst in [true, false] {
        brightness.apply(to: output.display, isRenewed: true, wakeup: wakeup)
        #expect(
          Self.waits {
            brightness.handleNews(output.display, wakeup: wakeup)
            news += output.display.drainEvents().map { "\($0)" }
            return !isFirst || news.count == (hasTable ? 1 : 2)
          })
      }
      #expect(news.first?.contains(cure) == true, "\(news)")
      if hasTable {
        #expect(brightness.dimming(output.display) == .gammaTable && news.count == 1, "\(news)")
      } else {
        #expect(news.last?.contains("own brightness work, as the message") == true, "\(news)")
      }
      // It is tried again at the next connection, also if it failed without a display.
      (brightness, news) = (
        OutputBrightness(.percent(50), BacklightSearch(root: tree.root), monitors: search), []
      )
      guard bus == "i2c-7", error == nil else { continue }
      brightness.apply(to: output.display, isRenewed: true, wakeup: wakeup)
      usleep(600_000)
      brightness.handleNews(nil, wakeup: wakeup)
      cable.monitor.update { $0.most = 100 }
      brightness.apply(to: output.display, isRenewed: true, wakeup: wakeup)
      #expect(Self.comes(.monitor, &brightness, output.display, wakeup))
      #expect(output.display.drainEvents().isEmpty)
    }
  }

  /// Whether a condition, caused by another thread, holds in time.
  private static func waits(until isSo: () -> Bool) -> Bool {
    for _ in 0..<500 where !isSo() { usleep(10_000) }
    return isSo()
  }
}
