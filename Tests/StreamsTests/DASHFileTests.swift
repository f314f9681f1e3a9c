import Testing
import VitrineAddresses

@testable import VitrineStreams

/// DASH files that contain every segment, and their indexes.
struct DASHFileTests {
  private static func number(_ value: Int64, _ count: Int = 4) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Two segments of 4 and 1.5 s from `start`.
  private static func sidx(from start: Int64 = 0) -> [UInt8] {
    number(56) + Array("sidx".utf8) + number(0) + number(1) + number(1000) + number(start)
      + number(0) + number(2) + number(5000) + number(4000) + number(0) + number(700) + number(1500)
      + number(0)
  }

  private static func file(
    index: HLSByteRange?, start: Double = 0, length: Double? = 6, origin: Duration = .zero
  ) throws -> DASHFile {
    DASHFile(
      url: try RemoteURL("http://a/v.mp4"), initialization: nil, index: index, origin: origin,
      start: start, length: length)
  }

  private static let range = HLSByteRange(start: 800, count: 56)

  @Test("A file is read by its index")
  func index() throws {
    let segments = try Self.file(index: Self.range).segments(.init(Self.sidx(), size: nil))
    #expect(
      segments.map(\.range) == [
        HLSByteRange(start: 856, count: 5000), HLSByteRange(start: 5856, count: 700),
      ])
    #expect(segments.map(\.duration) == [.seconds(4), .milliseconds(1500)])
    #expect(segments[0].map?.range == HLSByteRange(start: 0, count: 800))
    for count in 0..<56 {
      let cut = DASHFile.Index(Array(Self.sidx().prefix(count)), size: nil)
      #expect(throws: DASHPresentation.Fault.self) {
        try Self.file(index: Self.range).segments(cut)
      }
    }
  }

  @Test("Periods that share a file each have their own part of it")
  func periods() throws {
    let index = DASHFile.Index(Self.sidx(from: 2000), size: nil)
    let first = try Self.file(index: Self.range, length: 4, origin: .seconds(2)).segments(index)
    let second = try Self.file(index: Self.range, start: 4, length: 2, origin: .seconds(6))
      .segments(index)
    #expect(first.map(\.range?.start) == [856] && second.map(\.range?.start) == [5856])
    #expect(first.map(\.discontinuity) == [0] && second.map(\.discontinuity) == [4000])
  }

  @Test("An index without a stated range is found at the start, otherwise the file is one segment")
  func found() throws {
    let head = Self.number(16) + Array("ftyp".utf8) + Self.number(0, 8)
    let segments = try Self.file(index: nil).segments(.init(head + Self.sidx() + [0], size: nil))
    #expect(segments.map(\.range?.start) == [72, 5072])
    #expect(segments[0].map?.range == HLSByteRange(start: 0, count: 16))
    let whole = try Self.file(index: nil).segments(.init(head, size: nil))
    #expect(whole.map(\.range) == [nil] && whole.map(\.duration) == [.seconds(6)])
    #expect(throws: DASHPresentation.Fault.self) {
      try Self.file(index: nil, length: nil).segments(.init(head, size: nil))
    }
  }

  private static func element(_ kind: [UInt8], _ content: [UInt8]) -> [UInt8] {
    kind + [0x40, UInt8(content.count)] + content
  }

  private static func cue(_ time: Int64, _ place: Int64) -> [UInt8] {
    let track = element([0xB7], element([0xF7], [1]) + element([0xF1], number(place)))
    return element([0xBB], element([0xB3], number(time, 2)) + track)
  }

  @Test("A WebM file's index lists its clusters, whether at the front or at the end")
  func cues() throws {
    let cues = Self.element(
      [0x1C, 0x53, 0xBB, 0x6B],
      Self.cue(0, 400) + Self.cue(2000, 1400) + Self.cue(2000, 1400)
        + Self.cue(5000, 2000))
    let count = Int64(cues.count)
    let front = try Self.file(index: HLSByteRange(start: 300, count: count))
      .segments(.init(cues, size: 300 + count + 1800))
    let first = 300 + count
    #expect(
      front.map(\.range) == [
        HLSByteRange(start: first, count: 1000), HLSByteRange(start: first + 1000, count: 600),
        HLSByteRange(start: first + 1600, count: 200),
      ])
    #expect(front.map(\.duration) == [.seconds(2), .seconds(3), .seconds(1)])
    let file = DASHFile(
      url: try RemoteURL("http://a/v.webm"), initialization: HLSByteRange(start: 0, count: 300),
      index: HLSByteRange(start: 2100, count: count), origin: .zero, start: 0, length: 6)
    let back = try file.segments(.init(cues, size: nil))
    #expect(back.map(\.range?.start) == [300, 1300, 1900] && back.last?.range?.end == 2100)
    for count in 0..<cues.count {
      _ = try? file.segments(.init(Array(cues.prefix(count)), size: nil))
    }
  }
}
