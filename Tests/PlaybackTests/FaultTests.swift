import Testing
import VitrineTiming

@testable import VitrinePlayback

@Suite("Faults and their records")
struct FaultTests {
  private static func time(_ seconds: Int64) -> HostTime {
    HostTime(nanoseconds: seconds * 1_000_000_000)
  }

  private static func record(_ text: String = "unplugged") -> FaultRecord {
    FaultRecord(
      .displayLost, text, time: 1_800_000_000, isClockTrusted: true, at: time(100), program: "1.2")
  }

  private static func bytes(of event: RecordedEvent, number: UInt64 = 1) -> [UInt8] {
    let tag = number << 32 | UInt64(event.kind.rawValue) << 16 | UInt64(event.source)
    return [tag, UInt64(bitPattern: event.time.nanoseconds), event.first, event.second]
      .flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
  }

  @Test("A record is read as it was written, with its events in order")
  func roundTrip() {
    let (first, second) = RecordedEvent.packed("plays film.mp4 and more")
    let events = [
      RecordedEvent(.item, source: 1, first, second, at: Self.time(90)),
      RecordedEvent(.flip, 7, 1_500_000_000, at: Self.time(95)),
    ]
    let bytes = Self.record().header + events.reversed().flatMap { Self.bytes(of: $0) }
    var wanted = Self.record()
    wanted.events = events
    #expect(FaultRecord(bytes: bytes) == wanted)
    #expect(
      wanted.eventLines == [
        "-10.000 s  item (player 2): plays film.mp4 a",
        "-5.000 s  flip: vblank 7, picture of 1.500 s",
      ])
  }

  @Test("Events without a known kind, from before the minute or after the fault are left out")
  func events() {
    let wrong = [
      RecordedEvent(.flip, at: Self.time(39)), RecordedEvent(.flip, at: Self.time(101)),
    ].flatMap { Self.bytes(of: $0) }
    let unknown: [UInt8] = [0, 0, 99, 0] + [UInt8](repeating: 0, count: 28)
    let record = FaultRecord(bytes: Self.record().header + wrong + unknown + [1, 2, 3])
    #expect(record?.events == [])
  }

  @Test("Damaged files are not read")
  func damaged() {
    let header = Self.record().header
    #expect(header.count == 1000)
    #expect(FaultRecord(bytes: []) == nil)
    #expect(FaultRecord(bytes: Array(header.dropLast())) == nil)
    #expect(FaultRecord(bytes: [0] + header.dropFirst()) == nil)
    var unknown = header
    unknown[8] = 77
    #expect(FaultRecord(bytes: unknown) == nil)
    // Every other byte may have any value.
    for index in 8..<header.count {
      var bytes = header
      bytes[index] = 0xff
      let record = FaultRecord(bytes: bytes + bytes)
      #expect(record.map { $0.eventLines.count >= 0 && !$0.cause.contains("\n") } ?? true)
    }
  }

  @Test("A crash has its signal, thread and offsets, at most 48")
  func crash() {
    var bytes = Self.record("/a.mp4").header
    bytes[8] = UInt8(Fault.crashed.rawValue)
    bytes[40] = 0x10
    (bytes[48], bytes[52]) = (11, 255)
    bytes.replaceSubrange(56..<61, with: Array("video".utf8))
    bytes[616] = 0x15
    bytes[631] = 0x7f
    let record = FaultRecord(bytes: bytes)
    #expect(record?.crash?.offsets.count == 48 && record?.crash?.offsets.first == 5)
    #expect(record?.backtrace.prefix(2) == ["vitrine+0x5", "(in a library)"])
    #expect(
      record?.cause == "invalid memory access (signal 11) in thread video, while playing /a.mp4")
  }

  @Test("A fault each second is written after 10, 20, 40 … minutes, and after a quiet time at once")
  func limit() {
    var limit = FaultLimit()
    let written = (0..<9000).filter { limit.admit(.displayLost, at: Self.time($0)) != nil }
    #expect(written == [0, 600, 1800, 4200])
    #expect(limit.admit(.flipsMissed, at: Self.time(9000)) == 0)
    #expect(limit.admit(.displayLost, at: Self.time(9001 + 6 * 3600)) == 4799)
    #expect(limit.admit(.displayLost, at: Self.time(9001 + 6 * 3600 + 599)) == nil)
    #expect(limit.admit(.displayLost, at: Self.time(9001 + 6 * 3600 + 600)) == 1)
  }

  @Test(
    "Commits that were refused or not confirmed count as missed flips; late frames do not",
    arguments: [
      ([(0, 0), (0, 0)], nil), ([(5, 99)], nil), ([(0, 0), (0, 60)], nil),
      ([(0, 0), (2, 3)], "2 commits were refused or not confirmed"), ([(9, 9), (0, 0)], nil),
    ] as [([(Int, Int)], String?)])
  func detector(samples: [(Int, Int)], cause: String?) {
    var detector = FaultDetector()
    var last: String?
    for (recoveries, repeated) in samples {
      var statistics = PlaybackStatistics()
      (statistics.recoveries, statistics.repeated) = (recoveries, repeated)
      last = detector.missedFlips(statistics)
    }
    #expect(last == cause)
  }

  @Test(
    "Texts are cut to 16 bytes",
    arguments: [("", ""), ("seek", "seek"), ("123456789012345ü", "123456789012345")])
  func texts(text: String, read: String) {
    let (first, second) = RecordedEvent.packed(text)
    let event = RecordedEvent(.command, first, second, at: Self.time(0))
    #expect(event.description(after: nil) == "command: \(read)")
  }
}
