import Testing
import VitrineAddresses
import VitrinePlayback
import VitrineStreams
import VitrineTiming

@testable import VitrineNetwork
@testable import VitrineRemoteMedia

/// The next requests for a live playlist with partial segments.
struct PartReadingTests {
  private typealias Server = SegmentSchedulerTests.Server

  /// Segments of 2 s from 0 to before `count`, the last two in parts of 0.5 s, and `more` parts
  /// of an unfinished one. Every second part is independent.
  private static func list(
    _ count: Int, more: Int, name: String = "a", blocks: Bool = true, gap: String? = nil
  ) -> [UInt8] {
    var text = """
      #EXTM3U
      #EXT-X-TARGETDURATION:2
      #EXT-X-PART-INF:PART-TARGET=0.5
      #EXT-X-SERVER-CONTROL:\(blocks ? "CAN-BLOCK-RELOAD=YES," : "")PART-HOLD-BACK=1.5

      """
    let first = max(0, count - 8)
    text += "#EXT-X-MEDIA-SEQUENCE:\(first)\n"
    for number in first...count {
      for part in 0..<(number == count ? more : number >= count - 2 ? 4 : 0) {
        let address = "\(name)\(number).\(part).ts"
        text += "#EXT-X-PART:DURATION=0.5,URI=\"\(address)\""
        text += part % 2 == 0 ? ",INDEPENDENT=YES" : ""
        text += address == gap ? ",GAP=YES\n" : "\n"
      }
      if number < count { text += "#EXTINF:2,\n\(name)\(number).ts\n" }
    }
    return Array(text.utf8)
  }

  private static func server(_ names: String = "a") -> Server {
    let server = Server()
    for name in names {
      for number in 0..<60 {
        server.files["\(name)\(number).ts"] = .init(repeating: 7, count: 400)
        for part in 0..<4 {
          server.files["\(name)\(number).\(part).ts"] = .init(repeating: 7, count: 100)
        }
      }
      server.files["\(name).m3u8"] = list(10, more: 2, name: String(name))
    }
    return server
  }

  private static func scheduler(_ names: String = "a") throws -> SegmentScheduler {
    SegmentScheduler(
      try names.enumerated().map { index, name in
        .init(
          source: .playlist(try RemoteURL("http://a/\(name).m3u8?t=1")),
          variant: .init(bandwidth: 1_000_000 << Int64(index)))
      }, Throughput(), scope: nil)
  }

  private static func names(_ scheduler: SegmentScheduler) -> [String] {
    scheduler.parts.map { $0.segment.url.name }
  }

  @Test("Partial segments are fetched as they arrive, with a blocking reload for the next")
  func live() throws {
    let server = Self.server()
    var scheduler = try Self.scheduler()
    server.serve(&scheduler, most: 8)
    #expect(Self.names(scheduler) == ["a9.2.ts", "a9.3.ts", "a10.0.ts", "a10.1.ts"])
    #expect(
      server.queries.first == "t=1"
        && server.queries.dropFirst().first == "t=1&_HLS_msn=10&_HLS_part=2")
    let before = server.now
    server.files["a.m3u8"] = Self.list(11, more: 0)
    server.serve(&scheduler, most: 4)
    server.files["a.m3u8"] = Self.list(11, more: 1)
    server.serve(&scheduler, most: 4)
    #expect(
      Self.names(scheduler).suffix(4) == ["a10.1.ts", "a10.2.ts", "a10.3.ts", "a11.0.ts"],
      "\(server.asked)")
    #expect(server.queries.contains("t=1&_HLS_msn=11&_HLS_part=0"))
    // It was a single stretch and took no time.
    #expect(Set(scheduler.parts.map(\.stretch.number)).count == 1)
    #expect(server.now - before < .seconds(3))
    #expect(scheduler.live(at: server.now)?.target == MediaTime(3, 2))
  }

  @Test("A server that ignores blocking reloads is polled after half a part")
  func lies() throws {
    for blocks in [true, false] {
      let server = Self.server()
      server.files["a.m3u8"] = Self.list(10, more: 2, blocks: blocks)
      var scheduler = try Self.scheduler()
      server.serve(&scheduler, most: 6)
      let (before, count) = (server.now, server.asked.count)
      server.serve(&scheduler, most: 8)
      #expect(server.asked.dropFirst(count).allSatisfy { $0 == "a.m3u8" })
      let each = (server.now - before).seconds / Double(server.asked.count - count)
      #expect((0.24...0.3).contains(each), "\(each)")
      #expect(server.queries.contains { $0.contains("_HLS") } == blocks)
    }
  }

  @Test("No reload blocks behind a failed request")
  func failed() throws {
    let server = Self.server()
    var scheduler = try Self.scheduler()
    server.serve(&scheduler, most: 5)
    server.errors["a.m3u8"] = .status(400, "a")
    server.serve(&scheduler, most: 2)
    let count = server.queries.count
    server.errors = [:]
    server.serve(&scheduler, most: 2)
    #expect(server.queries[count] == "t=1" && server.queries[count + 1].contains("_HLS_msn=10"))
    #expect(scheduler.failure == nil)
  }

  @Test("A stalled rendition is abandoned after several target durations, not several parts")
  func stuck() throws {
    let server = Self.server("ab")
    var scheduler = try Self.scheduler("ab")
    server.serve(&scheduler, most: 6)
    let before = server.now
    server.files["b.m3u8"] = Self.list(13, more: 2, name: "b")
    while !server.asked.contains("b.m3u8") { server.serve(&scheduler, most: 1) }
    #expect((5.0...8.0).contains((server.now - before).seconds), "\(server.now - before)")
    server.serve(&scheduler, most: 10)
    let other = try #require(scheduler.parts.first { $0.segment.url.name.hasPrefix("b") })
    #expect(other.segment.beginsAlone)
  }

  @Test("The rendition changes between segments, even if a higher one is possible earlier")
  func changes() throws {
    let server = Self.server("ab")
    for name in ["a", "b"] {
      for number in 0..<60 {
        for part in 0..<4 {
          server.files["\(name)\(number).\(part).ts"] = .init(repeating: 7, count: 60_000)
        }
      }
    }
    var scheduler = try Self.scheduler("ab")
    for (count, more) in [(10, 2), (10, 3), (11, 0), (11, 1), (11, 2), (11, 3)] {
      for name in ["a", "b"] {
        server.files["\(name).m3u8"] = Self.list(count, more: more, name: name)
      }
      server.serve(&scheduler, most: 4)
    }
    let names = Self.names(scheduler)
    let change = try #require(names.firstIndex { $0.hasPrefix("b") }, "\(names)")
    #expect(names[change].hasSuffix(".0.ts"), "\(names)")
    #expect(names[..<change].last?.hasSuffix(".3.ts") == true, "\(names)")
  }

  @Test(
    "The whole segment replaces expired parts, and data already read is skipped"
  )
  func rest() throws {
    let server = Self.server()
    var scheduler = try Self.scheduler()
    server.serve(&scheduler, most: 6)
    #expect(Self.names(scheduler).last == "a10.1.ts")
    // The player was away for a while.
    server.files["a.m3u8"] = Self.list(14, more: 1)
    server.serve(&scheduler, most: 12)
    let names = Self.names(scheduler)
    #expect(
      names.dropFirst(3).prefix(5) == ["a10.1.ts", "a10.ts", "a11.ts", "a12.0.ts", "a12.1.ts"],
      "\(names)")
    let rest = try #require(scheduler.parts.first { $0.segment.url.name == "a10.ts" })
    #expect(rest.stretch.joint == .rest && rest.stretch.start == rest.place.start)
    let next = try #require(scheduler.parts.first { $0.segment.url.name == "a11.ts" })
    #expect(next.stretch.number == rest.stretch.number)
  }

  @Test("After a missing part, reading continues at the next independent one")
  func gaps() throws {
    let server = Self.server()
    server.files["a.m3u8"] = Self.list(10, more: 4, gap: "a10.0.ts")
    var scheduler = try Self.scheduler()
    server.serve(&scheduler, most: 10)
    let names = Self.names(scheduler)
    #expect(!server.asked.contains("a10.0.ts") && !server.asked.contains("a10.1.ts"), "\(names)")
    #expect(names.suffix(2) == ["a10.2.ts", "a10.3.ts"], "\(names)")
  }

  @Test("Audio starts with the requested part, video at or before it")
  func sounds() throws {
    let server = Self.server()
    var picture = try Self.scheduler()
    server.serve(&picture, most: 2)
    var sound = try Self.scheduler()
    sound.beginsAnywhere = true
    server.serve(&sound, most: 2)
    #expect(picture.place(before: .seconds(99))?.part == 1)
    #expect(sound.place(before: .seconds(99))?.part == 2)
    _ = sound.seek(behind: try #require(picture.place(before: .seconds(99))))
    server.serve(&sound, most: 3)
    #expect(Self.names(sound).first == "a9.2.ts")
  }

  @Test("Duplicate packets are recognised by their time, for each kind")
  func repeats() {
    var packets = RepeatedPackets()
    func known(_ milliseconds: Int64..., of kind: TrackInfo.Kind) -> [Bool] {
      milliseconds.map { packets.contains($0 * 1_000_000, kind) }
    }
    packets.begin(isRest: false)
    #expect(known(0, 40, 80, of: .video) == [false, false, false])
    #expect(known(10, of: .audio) == [false])
    packets.begin(isRest: true)
    #expect(known(0, 40, 80, 120, 160, of: .video) == [true, true, true, false, false])
    #expect(known(10, 31, of: .audio) == [true, false])
    packets.begin(isRest: false)
    #expect(known(0, of: .video) == [false])
  }

  @Test(
    "Near the live edge, less buffer is required",
    arguments: [(12, 1.0, 2.0), (1, 0.5, 0.667)])
  func buffering(distance: Int64, begin: Double, proceed: Double) {
    let policy = BufferingPolicy(behind: MediaTime(distance, 1))
    #expect(
      abs(policy.toBegin.seconds - begin) < 0.01 && abs(policy.toResume.seconds - proceed) < 0.01)
  }
}
