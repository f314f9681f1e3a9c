import Testing
import VitrineFakes
import VitrineGestures
import VitrineOverlay
import VitrinePlaylists
import VitrineScenes

@testable import VitrineSettings

@Suite("Damaged files")
struct MutationTests {
  @Test("Each of 300 damaged files is refused with line and cause, or stays within its ranges")
  func mutations() {
    var dice = SeededRandom(seed: 20_26)
    var refused = 0
    for round in 0..<300 {
      var file = DamagedFile(Configuration.example)
      for _ in 0...(round % 4) { file.damage(&dice) }
      let elapsed = ContinuousClock().measure {
        do throws(ConfigurationFaults) {
          let read = try Configuration(bytes: file.bytes, file: "kiosk.yaml")
          if !isWithin(read) { Issue.record("round \(round): \(file.text) gave \(read)") }
        } catch {
          refused += 1
          if !isTold(error, lines: file.lineCount) {
            Issue.record("round \(round): \(error)\n\(file.text.debugDescription)")
          }
        }
      }
      if elapsed > .seconds(1) { Issue.record("round \(round) took \(elapsed)") }
    }
    // Otherwise the damage does nothing, or everything.
    #expect((100...295).contains(refused))
  }

  private func isTold(_ faults: ConfigurationFaults, lines: Int) -> Bool {
    !faults.lines.isEmpty
      && faults.lines.allSatisfy { message in
        let parts = message.split(separator: ":", maxSplits: 2)
        guard parts.count == 3, parts[0] == "kiosk.yaml", let line = Int(parts[1]) else {
          return false
        }
        return (1...max(lines, 1)).contains(line) && parts[2].count > 3
          && !message.unicodeScalars.contains(where: \.isControl)
      }
  }

  private func isWithin(_ read: Configuration) -> Bool {
    let theme = read.interface.theme
    let words = Mirror(reflecting: read.interface.wording).children.compactMap {
      $0.value as? String
    }
    let colors = Mirror(reflecting: theme).children.compactMap { $0.value as? Color }
    return (0.5...3).contains(theme.scale) && (0...48).contains(theme.cornerRadius)
      && (1...200).contains(theme.font.unicodeScalars.count)
      && words.count == Mirror(reflecting: Wording()).children.count
      && words.allSatisfy { (1...100).contains($0.unicodeScalars.count) }
      && colors.count == 7
      && colors.allSatisfy { color in
        [color.red, color.green, color.blue, color.alpha].allSatisfy { (0...1).contains($0) }
      }
      && (read.interface.heading ?? "").unicodeScalars.count <= 100
      && (.seconds(1) ... .seconds(31_536_000)).contains(
        read.interface.attractTimeout ?? .seconds(1))
      && read.interface.keys.keys.allSatisfy { $0.hasPrefix("KEY_") || $0.hasPrefix("BTN_") }
      && read.input.touchscreens.count <= 16
  }
}

/// A file damaged by an editor or a worn-out card.
struct DamagedFile {
  var bytes: [UInt8]

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  var lines: [ArraySlice<UInt8>] {
    get { bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) }
    set { bytes = Array(newValue.joined(separator: [UInt8(ascii: "\n")])) }
  }

  /// As YAML counts: its lines end in more ways than an editor's.
  var lineCount: Int {
    let text = text.replacing("\r\n", with: "\n")
    return 1
      + text.unicodeScalars.count { "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) }
  }

  private static let values = [
    "", "~", "-1", "1e999", "nan", "0x10", "\"", "'", "[", "{", "]", "}", "&a b", "*a", "#",
    "\"#FFF\"",
    "true", "|", ">", "!!int 3", "? x", "- - -", "\t", "{a: 1, a: 2}", "[[[]]]", "\u{0}",
    "\u{2028}",
    "ok", "999999999999999999999", String(repeating: "x", count: 5000), "\u{F8FE}1", "%YAML 9.9",
    "---",
  ]

  mutating func damage(_ dice: inout SeededRandom) {
    guard !bytes.isEmpty else { return }
    let line = Int.random(in: 0..<lines.count, using: &dice)
    let other = Int.random(in: 0..<lines.count, using: &dice)
    switch Int.random(in: 0..<7, using: &dice) {
    case 0:
      bytes[Int.random(in: 0..<bytes.count, using: &dice)] ^=
        1 << UInt8.random(in: 0..<8, using: &dice)
    case 1:
      bytes[Int.random(in: 0..<bytes.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
    case 2: lines.remove(at: line)
    case 3: lines.insert(lines[line], at: other)
    case 4: lines.swapAt(line, other)
    case 5: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &dice))
    default:
      let value = Self.values.randomElement(using: &dice) ?? ""
      let name = lines[line].prefix { $0 != UInt8(ascii: ":") }
      lines[line] = name + Array(": \(value)".utf8)
    }
  }
}
