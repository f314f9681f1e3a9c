import Testing
import VitrinePictures
import VitrinePlayback
import VitrineStreams
import VitrineTiming

@testable import VitrineNetwork
@testable import VitrineStreaming

/// The next segment and rendition to request, without a server or time.
struct SegmentReadingTests {
  /// A server whose responses arrive at once, at a rate.
  final class Server {
    var files: [String: [UInt8]] = [:]
    var errors: [String: NetworkError] = [:]
    var asked: [String] = []
    /// The query strings of the requests.
    var queries: [String] = []
    var now = HostTime(nanoseconds: 1_000_000_000)
    /// In bits per second.
    var rate = 100_000_000.0
    /// Whether bytes arrive over time instead of all at once.
    var inParts = false
    /// The byte at which responses break off.
    var cutsAt: Int?
    var ignoresRanges = false
    /// The files cached on this machine's disk.
    var kept: Set<String> = []
    /// The error of all other requests.
    var outage: NetworkError?
    private var number = 0

    /// Serves every request and returns their number.
    func serve(_ reading: inout SegmentReading, most: Int = 1000) {
      for _ in 0..<most {
        let orders = reading.orders(at: now)
        guard !orders.isEmpty else { return }
        for case .begin(let errand, let request) in orders {
          number += 1
          let id = TransferID(number: number)
          reading.note(id, for: errand)
          if let due = request.notBefore { now = max(now, due) }
          answer(request, id, &reading)
        }
      }
    }

    private func answer(
      _ request: TransferRequest, _ id: TransferID, _ reading: inout SegmentReading
    ) {
      let name = String(request.url.path.dropFirst())
      asked.append(name)
      if let query = request.url.query { queries.append(query) }
      let isKept = kept.contains(name)
      if let error = errors[name] ?? (isKept ? nil : outage) {
        return reading.end(id, error, chance: 0, at: now)
      }
      guard let bytes = files[name] else {
        return reading.end(id, .status(404, "a"), chance: 0, at: now)
      }
      let start = ignoresRanges ? 0 : Int(request.range?.start ?? 0)
      var head = ResponseHead(
        status: 200, fields: ["content-length": "\(bytes.count)"], url: request.url, scope: .site,
        isKept: isKept)
      if start > 0 {
        let range = "bytes \(start)-\(bytes.count - 1)/\(bytes.count)"
        head = ResponseHead(
          status: 206, fields: ["content-range": range], url: request.url, scope: .site)
      }
      if let error = reading.begin(head, of: id) {
        return reading.end(id, error, chance: 0, at: now)
      }
      send(bytes[start..<min(bytes.count, cutsAt ?? bytes.count)], id, &reading)
      reading.end(id, cutsAt == nil ? nil : .cut("a"), chance: 0, at: now)
    }

    private func send(
      _ bytes: ArraySlice<UInt8>, _ id: TransferID, _ reading: inout SegmentReading
    ) {
      var rest = bytes
      while !rest.isEmpty {
        let part = rest.prefix(inParts ? 16 << 10 : rest.count)
        rest = rest.dropFirst(part.count)
        let step = part.withUnsafeBytes { reading.take($0, of: id, at: now) }
        now = now + Duration(roundingNanoseconds: Double(part.count) * 8e9 / rate)
        guard case .goOn = step else { return }
      }
    }
  }

  /// Ten segments of 4 s at 1, 2 and 4 Mbit/s.
  private static func server(_ names: String = "abc", segments: Range<Int> = 0..<10) -> Server {
    let server = Server()
    for (index, name) in names.enumerated() {
      server.files["\(name).m3u8"] = list(String(name), segments, isEnded: true)
      for number in segments {
        server.files["\(name)\(number).ts"] = .init(repeating: 7, count: 500_000 << index)
      }
    }
    return server
  }

  private static func list(
    _ name: String, _ segments: Range<Int>, isEnded: Bool, tags: [Int: String] = [:]
  ) -> [UInt8] {
    var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\(segments.lowerBound)\n"
    for number in segments {
      text += (tags[number].map { $0 + "\n" } ?? "") + "#EXTINF:4,\n\(name)\(number).ts\n"
    }
    return Array((text + (isEnded ? "#EXT-X-ENDLIST\n" : "")).utf8)
  }

  private static func reading(
    _ names: String = "abc", kept: Set<String> = []
  ) throws -> SegmentReading {
    var reading = SegmentReading(
      try names.enumerated().map { index, name in
        .init(
          source: .playlist(try RemoteURL("http://a/\(name).m3u8")),
          variant: .init(bandwidth: 1_000_000 << Int64(index)))
      }, Throughput(), scope: nil, keeps: { url, _ in kept.contains(url.name) })
    reading.limits.bytes = 100 << 20
    return reading
  }

  private static func names(_ reading: SegmentReading) -> [String] {
    reading.parts.map { $0.segment.url.name }
  }

  @Test("Reading starts with the lowest rendition and steps up with ten seconds buffered")
  func goesUp() throws {
    let server = Self.server()
    var reading = try Self.reading()
    server.serve(&reading)
    #expect(
      Self.names(reading) == [
        "a0.ts", "a1.ts", "a2.ts", "c3.ts", "c4.ts", "c5.ts", "c6.ts", "c7.ts", "c8.ts", "c9.ts",
      ])
    #expect(reading.parts.map(\.stretch.number) == [1, 1, 1, 2, 2, 2, 2, 2, 2, 2])
    #expect(reading.parts[3].stretch.joint == .direct)
    #expect(reading.parts[3].stretch.start == .seconds(12))
    #expect(server.asked.filter { $0.hasSuffix("m3u8") } == ["a.m3u8", "c.m3u8"])
    #expect(!reading.isAtEnd && reading.isFull)
    while let next = reading.parts.first { _ = reading.take(of: next.stretch.number) }
    #expect(reading.isAtEnd && !reading.isStarving)
  }

  private static let played: Set<String> = [
    "a.m3u8", "a0.ts", "a1.ts", "a2.ts", "c.m3u8", "c3.ts", "c4.ts", "c5.ts", "c6.ts", "c7.ts",
    "c8.ts", "c9.ts",
  ]

  @Test("Without the network, reading continues with the cached renditions")
  func offline() throws {
    let server = Self.server()
    (server.kept, server.outage) = (Self.played, .unreachable("a"))
    var reading = try Self.reading(kept: Self.played)
    server.serve(&reading)
    #expect(
      Self.names(reading) == [
        "a0.ts", "a1.ts", "a2.ts", "c3.ts", "c4.ts", "c5.ts", "c6.ts", "c7.ts", "c8.ts", "c9.ts",
      ])
    #expect(reading.failure == nil && !reading.throughput.isKnown)
    #expect(server.asked.filter { !Self.played.contains($0) }.count <= 1, "\(server.asked)")
  }

  @Test("On a slow connection, cached segments are used if they are no worse")
  func keptIsBetter() throws {
    let server = Self.server()
    server.rate = 1_100_000
    server.kept = ["c.m3u8", "c0.ts", "c1.ts", "c5.ts"]
    var reading = try Self.reading(kept: server.kept)
    server.serve(&reading)
    let names = Self.names(reading)
    #expect(names[..<3] == ["c0.ts", "c1.ts", "a2.ts"] && names[5] == "c5.ts", "\(names)")
  }

  @Test("A slowing connection steps down before an underrun")
  func goesDown() throws {
    let server = Self.server(segments: 0..<40)
    var reading = try Self.reading()
    reading.limits.time = .seconds(20)
    server.serve(&reading)
    server.rate = 1_200_000
    var taken: [String] = []
    for _ in 0..<20 {
      guard let next = reading.parts.first else { break }
      taken.append(next.segment.url.name)
      _ = reading.take(of: next.stretch.number)
      server.serve(&reading, most: 1)
    }
    #expect(taken.contains { $0.hasPrefix("c") })
    #expect(taken.suffix(3).allSatisfy { $0.hasPrefix("a") }, "\(taken)")
  }

  @Test("Fetching stops at the limits and resumes when there is room")
  func limits() throws {
    let server = Self.server("a", segments: 0..<40)
    var reading = try Self.reading("a")
    reading.limits.time = .seconds(10)
    server.serve(&reading)
    #expect(reading.parts.count == 3 && reading.isFull)
    _ = reading.take(of: 1)
    server.serve(&reading)
    #expect(Self.names(reading) == ["a1.ts", "a2.ts", "a3.ts"])
    // The lead of data taken out but not played counts.
    reading.lead = .seconds(4)
    _ = reading.take(of: 1)
    server.serve(&reading)
    #expect(Self.names(reading) == ["a2.ts", "a3.ts"])
    reading.limits.bytes = 1
    reading.lead = .zero
    server.serve(&reading)
    #expect(reading.parts.count == 2)
  }

  @Test(
    "A missing segment is taken from another rendition, or skipped if it is missing in all"
  )
  func missing() throws {
    let server = Self.server("ab", segments: 0..<6)
    server.files["a1.ts"] = nil
    var reading = try Self.reading("ab")
    server.serve(&reading)
    #expect(Self.names(reading) == ["a0.ts", "b1.ts", "b2.ts", "b3.ts", "b4.ts", "b5.ts"])
    let alone = Self.server("a", segments: 0..<6)
    (alone.files["a1.ts"], alone.files["a2.ts"]) = (nil, nil)
    var other = try Self.reading("a")
    alone.serve(&other)
    #expect(Self.names(other) == ["a0.ts", "a3.ts", "a4.ts", "a5.ts"])
    #expect(other.parts[1].stretch.number == 2 && other.parts[1].stretch.start == .seconds(12))
    #expect(other.failure == nil)
  }

  @Test("A server without any segment is not a source")
  func allMissing() throws {
    let server = Self.server("a", segments: 0..<100)
    for number in 1..<100 { server.files["a\(number).ts"] = nil }
    var reading = try Self.reading("a")
    server.serve(&reading)
    #expect(reading.failure == .status(404, "a"))
    #expect(server.asked.count < 10)
    var none = try Self.reading("xy")
    server.serve(&none)
    #expect(none.failure == .status(404, "a"))
  }

  @Test("A server error is retried, and then another rendition is tried")
  func trouble() throws {
    let server = Self.server("ab", segments: 0..<6)
    server.errors["a1.ts"] = .status(503, "a")
    var reading = try Self.reading("ab")
    server.serve(&reading)
    #expect(server.asked.filter { $0 == "a1.ts" }.count == 3)
    #expect(Self.names(reading)[1] == "b1.ts" && reading.trouble == nil)
  }

  @Test("While the network is down, requests are retried indefinitely with back-off")
  func away() throws {
    let server = Self.server("a", segments: 0..<6)
    server.errors["a1.ts"] = .unreachable("a")
    var reading = try Self.reading("a")
    let before = server.now
    server.serve(&reading, most: 100)
    #expect(reading.failure == nil && reading.trouble == .unreachable("a"))
    #expect(server.now - before > .seconds(90))
    _ = reading.take(of: 1)
    #expect(reading.isStarving)
    server.errors = [:]
    server.serve(&reading)
    #expect(reading.parts.count == 5 && reading.trouble == nil)
  }

  @Test(
    "If a server does not respond, only another server's rendition is tried",
    arguments: [("a", false), ("b", true)])
  func elsewhere(host: String, isElsewhere: Bool) throws {
    let server = Self.server("ab", segments: 0..<6)
    server.errors["a1.ts"] = .timedOut(.connecting, "a")
    var reading = SegmentReading(
      [
        .init(source: .playlist(try RemoteURL("http://a/a.m3u8")), variant: .init(bandwidth: 1)),
        .init(
          source: .playlist(try RemoteURL("http://\(host)/b.m3u8")),
          variant: .init(bandwidth: 100_000_000)),
      ], Throughput(), scope: nil)
    server.serve(&reading, most: 20)
    #expect(server.asked.contains("b1.ts") == isElsewhere)
    #expect(server.asked.count { $0 == "a1.ts" } == (isElsewhere ? 3 : 18))
    server.errors = [:]
    server.serve(&reading)
    #expect(Self.names(reading)[1] == (isElsewhere ? "b1.ts" : "a1.ts"))
  }

  @Test("Gaps are not requested, and keys and maps are requested once")
  func tags() throws {
    let server = Self.server("a", segments: 0..<4)
    server.files["a.m3u8"] = Self.list(
      "a", 0..<4, isEnded: true,
      tags: [
        0: "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXT-X-MAP:URI=\"m\"", 1: "#EXT-X-GAP",
      ])
    server.files["k"] = .init(repeating: 1, count: 16)
    // The content of an empty encrypted map: sixteen bytes of padding.
    server.files["m"] = [
      0x68, 0x43, 0x4D, 0x37, 0xD7, 0xF6, 0x9F, 0x0E, 0x03, 0xB7, 0x5B, 0xB1, 0x5B, 0xC9, 0x4B,
      0x6C,
    ]
    var reading = try Self.reading("a")
    server.serve(&reading)
    #expect(server.asked.prefix(3) == ["a.m3u8", "k", "m"])
    #expect(!server.asked.contains("a1.ts"))
  }

  @Test("Invalid keys are reported")
  func badKey() throws {
    let server = Self.server("a", segments: 0..<2)
    server.files["a.m3u8"] = Self.list(
      "a", 0..<2, isEnded: true, tags: [0: "#EXT-X-KEY:METHOD=AES-128,URI=\"k\""])
    server.files["k"] = [1, 2, 3]
    var reading = try Self.reading("a")
    server.serve(&reading)
    #expect(reading.failure == .lied("its key is not 16 bytes long"))
  }

  @Test("Reading resumes at any position and forgets requests in flight")
  func seeks() throws {
    let server = Self.server("a")
    var reading = try Self.reading("a")
    server.serve(&reading, most: 3)
    let place = try #require(reading.place(before: .seconds(25)))
    #expect(place.end == .seconds(24))
    _ = reading.seek(behind: place)
    server.serve(&reading)
    #expect(Self.names(reading) == ["a6.ts", "a7.ts", "a8.ts", "a9.ts"])
    #expect(reading.parts[0].stretch.start == .seconds(24))
  }

  @Test("An idle reader requests nothing until a seek")
  func rests() throws {
    let server = Self.server("a")
    var reading = try Self.reading("a")
    server.serve(&reading, most: 3)
    _ = reading.orders(at: server.now)
    _ = reading.rest()
    let count = server.asked.count
    server.serve(&reading)
    #expect(server.asked.count == count && reading.isFull)
    _ = reading.seek(behind: try #require(reading.place(before: .seconds(25))))
    server.serve(&reading)
    #expect(Self.names(reading).first == "a6.ts")
  }

  @Test("A track with one segment per position requests no others")
  func oneEach() throws {
    let server = Self.server("a")
    var reading = try Self.reading("a")
    (reading.limits.count, reading.limits.stretch) = (1, .zero)
    for (time, name) in [(5, "a1.ts"), (30, "a7.ts"), (6, "a1.ts")] {
      _ = reading.seek(to: .seconds(time))
      server.serve(&reading)
      #expect(Self.names(reading) == [name] && !reading.isAtEnd)
      _ = reading.take(of: try #require(reading.parts.first).stretch.number)
      server.serve(&reading)
      #expect(reading.isAtEnd)
    }
  }

  @Test("A segment that cannot be parsed is replaced from another rendition from then on")
  func refusal() throws {
    let server = Self.server("ab", segments: 0..<6)
    var reading = try Self.reading("ab")
    server.serve(&reading, most: 5)
    _ = reading.take(of: 1)
    _ = reading.refuse(at: server.now)
    server.serve(&reading)
    #expect(Self.names(reading) == ["b1.ts", "b2.ts", "b3.ts", "b4.ts", "b5.ts"])
    #expect(reading.parts.allSatisfy { $0.stretch.number > 1 })
  }

  @Test("A live playlist is reloaded, and its new segments are read")
  func live() throws {
    let server = Self.server("a", segments: 0..<40)
    server.files["a.m3u8"] = Self.list("a", 0..<6, isEnded: false)
    var reading = try Self.reading("a")
    server.serve(&reading, most: 6)
    #expect(Self.names(reading) == ["a3.ts", "a4.ts", "a5.ts"])
    let before = server.now
    server.files["a.m3u8"] = Self.list("a", 1..<7, isEnded: false)
    server.serve(&reading, most: 3)
    #expect(Self.names(reading).last == "a6.ts" && server.now - before >= .seconds(2))
    // After a while without reads, the remaining segments continue in another era.
    for number in 1...4 { _ = reading.take(of: number == 0 ? 0 : 1) }
    server.files["a.m3u8"] = Self.list("a", 20..<26, isEnded: false)
    server.serve(&reading, most: 8)
    #expect(Self.names(reading).first == "a23.ts")
    #expect(reading.parts.first?.stretch.era == 1)
    #expect(reading.parts.first?.stretch.joint == .missed)
  }

  @Test("A live playlist that ends is played to its end")
  func liveEnds() throws {
    let server = Self.server("a", segments: 0..<40)
    server.files["a.m3u8"] = Self.list("a", 0..<6, isEnded: false)
    var reading = try Self.reading("a")
    server.serve(&reading, most: 6)
    server.files["a.m3u8"] = Self.list("a", 0..<7, isEnded: true)
    server.serve(&reading)
    #expect(Self.names(reading) == ["a3.ts", "a4.ts", "a5.ts", "a6.ts"])
    while reading.take(of: 1) != nil {}
    #expect(reading.isAtEnd)
  }

  @Test("A playlist without segments, and a multivariant one in its place, are reported")
  func badLists() throws {
    for text in [
      "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-ENDLIST\n",
      "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n", "<html>", "",
    ] {
      let server = Server()
      server.files["a.m3u8"] = Array(text.utf8)
      var reading = try Self.reading("a")
      server.serve(&reading)
      guard case .unplayable = reading.failure else {
        Issue.record("\(text): \(String(describing: reading.failure))")
        continue
      }
    }
  }

  @Test("A late segment is abandoned once for a cheaper one")
  func givenUp() throws {
    let server = Self.server(segments: 0..<10)
    server.inParts = true
    var reading = try Self.reading()
    server.serve(&reading)
    // The connection slows down, and a visitor seeks: nothing is buffered ahead.
    server.rate = 1_200_000
    let place = try #require(reading.place(before: .seconds(20)))
    _ = reading.seek(behind: place)
    server.asked = []
    server.serve(&reading, most: 12)
    #expect(reading.parts.first?.segment.url.name == "a5.ts", "\(server.asked)")
    #expect(server.asked.filter { $0.hasSuffix("5.ts") }.count <= 2, "\(server.asked)")
  }

  @Test("A rendition that fits no display does not cause endless requests")
  func missingInThoseThatFit() throws {
    let server = Self.server("ab", segments: 0..<6)
    (server.files["a5.ts"], server.files["b5.ts"]) = (nil, nil)
    var reading = SegmentReading(
      try ["a", "b", "c"].enumerated().map { index, name in
        .init(
          source: .playlist(try RemoteURL("http://a/\(name).m3u8")),
          variant: .init(
            bandwidth: 1_000_000 << Int64(index), width: [640, 1280, 3840][index],
            height: [360, 720, 2160][index]))
      }, Throughput(), scope: nil)
    reading.policy.largest = .init(1280, 720)
    server.serve(&reading)
    #expect(reading.parts.count == 5 && server.asked.count < 20, "\(server.asked)")
    while let next = reading.parts.first { _ = reading.take(of: next.stretch.number) }
    #expect(reading.isAtEnd)
  }

  @Test("The rest of a film may be short")
  func nearTheEnd() throws {
    let server = Self.server("a", segments: 0..<3)
    var reading = try Self.reading("a")
    server.serve(&reading)
    _ = reading.seek(behind: try #require(reading.place(before: .seconds(11))))
    server.serve(&reading)
    let number = try #require(reading.parts.first?.stretch.number)
    _ = reading.take(of: number)
    #expect(reading.isFull && reading.isAtEnd)
  }

  @Test("Segments dropped from a playlist before they were requested are reported")
  func skipped() throws {
    let server = Self.server("a", segments: 0..<3)
    server.files["a.m3u8"] = Self.list(
      "a", 0..<3, isEnded: true, tags: [0: "#EXT-X-SKIP:SKIPPED-SEGMENTS=900"])
    var reading = try Self.reading("a")
    server.serve(&reading)
    guard case .unplayable = reading.failure else {
      return #expect(Bool(false), "\(reading.parts)")
    }
  }

  @Test("A live rendition that stalls is replaced by another")
  func stuck() throws {
    let server = Self.server("ab", segments: 0..<40)
    for name in ["a", "b"] { server.files["\(name).m3u8"] = Self.list(name, 0..<6, isEnded: false) }
    var reading = try Self.reading("ab")
    server.serve(&reading, most: 6)
    server.files["b.m3u8"] = Self.list("b", 4..<10, isEnded: false)
    server.serve(&reading, most: 20)
    #expect(Self.names(reading).contains("b6.ts"), "\(Self.names(reading))")
  }

  @Test("A live playlist that is emptied at its end has ended")
  func emptied() throws {
    let server = Self.server("a", segments: 0..<40)
    server.files["a.m3u8"] = Self.list("a", 0..<6, isEnded: false)
    var reading = try Self.reading("a")
    server.serve(&reading, most: 6)
    server.files["a.m3u8"] = Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-ENDLIST\n".utf8)
    server.serve(&reading, most: 50)
    while reading.take(of: 1) != nil {}
    #expect(reading.isAtEnd)
  }

  @Test("A changed response after a broken one starts over", arguments: [500, 700_000])
  func otherAnswer(count: Int) throws {
    let server = Self.server("a", segments: 0..<2)
    var reading = try Self.reading("a")
    server.serve(&reading, most: 1)
    server.cutsAt = 400_000
    server.serve(&reading, most: 1)
    server.cutsAt = nil
    server.files["a0.ts"] = .init(repeating: 9, count: count)
    server.ignoresRanges = true
    server.serve(&reading)
    #expect(reading.parts.first?.bytes.count == count)
  }

  /// The lowest rendition is buffered in full, 40 s of it; the bandwidth is 100 Mbit/s.
  private static func ahead(_ server: Server) throws -> SegmentReading {
    var reading = try Self.reading()
    reading.policy.preference = .lowest
    server.serve(&reading)
    return reading
  }

  @Test(
    "Another rendition replaces the buffer except for the part needed until it arrives",
    arguments: [
      // The reader is anywhere in the first segment.
      (0, 4, 0), (2, 4, 0), (3, 4, 1), (4, 4, 1),
      // Faster until it has its distance from the playhead.
      (0, 0, 1), (2, 2, 1), (0, 2, 0),
    ])
  func otherQuality(reached: Int, lead: Int, kept: Int) throws {
    let server = Self.server()
    var reading = try Self.ahead(server)
    _ = reading.take(of: 1)
    (reading.reached, reading.lead) = (.seconds(reached), .seconds(lead))
    #expect(reading.want(.highest, at: server.now).isEmpty)
    // The old buffer stays until the replacement arrives.
    #expect(reading.parts.count == 9 && reading.ahead == .seconds(36))
    server.serve(&reading)
    let names = (1...9).map { $0 <= kept ? "a\($0).ts" : "c\($0).ts" }
    #expect(Self.names(reading) == names)
    #expect(reading.parts[kept].stretch.joint == .direct)
    #expect(reading.parts[kept].stretch.number == 2)
  }

  @Test("Buffered segments of the requested rendition stay and are not requested again")
  func sameQuality() throws {
    let server = Self.server()
    var reading = try Self.reading()
    server.serve(&reading)
    let (names, asked) = (Self.names(reading), server.asked.count)
    reading.lead = .seconds(30)
    _ = reading.take(of: 1)
    _ = reading.take(of: 1)
    _ = reading.take(of: 1)
    _ = reading.want(.atMost(4_000_000), at: server.now)
    server.serve(&reading)
    #expect(Self.names(reading) == Array(names.dropFirst(3)) && server.asked.count == asked)
  }

  @Test("On a slow connection, more is buffered so that the replacement arrives in time")
  func slowConnection() throws {
    let server = Self.server()
    server.rate = 1_500_000
    var reading = try Self.ahead(server)
    _ = reading.take(of: 1)
    server.inParts = true
    _ = reading.want(.highest, at: server.now)
    server.serve(&reading, most: 2)
    // 4 s of 4 Mbit/s take 11 s.
    #expect(Self.names(reading) == (1...5).map { "a\($0).ts" } + ["c6.ts"])
  }

  @Test("A segment needed before its replacement plays and is not requested again")
  func tooLate() throws {
    let server = Self.server()
    var reading = try Self.ahead(server)
    _ = reading.take(of: 1)
    _ = reading.want(.highest, at: server.now)
    server.asked = []
    // The playlist of the other rendition; its first segment is in flight.
    server.serve(&reading, most: 1)
    let begun = reading.orders(at: server.now)
    guard case .begin(let errand, let request) = begun.first else { return #expect(Bool(false)) }
    #expect(request.url.name == "c2.ts")
    reading.note(TransferID(number: 999), for: errand)
    for _ in 0..<2 { _ = reading.take(of: 1) }
    let left = reading.orders(at: server.now)
    guard case .cancel(TransferID(number: 999)) = left.first else { return #expect(Bool(false)) }
    #expect(Self.names(reading) == (3...9).map { "a\($0).ts" } && server.asked == ["c.m3u8"])
  }

  @Test("If the other rendition has a gap or fails, the buffer stays")
  func missingInOther() throws {
    for isGap in [false, true] {
      let server = Self.server()
      server.files["c2.ts"] = nil
      let tags = isGap ? [2: "#EXT-X-GAP"] : [:]
      server.files["c.m3u8"] = Self.list("c", 0..<10, isEnded: true, tags: tags)
      var reading = try Self.ahead(server)
      _ = reading.take(of: 1)
      _ = reading.want(.highest, at: server.now)
      server.serve(&reading)
      #expect(Self.names(reading) == (1...9).map { "a\($0).ts" } && reading.failure == nil)
    }
  }

  @Test("A transfer is dropped for a cheaper rendition, or for a higher one if there is time")
  func underWay() throws {
    for (preference, lead, isLeft) in [
      (.lowest, 0, true), (.highest, 0, false), (.highest, 30, true),
      (.atMost(2_000_000), 30, false),
    ] as [(VariantPolicy.Preference, Int, Bool)] {
      let server = Self.server()
      var reading = try Self.reading()
      reading.policy.preference = .atMost(2_000_000)
      server.serve(&reading, most: 2)
      #expect(Self.names(reading) == ["b0.ts"])
      _ = reading.take(of: 1)
      guard case .begin(let errand, _) = reading.orders(at: server.now).first else {
        return #expect(Bool(false))
      }
      reading.note(TransferID(number: 999), for: errand)
      reading.lead = .seconds(lead)
      #expect(reading.want(preference, at: server.now).isEmpty != isLeft, "\(preference) \(lead)")
    }
  }

  @Test("A seek forgets pending replacements")
  func seekWhileReplacing() throws {
    let server = Self.server()
    var reading = try Self.ahead(server)
    _ = reading.take(of: 1)
    _ = reading.want(.highest, at: server.now)
    _ = reading.seek(behind: try #require(reading.place(before: .seconds(25))))
    server.serve(&reading)
    #expect(Self.names(reading) == (6...9).map { "c\($0).ts" })
  }

  @Test("The playing rendition is that of the current picture's segment")
  func played() {
    var played = PlayedEncodings()
    #expect(played.encoding(at: .zero) == nil)
    for _ in 0..<3 { played.note(0, from: MediaTime(10, 1)) }
    played.note(2, from: MediaTime(20, 1))
    played.note(2, from: MediaTime(30, 1))
    played.note(1, from: MediaTime(40, 1))
    for (second, encoding) in [(5, 0), (10, 0), (19, 0), (20, 2), (39, 2), (40, 1), (99, 1)] {
      #expect(played.encoding(at: MediaTime(Int64(second), 1)) == encoding, "at \(second)")
    }
    // After a seek back.
    played.note(0, from: MediaTime(25, 1))
    #expect(played.encoding(at: MediaTime(50, 1)) == 0)
    #expect(played.encoding(at: MediaTime(22, 1)) == 2)
  }
}
