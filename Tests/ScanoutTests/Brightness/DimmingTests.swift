import Testing
import VitrineFakes
import VitrineKMS
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrineTiming

@testable import VitrineScanout

extension GammaTable {
  /// The bytes for the kernel, computed in another way.
  var bytesForTests: [UInt8] {
    (0..<count).flatMap { index -> [UInt8] in
      let value = value(at: index)
      let two = [UInt8(value & 255), UInt8(value >> 8)]
      return two + two + two + [0, 0]
    }
  }
}

/// Pictures darkened by simulated boards.
struct DimmingTests {
  private func table(_ percent: Int) -> [UInt8]? {
    GammaTable(percent: percent, count: 256)?.bytesForTests
  }

  @Test(
    "The next picture carries the gamma table, and full brightness removes it",
    arguments: FakeBoard.all)
  func flip(board: FakeBoard) throws {
    let output = try BoardOutput(board)
    try output.display.light()
    #expect(try output.show(.hd) == nil && output.device.gammaTable == nil)
    let modesets = output.device.counts.modesets
    for percent in [50, 0, 99, 100, 40] {
      output.display.dim(to: .percent(percent))
      // Until then nothing changes.
      #expect(output.device.gammaTable != table(percent))
      #expect(try output.show(.hd) == nil)
      #expect(output.device.gammaTable == table(percent), "\(percent)")
      #expect(output.display.dimming.method == (percent < 100 ? .gammaTable : nil))
    }
    output.display.dim(to: .asFound)
    #expect(try output.show(.hd) == nil && output.device.gammaTable == nil)
    #expect(output.device.counts.modesets == modesets && output.display.drainEvents().isEmpty)
    #expect(output.display.commits.recoveries == 0)
  }

  @Test("Without a picture, the table is committed separately, and not earlier")
  func alone() throws {
    let output = try BoardOutput(.pi4)
    try output.display.light()
    #expect(try output.show(.hd) == nil)
    let before = HostTime.now()
    output.display.dim(to: .percent(50))
    let due = try #require(output.display.deadline)
    #expect(due >= before + .milliseconds(250))
    try output.display.timePassed(due - .milliseconds(100))
    #expect(output.device.gammaTable == nil)
    try output.display.timePassed(due)
    #expect(output.device.gammaTable == table(50) && output.display.deadline == nil)
    output.display.dim(to: .percent(100))
    try output.display.timePassed(.now() + .seconds(1))
    #expect(output.device.gammaTable == nil)
  }

  @Test(
    "The table survives mode sets and switching the display off, which is not dimmed")
  func modes() throws {
    let output = try BoardOutput(.pi4)
    let (display, device) = (output.display, output.device)
    display.dim(to: .percent(30))
    #expect(display.deadline == nil)
    try display.light()
    #expect(device.gammaTable == table(30) && display.deadline == nil)
    let layers = try output.layers(.hd)
    #expect(try output.show(layers) == nil)
    try display.light()
    #expect(device.gammaTable == table(30))
    try display.turnOff(.dpms)
    #expect(device.gammaTable == nil && device.screen == .dark)
    display.dim(to: .percent(60))
    #expect(device.gammaTable == nil)
    try display.light()
    #expect(device.gammaTable == table(60))
    try display.turnOff(.black)
    #expect(device.gammaTable == nil)
    try display.light()
    #expect(device.gammaTable == table(60))
    _ = try display.commitBlocking(layers, settingMode: true)
    #expect(device.gammaTable == table(60))
    // As for another virtual terminal.
    display.disable()
    #expect(device.gammaTable == nil)
  }

  @Test("A driver that accepts a table only with a mode set gets it so")
  func modeset() throws {
    var board = FakeBoard.pi4
    board.rules.append(.gammaNeedsModeset)
    let output = try BoardOutput(board)
    try output.display.light()
    #expect(try output.show(.hd) == nil)
    output.display.dim(to: .percent(50))
    #expect(output.device.gammaTable == table(50))
    #expect(try output.show(.hd) == nil)
    #expect(output.display.dimming.method == .gammaTable && output.display.drainEvents().isEmpty)
  }

  @Test(
    "Unsupported dimming is reported once with a remedy, and pictures continue",
    arguments: [true, false])
  func impossible(isLitBefore: Bool) throws {
    for hasTable in [true, false] {
      var board = FakeBoard.pi4
      if hasTable { board.rules.append(.refusesGamma) } else { board.gammaTableLength = 0 }
      let output = try BoardOutput(board)
      if isLitBefore { try output.display.light() }
      for _ in 0..<2 { output.display.dim(to: .percent(50)) }
      try output.display.light()
      #expect(try output.show(.hd) == nil)
      guard case .impossible(let cause)? = output.display.dimming.method else {
        Issue.record("\(String(describing: output.display.dimming.method))")
        continue
      }
      #expect(
        cause.contains(hasTable ? "rejected the gamma table" : "has no gamma table"), "\(cause)")
      let news = output.display.drainEvents().map { "\($0)" }
      #expect(news.count == 1 && news[0].contains("HDMI-A-1: cannot be dimmed"), "\(news)")
      #expect(news[0].contains("Set display.dimming to monitor"))
      // Not for a panel, which has no such setting.
      board.connector = "eDP-1"
      let panel = try BoardOutput(board)
      try panel.display.light()
      panel.display.dim(to: .percent(50))
      let other = (try panel.show(.hd), panel.display.drainEvents().map { "\($0)" })
      #expect(other.0 == nil && other.1.count == 1)
      #expect(other.1.first?.contains("Load the driver of the panel") == true)
    }
  }

  @Test("The display's next owner does not inherit the dimming")
  func givenBack() throws {
    let output = try BoardOutput(.pi4)
    let before = try ScreenState(of: output.display.output, on: output.device)
    try output.display.light()
    output.display.dim(to: .percent(50))
    #expect(try output.show(.hd) == nil && output.device.gammaTable == table(50))
    before.restore()
    #expect(output.device.gammaTable == nil)
  }

  @Test("No blob leaks")
  func blobs() throws {
    let output = try BoardOutput(.pi4)
    try output.display.light()
    #expect(try output.show(.hd) == nil)
    let before = output.device.live.blobs
    for percent in 1...60 {
      output.display.dim(to: .percent(percent))
      #expect(try output.show(.hd) == nil)
    }
    output.display.dim(to: .percent(100))
    #expect(try output.show(.hd) == nil)
    #expect(output.device.live.blobs == before)
  }
}
