import Glibc
import Testing
import VitrineLinux

@testable import VitrineControl

/// JSON of unauthenticated clients.
struct JSONReaderTests {
  private func value(_ text: String) throws(JSONError) -> JSONValue {
    try JSONValue(line: Array(text.utf8))
  }

  @Test(
    "Valid JSON of RFC 8259 is parsed",
    arguments: [
      ("null", .null), (" true\r\n", .bool(true)), ("false", .bool(false)), ("0", .number(0)),
      ("-0.5e+2", .number(-50)), ("1E3", .number(1000)),
      ("9223372036854775808", .number(0x1p63)), ("1e-999", .number(0)),
      (#""a\"\\\/\b\f\n\r\té""#, .text("a\"\\/\u{8}\u{c}\n\r\té")),
      (#""\u00e9\u0000\uD83D\ude00""#, .text("é\u{0}😀")), ("[]", .array([])), ("{}", .object([:])),
      (
        #"[1 , [2],{"a" :3}]"#,
        .array([.number(1), .array([.number(2)]), .object(["a": .number(3)])])
      ),
      (#"{"a":1,"a":2}"#, .object(["a": .number(2)])), (#"{"":null}"#, .object(["": .null])),
    ] as [(String, JSONValue)])
  func allowed(_ text: String, _ expected: JSONValue) throws {
    #expect(try value(text) == expected)
  }

  @Test(
    "Invalid JSON is refused",
    arguments: [
      "", " ", "nul", "truex", "True", "NaN", "Infinity", "-", "+1", "01", "1.", ".5", "1e", "1e+",
      "1e999", "0x10", "\"", "\"\\", "\"\\x41\"", "\"a\nb\"", "\"\u{1}\"", #""\ud800""#,
      #""\ud800\u0041""#, #""\udc00""#, #""\u00g0""#, #""\u00""#, "[", "[1", "[1,]", "[,1]",
      "[1 2]",
      "]", "{", "{a:1}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":1 "b":2}"#, "1 2", "[]]",
      "'a'",
      "// a\n1", "\u{feff}1",
    ])
  func refused(_ text: String) {
    #expect(throws: JSONError.self) { try value(text) }
  }

  @Test("Invalid UTF-8 is refused")
  func invalid() {
    for bytes: [UInt8] in [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3],
    ] {
      #expect(throws: JSONError.self) { try JSONValue(line: [0x22] + bytes + [0x22]) }
    }
  }

  @Test("Text with too many combining marks becomes stream-safe and then survives a round trip")
  func marks() throws {
    let title = "Za" + String(repeating: "\u{301}\u{323}", count: 50) + "lgo"
    let read = try JSONValue(line: JSONValue.object([title: .text(title)]).line)
    #expect(read == .object([title.streamSafe: .text(title.streamSafe)]))
    #expect(try JSONValue(line: read.line) == read)
  }

  @Test("Arrays and objects nest 32 levels deep", arguments: [("[", "]"), (#"{"a":"#, "}")])
  func depth(_ open: String, _ close: String) throws {
    func nested(_ levels: Int) -> String {
      String(repeating: open, count: levels) + "0" + String(repeating: close, count: levels)
    }
    _ = try value(nested(32))
    #expect(throws: JSONError.self) { try value(nested(33)) }
    #expect(throws: JSONError.self) { try value(nested(500)) }
  }

  @Test("Written JSON reads back unchanged, with its keys in order")
  func written() throws {
    let value = JSONValue.object([
      "b": .array([.number(1), .number(-2.5), .number(1e300), .null, .bool(true)]),
      "a": .text("\"\\/\u{1}\u{1f}\u{7f}\n é😀"), "c": .object([:]),
    ])
    #expect(
      String(decoding: value.line, as: UTF8.self)
        == #"{"a":"\"\\/\u0001\u001f"# + "\u{7f}"
        + #"\n é😀","b":[1,-2.5,1e+300,null,true],"c":{}}"# + "\n")
    #expect(try JSONValue(line: value.line) == value)
    #expect(JSONValue.number(.nan).line == Array("null\n".utf8))
  }

  /// 64 KB each, for which backtracking and repeated search would take seconds or minutes.
  private static let hostile: [String] = [
    String(
      repeating: String(repeating: "[", count: 31) + String(repeating: "]", count: 31) + ",",
      count: 1000),
    String(repeating: #"{"a":{"b":["#, count: 10) + String(repeating: "0,", count: 32_000),
    "[" + String(repeating: "0,", count: 32_000) + "0]", String(repeating: "9", count: 65_000),
    "0." + String(repeating: "0", count: 65_000) + "1",
    "\"" + String(repeating: "\\ud83d\\ude00", count: 5400) + "\"",
    "{\"" + String(repeating: "\u{301}\u{323}", count: 16_000) + "\":0}",
    "[\"" + String(repeating: "\u{301}\u{323}", count: 16_000) + "\"]",
    "{\"" + String(repeating: "\u{F73}", count: 20_000) + "\":0}",
    "{" + (0..<6000).map { "\"\($0)\":0" }.joined(separator: ",") + "}",
  ]

  @Test("64 KB of any input takes a fraction of a second", arguments: hostile)
  func cost(_ text: String) {
    let began = cpuTime
    _ = try? value("[" + text + "]").line
    _ = try? value(text)
    #expect(cpuTime - began < 0.5)
  }

  private var cpuTime: Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Text of clients, which is compared and hashed.
struct StreamSafeTests {
  @Test("30 consecutive combining marks are text, and 31 are not")
  func marks() {
    func bytes(_ marks: Int) -> [UInt8] {
      Array(("e" + String(repeating: "\u{301}\u{323}", count: marks / 2)).utf8)
        + Array((marks % 2 == 1 ? "\u{301}" : "").utf8)
    }
    #expect(String(streamSafe: bytes(30)) != nil)
    #expect(String(streamSafe: bytes(31)) == nil)
    // Normalization makes two marks of each.
    for mark in ["\u{344}", "\u{F73}", "\u{F75}", "\u{F81}"] {
      #expect(String(streamSafe: Array(String(repeating: mark, count: 15).utf8)) != nil)
      #expect(String(streamSafe: Array(String(repeating: mark, count: 16).utf8)) == nil)
    }
    #expect(String(streamSafe: [0xFF]) == nil)
    #expect(String(streamSafe: Array("naïve ไม้เอก 👩‍👩‍👧".utf8)) == "naïve ไม้เอก 👩‍👩‍👧")
  }
}

/// Text that is limited and not rejected.
extension StreamSafeTests {
  @Test("A combining grapheme joiner follows every 30 marks, and other text is unchanged")
  func joiners() {
    func marks(_ count: Int) -> String { String(repeating: "\u{301}", count: count) }
    for (text, expected) in [
      ("", ""), ("naïve", "naïve"), ("e" + marks(30), "e" + marks(30)),
      ("e" + marks(31) + "x", "e" + marks(30) + "\u{34F}" + marks(1) + "x"),
      (marks(75), marks(30) + "\u{34F}" + marks(30) + "\u{34F}" + marks(15)),
    ] {
      #expect(Array(text.streamSafe.unicodeScalars) == Array(expected.unicodeScalars))
      #expect(String(streamSafe: Array(text.streamSafe.utf8)) != nil)
    }
  }
}

/// Clients that send in the smallest possible parts.
struct SmallPartTests {
  @Test("A line that arrives byte by byte costs no more than one that arrives at once")
  func bytes() {
    var buffer = LineBuffer(limit: 1 << 20)
    var lines: [Int] = []
    for index in 0..<400_000 {
      buffer.append([index % 200_000 == 199_999 ? 10 : UInt8(ascii: "x")][...])
      while case .line(let line)? = buffer.next() { lines.append(line.count) }
    }
    #expect(lines == [199_999, 199_999])
  }

  @Test("Bytes removed at the front and appended at the end keep their order")
  func queue() {
    var (queue, sent, taken): (ByteQueue, [UInt8], [UInt8]) = (ByteQueue(), [], [])
    for round in 0..<300 {
      let more = (0..<round % 7).map { UInt8(truncatingIfNeeded: round &* 31 &+ $0) }
      queue.append(more)
      sent += more
      let count = min(queue.count, round % 5)
      taken += queue.contents.prefix(count)
      queue.removeFirst(count)
    }
    #expect(taken + queue.contents == sent)
  }
}
