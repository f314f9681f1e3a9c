import Testing
import VitrineFakes

@testable import VitrineKMS

struct GammaTableTests {
  @Test(
    "Half brightness halves white, full brightness needs no table, and zero is black",
    arguments: [(50, 32_768), (0, 0), (1, 655), (99, 64_880), (40, 26_214)])
  func white(percent: Int, value: Int) throws {
    let table = try #require(GammaTable(percent: percent, count: 256))
    #expect(table.value(at: 255) == UInt16(value) && table.value(at: 0) == 0)
    // A larger value is never darker.
    let values = (0..<256).map { table.value(at: $0) }
    #expect(values == values.sorted())
  }

  @Test("Invalid sizes and percentages have no table", arguments: [(100, 256), (-1, 256), (50, 1)])
  func none(percent: Int, count: Int) { #expect(GammaTable(percent: percent, count: count) == nil) }

  @Test("The kernel gets red, green, blue and padding for each entry, two bytes each")
  func bytes() throws {
    let bytes = try #require(GammaTable(percent: 50, count: 3)).bytes
    let values = stride(from: 0, to: bytes.count, by: 2).map {
      Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8
    }
    #expect(values == [0, 0, 0, 0, 16_384, 16_384, 16_384, 0, 32_768, 32_768, 32_768, 0])
    // As large as i915 wants it.
    #expect(GammaTable(percent: 50, count: 262_145)?.bytes.count == 262_145 * 8)
  }

  @Test("Our tables are distinguished from others")
  func ours() throws {
    for percent in [0, 1, 37, 50, 99] {
      var bytes = try #require(GammaTable(percent: percent, count: 256)).bytes
      #expect(GammaTable.isDimming(bytes))
      bytes[800] ^= 1
      #expect(!GammaTable.isDimming(bytes))
    }
    #expect(!GammaTable.isDimming([]) && !GammaTable.isDimming([1, 2, 3]))
    #expect(!GammaTable.isDimming([UInt8](repeating: 255, count: 256 * 8)))
  }

  @Test("A killed player's table is not restored, and another client's is")
  func left() throws {
    let device = try #require(FakeDevice(.pi4))
    for (percent, isOurs) in [(40, true), (100, false)] {
      var bytes = try #require(GammaTable(percent: 40, count: 256)).bytes
      // Warm light.
      if !isOurs { bytes[2044] = 0 }
      let table = try device.makeBlob(bytes, called: "table \(percent)")
      let mode = try device.makeBlob(of: device.mode)
      let output = try device.makeOutput()
      var request = AtomicRequest()
      try request.enable(output, mode: mode, gamma: table)
      try device.commit(request, .blocking(allowModeset: true))
      let found = try #require(device.connectors().first)
      let again = try Output(found, mode: device.mode, on: device)
      let before = try ScreenState(of: again, on: device)
      var plain = AtomicRequest()
      try plain.enable(again, mode: mode)
      try device.commit(plain, .blocking(allowModeset: true))
      #expect(device.gammaTable == nil)
      before.restore()
      #expect(device.gammaTable == (isOurs ? nil : bytes))
    }
  }
}
