import Testing
import VitrineFakes
import VitrinePictures
import VitrineTiming

@testable import VitrineMedia

@Suite("CEA-708 captions")
struct DTVCCTests {
  /// Defines window 0, visible, of 2 rows and 32 columns, with its lower left corner at the lower left of the safe area.
  private static let define: [UInt8] = [0x98, 0x20, 74, 0, 0x61, 31, 0x09]

  /// The text of each row of the visible windows; a dot is an empty cell.
  private static func rows(_ service: DTVCCService) -> [String] {
    service.windows.compactMap(\.self).filter(\.isVisible).flatMap { window in
      window.rows.map { row in
        let last = row.lastIndex { $0 != nil } ?? -1
        return String(
          String.UnicodeScalarView(row[..<(last + 1)].map { $0?.character ?? "." }))
      }
    }
  }

  private static func run(_ blocks: [[UInt8]]) -> DTVCCService {
    var service = DTVCCService()
    for block in blocks { service.receive(block[...], at: .zero) }
    return service
  }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static let hidden: [UInt8] = [0x98, 0, 74, 0, 0x61, 31, 9]
  /// Window 1, of one row, in the upper part.
  private static let other: [UInt8] = [0x99, 0x20, 10, 0, 0, 31, 9]
  /// As large as the command can say: 16 rows and 64 columns.
  private static let largest: [UInt8] = [0x98, 0x20, 0, 0, 0x0F, 63, 9]

  @Test(
    "Commands change the visible text",
    arguments: [
      ("text in a window", [define, text("HI")], ["HI", ""]),
      ("text without a window", [text("HI")], []),
      ("a hidden window", [hidden, text("HI")], []),
      ("shown", [hidden, text("HI"), [0x89, 1]], ["HI", ""]),
      ("hidden", [define, text("HI"), [0x8A, 1]], []),
      ("toggled", [define, text("HI"), [0x8B, 1]], []),
      ("toggled twice", [define, text("HI"), [0x8B, 1, 0x8B, 0xFF]], ["HI", ""]),
      ("another window hidden", [define, text("HI"), [0x8A, 0xFE]], ["HI", ""]),
      ("cleared", [define, text("HI"), [0x88, 1], text("X")], ["X", ""]),
      ("deleted", [define, text("HI"), [0x8C, 1], text("X")], []),
      ("reset", [define, text("HI"), [0x8F]], []),
      ("a line break", [define, text("A\rB")], ["A", "B"]),
      ("scrolling", [define, text("A\rB\rC")], ["B", "C"]),
      ("form feed", [define, text("A\rB"), [0x0C], text("C")], ["C", ""]),
      ("horizontal return", [define, text("A\rB"), [0x0E], text("C")], ["A", "C"]),
      ("backspace", [define, text("AB"), [8, 8, 8], text("C")], ["C", ""]),
      ("a pen location", [define, [0x92, 1, 3], text("A")], ["", "...A"]),
      ("a pen beyond the window", [define, [0x92, 14, 63], text("A")], ["", ""]),
      ("end of text", [define, text("A"), [0x03, 0x00], text("B")], ["AB", ""]),
      (
        "windows with their own pens", [define, text("A"), other, text("B"), [0x80], text("C")],
        ["AC", "", "B"]
      ),
      ("an unknown window", [define, text("A"), [0x85], text("B")], ["AB", ""]),
      ("a repeated definition", [define, text("A"), define, text("B")], ["AB", ""]),
      (
        "a smaller definition",
        [define, text("ABC\rD"), [0x98, 0x20, 74, 0, 0x60, 1, 9]], ["AB"]
      ),
      (
        "the largest window", [largest, [0x92, 14, 41], text("AB")],
        Array(repeating: "", count: 14) + [String(repeating: ".", count: 41) + "A"]
      ),
      (
        "attributes",
        [define, [0x90, 5, 0x80, 0x91, 0x3F, 0, 0, 0x97, 0, 0, 0, 0, 0x93], text("A")], ["A", ""]
      ),
      ("Latin-1 and a note", [define, [0x7F, 0xE9]], ["♪é", ""]),
      ("symbols", [define, [0x10, 0x33, 0x10, 0x39, 0x10, 0x76]], ["“™⅛", ""]),
      ("unknown symbols", [define, [0x10, 0x40, 0x10, 0xA1]], ["__", ""]),
      (
        "wide characters", [define, [0x18, 0xD5, 0x5C, 0x18, 0xD8, 0x00, 0x18, 0, 7]],
        ["한__", ""]
      ),
      (
        "codes of other lengths",
        [
          define, [0x10, 0x05], [0x10, 0x09, 65], [0x10, 0x11, 65, 65], [0x10, 0x1F, 65, 65, 65],
          [0x10, 0x80, 65, 65, 65, 65], [0x10, 0x8F, 65, 65, 65, 65, 65],
          [0x10, 0x90, 0x02, 65, 65], [0x11, 65, 0x1A, 65, 65, 0x05, 0x94], text("B"),
        ], ["B", ""]
      ),
    ] as [(String, [[UInt8]], [String])])
  func commands(name: String, blocks: [[UInt8]], expected: [String]) {
    #expect(Self.rows(Self.run(blocks)) == expected)
    // Blocks may split commands anywhere.
    #expect(Self.rows(Self.run(blocks.joined().map { [$0] })) == expected)
  }

  @Test("A delay holds commands back until its end, a cancellation, a reset or a full buffer")
  func delays() {
    func shown(_ more: [UInt8], at time: MediaTime = .zero) -> [String] {
      var service = Self.run([Self.define + Self.text("A") + [0x8D, 20] + Self.text("B")])
      if let end = service.resumption, end <= time { service.resume() }
      service.receive(more[...], at: time)
      return Self.rows(service)
    }
    #expect(shown([]) == ["A", ""])
    #expect(shown(Self.text("C"), at: MediaTime(1, 1)) == ["A", ""])
    #expect(shown(Self.text("C"), at: MediaTime(2, 1)) == ["ABC", ""])
    #expect(shown([0x8E]) == ["AB", ""])
    #expect(shown([0x8F]) == [])
    // This is a parameter, not a command.
    #expect(shown([0x8B, 0x8E]) == ["A", ""])
    #expect(shown([UInt8](repeating: 0, count: 126)) == ["A", ""])
    #expect(shown([UInt8](repeating: 0, count: 127)) == ["AB", ""])
  }

  @Test(
    "A stream of delays needs bounded memory, and a jump in time a bounded number of steps",
    arguments: 0..<4)
  func delaysOnly(seed: Int) {
    var dice = SeededRandom(seed: UInt64(seed) &+ SeededRandom.round << 32)
    var service = DTVCCService()
    for frame in 0..<1000 {
      var block: [UInt8] = []
      while block.count < 31 {
        let isDelay = seed == 0 || dice.below(8) > 0
        block += isDelay ? [0x8D, 0xFF] : [UInt8(dice.below(256))]
      }
      service.receive(block.prefix(31), at: MediaTime(Int64(frame), 30))
      #expect(service.pendingBytes < 128)
    }
    var steps = 0
    while let end = service.resumption, end <= MediaTime(3600, 1), steps <= 64 {
      service.resume()
      steps += 1
    }
    #expect(steps <= 64 && (seed > 0 || steps > 32))
  }

  /// The triplets of packets.
  private static func triplets(_ packets: [[UInt8]]) -> [UInt8] {
    var triplets: [UInt8] = []
    for packet in packets {
      for (place, byte) in packet.enumerated() {
        if place % 2 == 0 { triplets.append(place == 0 ? 0xFF : 0xFE) }
        triplets.append(byte)
      }
      if packet.count % 2 == 1 { triplets.append(0) }
    }
    return triplets
  }

  private static let ab: [UInt8] = [0x02, 0x22, 65, 66]

  private static func readings(_ triplets: [UInt8]) -> [String] {
    var packets = DTVCCPackets()
    return packets.receive(triplets).map { reading in
      switch reading {
      case .block(let service, let bytes): "\(service): \(String(decoding: bytes, as: UTF8.self))"
      case .loss: "loss"
      }
    }
  }

  @Test(
    "Packets are split into the blocks of their services",
    arguments: [
      ("one block", [ab], ["1: AB"]),
      ("two services", [[0x04, 0x21, 65, 0x42, 66, 67, 0, 0]], ["1: A", "2: BC"]),
      ("an extended service", [[0x03, 0xE2, 9, 65, 66]], ["9: AB"]),
      ("empty blocks", [[0x02, 0x20, 0x40, 0x00]], []),
      ("a block beyond its packet", [[0x02, 0x3F, 65, 66]], []),
      ("counted packets", [ab, [0x42, 0x22, 67, 68]], ["1: AB", "1: CD"]),
      ("a lost packet", [ab, [0x82, 0x22, 67, 68]], ["1: AB", "loss", "1: CD"]),
      ("no counting", [ab, ab], ["1: AB", "1: AB"]),
      ("the last number", [[0xC2, 0x22, 67, 68], ab], ["1: CD", "1: AB"]),
      (
        "a packet that is cut off", [[0x04, 0x22, 65, 66, 0x23, 65], [0x42, 0x22, 67, 68]],
        ["1: AB", "1: CD"]
      ),
      // A size of 0 means 128 bytes.
      (
        "the largest packet", [[0x00, 0x22, 65, 66] + [UInt8](repeating: 0, count: 124)], ["1: AB"]
      ),
      ("not quite as large", [[0x00, 0x22, 65, 66] + [UInt8](repeating: 0, count: 122)], []),
    ] as [(String, [[UInt8]], [String])])
  func packets(name: String, packets: [[UInt8]], expected: [String]) {
    #expect(Self.readings(Self.triplets(packets)) == expected)
  }

  @Test("CEA-608, invalid triplets and a packet's rest without its start are skipped")
  func others() {
    let packet = Self.triplets([Self.ab])
    let noise: [UInt8] = [0xFE, 65, 66, 0xFC, 0x94, 0x20, 0xFA, 0, 0, 0xFB, 1, 2]
    #expect(Self.readings(noise + packet[..<3] + noise[3...] + packet[3...]) == ["1: AB"])
    #expect(Self.readings(packet + [0xFE]) == ["1: AB"])
    #expect(Self.readings([]) == [])
  }

  private struct Change {
    let seconds: Double
    let lines: [String]
  }

  /// The changes of a service with these bytes, one array in each second.
  private static func lines(_ contents: [[UInt8]], picture: PixelSize? = nil) -> [Change] {
    var (decoder, changes) = (DTVCCDecoder(service: 1, picture: picture), [Change]())
    for (second, bytes) in contents.enumerated() {
      var packet: [UInt8] = []
      for place in stride(from: 0, to: bytes.count, by: 31) {
        let part = bytes[place...].prefix(31)
        packet.append(UInt8(0x20 | part.count))
        packet += part
      }
      packet.insert(UInt8((second & 3) << 6 | (packet.count + 2) / 2), at: 0)
      for event in decoder.decode(triplets([packet]), at: MediaTime(Int64(second), 1)) {
        guard case .captions(let lines) = event.content else { continue }
        changes.append(Change(seconds: event.start.seconds, lines: lines.map(text(of:))))
      }
    }
    return changes
  }

  /// The last field of a dialogue line.
  private static func text(of line: [UInt8]) -> String {
    let fields = String(decoding: line, as: UTF8.self).split(
      separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
    return fields.last.map(String.init) ?? ""
  }

  @Test(
    "Windows are lines at their places, and what differs from the style has tags",
    arguments: [
      // Lower left: the lower edge of the first row, which is the one with text.
      ([define, text("A B")], nil, ["{\\an1\\pos(38,244)}A\\hB"]),
      ([define, [0x0D], text("A")], nil, ["{\\an1\\pos(38,259)}A"]),
      // In a picture of 4:3, a column is wider.
      ([define, [0x92, 1, 1], text("A")], nil, ["{\\an1\\pos(46,259)}A"]),
      ([define, [0x92, 1, 1], text("A")], PixelSize(640, 480), ["{\\an1\\pos(48,259)}A"]),
      // Rows with different indents.
      ([define, [0x92, 0, 2], text("A\rB")], nil, ["{\\an1\\pos(38,259)}\\h\\hA\\NB"]),
      // Anchored at the top, the middle and the right.
      ([[0x98, 0x20, 0, 0, 0x01, 31, 9], text("A")], nil, ["{\\an7\\pos(38,29)}A"]),
      ([[0x98, 0x20, 37, 105, 0x41, 31, 9], text("A")], nil, ["{\\an4\\pos(76,136)}A"]),
      ([[0x98, 0x20, 74, 209, 0x81, 31, 9], text("A")], nil, ["{\\an1\\pos(112,244)}A"]),
      // In percent, and beyond the picture.
      ([[0x98, 0x20, 0x80 | 50, 50, 0x10, 31, 9], text("A")], nil, ["{\\an7\\pos(75,144)}A"]),
      ([[0x98, 0x20, 127, 255, 0x00, 31, 9], text("A")], nil, ["{\\an7\\pos(150,259)}A"]),
      // Centred by its style, and at the right by its attributes.
      ([[0x98, 0x20, 74, 105, 0x70, 31, 0x19], text("A")], nil, ["{\\an2\\pos(193,259)}A"]),
      (
        [[0x98, 0x20, 74, 105, 0x70, 31, 9, 0x97, 0, 0, 1, 0], text(" A ")], nil,
        ["{\\an3\\pos(310,259)}A"]
      ),
      (
        [define, [0x91, 0x30, 0, 0], text("R"), [0x91, 0x3F, 0, 0], text("W")], nil,
        ["{\\an1\\pos(38,244)}{\\c&HFF&\\1a&H00&}R{\\c\\1a}W"]
      ),
      (
        [define, [0x90, 5, 0xC0], text("I"), [0x90, 6, 0], text("L")], nil,
        ["{\\an1\\pos(38,244)}{\\i1\\u1}I{\\fscx125\\fscy125\\i0\\u0}L{\\fscx100\\fscy100}"]
      ),
      ([define, [0x91, 0xFF, 0, 0], text("HIDDEN")], nil, []),
      ([define, text("{\\N}")], nil, ["{\\an1\\pos(38,244)}\\{\\\u{2060}N\\}"]),
      ([define, text("  ")], nil, []),
    ] as [([[UInt8]], PixelSize?, [String])])
  func places(bytes: [[UInt8]], picture: PixelSize?, expected: [String]) {
    let lines = Self.lines([Array(bytes.joined())], picture: picture)
    #expect(lines.flatMap(\.lines) == expected)
  }

  @Test("An event has the whole text, and there is one only for each change")
  func events() {
    let events = Self.lines([
      Self.define + Self.text("A"), Self.define, Self.text("B"), [0x03], [0x8D, 5, 0x8A, 1],
      Self.text("C"), [0x89, 1],
    ])
    #expect(events.map(\.seconds) == [0, 2, 4.5, 6], "\(events)")
    let ends = events.map { $0.lines.map { String($0.suffix(2)) } }
    #expect(ends == [["}A"], ["AB"], [], ["BC"]])
  }

  @Test("After a loss, the rest of a command is not taken for text, and the windows stay")
  func loss() {
    var decoder = DTVCCDecoder(service: 1, picture: nil)
    func texts(_ number: UInt8, _ bytes: [UInt8]) -> [String] {
      let packet = [number << 6 | UInt8(bytes.count + 3) / 2, UInt8(0x20 | bytes.count)] + bytes
      return decoder.decode(Self.triplets([packet]), at: .zero).flatMap { event in
        guard case .captions(let lines) = event.content else { return [String]() }
        return lines.map { String(Self.text(of: $0).suffix(2)) }
      }
    }
    #expect(texts(0, Self.define + Self.text("A")) == ["}A"])
    // The pen's location, without its parameters.
    #expect(texts(1, [0x92]) == [])
    #expect(texts(3, Self.text("BC")) == ["BC"])
  }

  @Test("Arbitrary triplets leave bounded windows and valid lines", arguments: 0..<8)
  func garbage(seed: Int) {
    var dice = SeededRandom(seed: UInt64(seed) &+ SeededRandom.round << 32)
    var decoder = DTVCCDecoder(service: 1 + seed % 2, picture: nil)
    let codes: [UInt8] = [0x98, 0x9F, 0x10, 0x18, 0x89, 0x8D, 0x92, 0x0D, 0x08, 0x90, 0x97]
    var count = 0
    for frame in 0..<3000 {
      var triplets: [UInt8] = []
      for _ in 0..<dice.below(32) {
        let kind: UInt8 = dice.below(6) == 0 ? 0xFF : 0xFE
        let pick = { (dice: inout SeededRandom) in
          dice.below(3) == 0 ? codes[dice.below(codes.count)] : UInt8(dice.below(256))
        }
        // Mostly blocks of the service.
        triplets += [kind, kind == 0xFF ? UInt8(dice.below(256)) : pick(&dice)]
        triplets.append(kind == 0xFF ? UInt8(0x20 << (seed % 2) | dice.below(32)) : pick(&dice))
      }
      for event in decoder.decode(triplets, at: MediaTime(Int64(frame), 30)) {
        guard case .captions(let lines) = event.content else { continue }
        #expect(lines.count <= 8)
        count += lines.count
        for line in lines {
          // 15 rows of 42 characters, each with all its tags.
          #expect(line.count < ScriptLines.longestLine)
          #expect(ScriptLines.Line(line, start: 0, end: 1)?.isVisible == true)
        }
      }
    }
    #expect(count > 100)
  }
}
