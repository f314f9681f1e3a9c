import Testing
import VitrineFakes

@testable import VitrineKMS

/// Writes EDIDs, block by block.
struct EDIDWriter {
  var maker: UInt16 = 0x10AC  // DEL
  var product: UInt16 = 0x41B5
  var serial: UInt32 = 0
  var model: String? = "DELL U2720Q"
  var serialText: String?
  /// CTA-861 data blocks, each with its header.
  var dataBlocks: [[UInt8]] = []

  var bytes: [UInt8] {
    var base: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0]
    base += [UInt8(maker >> 8), UInt8(maker & 255), UInt8(product & 255), UInt8(product >> 8)]
    base += (0..<4).map { UInt8(truncatingIfNeeded: serial >> (8 * $0)) }
    base += [20, 30, 1, 4]
    base += [UInt8](repeating: 0, count: 128 - base.count)
    for (start, tag, text) in [(54, UInt8(0xFC), model), (72, 0xFF, serialText)] {
      guard let text else { continue }
      let letters = Array(
        (Array(text.utf8) + [0x0A] + [UInt8](repeating: 32, count: 13)).prefix(13))
      base.replaceSubrange(start..<start + 18, with: [0, 0, 0, tag, 0] + letters)
    }
    guard !dataBlocks.isEmpty else { return Self.summed(base) }
    base[126] = 1
    let data = dataBlocks.flatMap { $0 }
    let rest: [UInt8] = [2, 3, UInt8(4 + data.count), 0] + data
    let padding = [UInt8](repeating: 0, count: 128 - rest.count)
    return Self.summed(base) + Self.summed(rest + padding)
  }

  static func summed(_ block: [UInt8]) -> [UInt8] {
    block.dropLast() + [0 &- block.dropLast().reduce(0, &+)]
  }

  static let colors: [UInt8] = [0xE3, 5, 0xC0, 0]
  static let metadata: [UInt8] = [0xE6, 6, 0x0D, 1, 96, 80, 51]
}

@Suite("A display's identification")
struct MonitorTests {
  @Test("Maker, product, serial number and name are read")
  func identity() throws {
    let monitor = try #require(MonitorIdentity(edid: EDIDWriter(serial: 0x0102_0304).bytes))
    #expect(monitor.maker == "DEL" && monitor.product == 0x41B5)
    #expect(
      monitor.serial == "16909060" && monitor.model == "DELL U2720Q"
        && monitor.name == "DELL U2720Q")
    let nameless = try #require(MonitorIdentity(edid: EDIDWriter(model: nil).bytes))
    #expect(nameless.name == "DEL 41B5" && nameless.serial == nil)
  }

  @Test("The key is stable across runs and for a display's lifetime")
  func key() throws {
    let monitor = try #require(MonitorIdentity(edid: EDIDWriter(serialText: "7MT0167B2YUL").bytes))
    #expect(monitor.key == "DEL-41B5-FACD968FB78690F9")
    let behindSwitch = EDIDWriter(serialText: "7MT0167B2YUL", dataBlocks: [EDIDWriter.colors])
    #expect(MonitorIdentity(edid: behindSwitch.bytes)?.key == monitor.key)
  }

  @Test(
    "Another serial number, product or maker is another display",
    arguments: [
      EDIDWriter(serial: 1), EDIDWriter(serialText: "A"), EDIDWriter(product: 1),
      EDIDWriter(maker: 0x4C2D), EDIDWriter(model: "OTHER"), EDIDWriter(maker: 0),
    ])
  func others(writer: EDIDWriter) throws {
    let other = try #require(MonitorIdentity(edid: writer.bytes))
    #expect(other.key != MonitorIdentity(edid: EDIDWriter().bytes)?.key)
    #expect(Self.isSafe(other.key))
  }

  @Test("Unsafe characters do not reach files or logs")
  func foreign() throws {
    let hostile = EDIDWriter(maker: 0xFFFF, model: "../\u{1B}[2J/x", serialText: "a/../b")
    let monitor = try #require(MonitorIdentity(edid: hostile.bytes))
    #expect(monitor.maker == "FFFF" && Self.isSafe(monitor.key))
    #expect(monitor.name.unicodeScalars.allSatisfy { 32...126 ~= $0.value })
  }

  @Test("HDR10, HLG and BT.2020 are read with their luminances")
  func capabilities() throws {
    let bytes = EDIDWriter(dataBlocks: [[0x23, 9, 7, 7], EDIDWriter.colors, EDIDWriter.metadata])
      .bytes
    let monitor = MonitorCapabilities(edid: bytes)
    #expect(
      monitor.supportsPQ && monitor.supportsHLG && monitor.supportsBT2020RGB
        && monitor.supportsBT2020YCC)
    #expect(monitor.maxLuminance == 400)
    #expect(try abs(#require(monitor.maxFrameAverageLuminance) - 282.84) < 0.01)
    #expect(try abs(#require(monitor.minLuminance) - 0.16) < 1e-9)
  }

  @Test("A short metadata block yields the values it has")
  func short() {
    let monitor = MonitorCapabilities(edid: EDIDWriter(dataBlocks: [[0xE3, 6, 0x05, 1]]).bytes)
    #expect(
      monitor.supportsPQ && !monitor.supportsHLG && monitor.maxLuminance == nil
        && monitor.minLuminance == nil)
  }

  @Test("Missing, garbled or unusable data means SDR")
  func standard() {
    #expect(MonitorCapabilities(edid: []) == MonitorCapabilities())
    #expect(MonitorCapabilities(edid: EDIDWriter().bytes) == MonitorCapabilities())
    var garbled = EDIDWriter(dataBlocks: [EDIDWriter.metadata]).bytes
    #expect(MonitorCapabilities(edid: garbled) != MonitorCapabilities())
    garbled[140] ^= 1
    #expect(MonitorCapabilities(edid: garbled) == MonitorCapabilities())
    // A block that extends beyond its end.
    let long = EDIDWriter(dataBlocks: [[0xFF, 6, 0x0D, 1]])
    #expect(MonitorCapabilities(edid: long.bytes) == MonitorCapabilities())
  }

  @Test(
    "Bytes that are not an EDID are not a display", arguments: [0, 1, 127, 128, 129, 32768, 65536])
  func noise(count: Int) {
    #expect(MonitorIdentity(edid: [UInt8](repeating: 0, count: count)) == nil)
    #expect(MonitorIdentity(edid: [UInt8](repeating: 255, count: count)) == nil)
    #expect(MonitorIdentity(edid: Array(EDIDWriter().bytes.prefix(min(count, 127)))) == nil)
  }

  @Test("10,000 damaged and invented EDIDs are parsed or refused")
  func fuzz() {
    var random = SeededRandom(seed: 42)
    let whole = EDIDWriter(
      serialText: "S", dataBlocks: [EDIDWriter.colors, EDIDWriter.metadata]
    ).bytes
    var read = 0
    for turn in 0..<10_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        bytes[Int.random(in: 8..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      if turn % 4 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
      if turn % 500 == 0 {
        bytes = (0..<32768).map { _ in .random(in: 0...255, using: &random) }
        bytes.replaceSubrange(0..<128, with: whole.prefix(128))
      }
      // Three of four have valid checksums, so that their content is parsed.
      if turn % 4 != 1 {
        for start in stride(from: 0, through: bytes.count - 128, by: 128) {
          bytes.replaceSubrange(
            start..<start + 128, with: EDIDWriter.summed(Array(bytes[start..<start + 128])))
        }
      }
      guard let monitor = MonitorIdentity(edid: bytes) else { continue }
      read += 1
      #expect(Self.isSafe(monitor.key))
      let monitorCapabilities = MonitorCapabilities(edid: bytes)
      #expect((monitorCapabilities.maxLuminance ?? 50) <= 50 * 256)
    }
    #expect(read > 2_500)
  }

  private static func isSafe(_ key: String) -> Bool {
    key.utf8.count <= 30
      && key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }
}
