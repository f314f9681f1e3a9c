import Testing
import VitrineAddresses
import VitrinePictures
import VitrinePlayback
import VitrineStreams
import VitrineTiming

@testable import VitrineNetwork
@testable import VitrineRemoteMedia

/// The next segment and rendition to request, without a server or time.
struct SegmentSchedulerTests {
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
    func serve(_ scheduler: inout SegmentScheduler, most: Int = 1000) {
      for _ in 0..<most {
        let actions = scheduler.actions(at: now)
        guard !actions.isEmpty else { return }
        for case .begin(let resource, let request) in actions {
          number += 1
          let id = TransferID(number: number)
          scheduler.recordTransfer(id, for: resource)
          if let due = request.notBefore { now = max(now, due) }
          answer(request, id, &scheduler)
        }
      }
    }

    private func answer(
      _ request: TransferRequest, _ id: TransferID, _ scheduler: inout SegmentScheduler
    ) {
      let name = String(request.url.path.dropFirst())
      asked.append(name)
      if let query = request.url.query { queries.append(query) }
      let isCached = kept.contains(name)
      if let error = errors[name] ?? (isCached ? nil : outage) {
        return scheduler.end(id, error, chance: 0, at: now)
      }
      guard let bytes = files[name] else {
        return scheduler.end(id, .status(404, "a"), chance: 0, at: now)
      }
      let start = ignoresRanges ? 0 : Int(request.range?.start ?? 0)
      var head = ResponseHead(
        status: 200, fields: ["content-length": "\(bytes.count)"], url: request.url, scope: .site,
        isCached: isCached)
      if start > 0 {
        let range = "bytes \(start)-\(bytes.count - 1)/\(bytes.count)"
        head = ResponseHead(
          status: 206, fields: ["content-range": range], url: request.url, scope: .site)
      }
      if let error = scheduler.begin(head, of: id) {
        return scheduler.end(id, error, chance: 0, at: now)
      }
      send(bytes[start..<min(bytes.count, cutsAt ?? bytes.count)], id, &scheduler)
      scheduler.end(id, cutsAt == nil ? nil : .cut("a"), chance: 0, at: now)
    }

    private func send(
      _ bytes: ArraySlice<UInt8>, _ id: TransferID, _ scheduler: inout SegmentScheduler
    ) {
      var rest = bytes
      while !rest.isEmpty {
        let part = rest.prefix(inParts ? 16 << 10 : rest.count)
        rest = rest.dropFirst(part.count)
        let step = part.withUnsafeBytes { scheduler.receive($0, of: id, at: now) }
        now = now + Duration(roundingNanoseconds: Double(part.count) * 8e9 / rate)
        guard case .proceed = step else { return }
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

  private static func scheduler(
    _ names: String = "abc", kept: Set<String> = []
  ) throws -> SegmentScheduler {
    var scheduler = SegmentScheduler(
      try names.enumerated().map { index, name in
        .init(
          source: .playlist(try RemoteURL("http://a/\(name).m3u8")),
          variant: .init(bandwidth: 1_000_000 << Int64(index)))
      }, Throughput(), scope: nil, isCached: { url, _ in kept.contains(url.name) })
    scheduler.limits.bytes = 100 << 20
    return scheduler
  }

  private static func names(_ scheduler: SegmentScheduler) -> [String] {
    scheduler.parts.map { $0.segment.url.name }
  }

  @Test("Reading starts with the lowest rendition and steps up with ten seconds buffered")
  func goesUp() throws {
    let server = Self.server()
    var scheduler = try Self.scheduler()
    server.serve(&scheduler)
    #expect(
      Self.names(scheduler) == [
        "a0.ts", "a1.ts", "a2.ts", "c3.ts", "c4.ts", "c5.ts", "c6.ts", "c7.ts", "c8.ts", "c9.ts",
      ])
    #expect(scheduler.parts.map(\.stretch.number) == [1, 1, 1, 2, 2, 2, 2, 2, 2, 2])
    #expect(scheduler.parts[3].stretch.joint == .direct)
    #expect(scheduler.parts[3].stretch.start == .seconds(12))
    #expect(server.asked.filter { $0.hasSuffix("m3u8") } == ["a.m3u8", "c.m3u8"])
    #expect(!scheduler.isAtEnd && scheduler.isFull)
    while let next = scheduler.parts.first { _ = scheduler.removeFirst(of: next.stretch.number) }
    #expect(scheduler.isAtEnd && !scheduler.isStarving)
  }

  private static let played: Set<String> = [
    "a.m3u8", "a0.ts", "a1.ts", "a2.ts", "c.m3u8", "c3.ts", "c4.ts", "c5.ts", "c6.ts", "c7.ts",
    "c8.ts", "c9.ts",
  ]

  @Test("Without the network, reading continues with the cached renditions")
  func offline() throws {
    let server = Self.server()
    (server.kept, server.outage) = (Self.played, .unreachable("a"))
    var scheduler = try Self.scheduler(kept: Self.played)
    server.serve(&scheduler)
    #expect(
      Self.names(scheduler) == [
        "a0.ts", "a1.ts", "a2.ts", "c3.ts", "c4.ts", "c5.ts", "c6.ts", "c7.ts", "c8.ts", "c9.ts",
      ])
    #expect(scheduler.failure == nil && !scheduler.throughput.isKnown)
    #expect(server.asked.filter { !Self.played.contains($0) }.count <= 1, "\(server.asked)")
  }

  @Test("On a slow connection, cached segments are used if they are no worse")
  func keptIsBetter() throws {
    let server = Self.server()
    server.rate = 1_100_000
    server.kept = ["c.m3u8", "c0.ts", "c1.ts", "c5.ts"]
    var scheduler = try Self.scheduler(kept: server.kept)
    server.serve(&scheduler)
    let names = Self.names(scheduler)
    #expect(names[..<3] == ["c0.ts", "c1.ts", "a2.ts"] && names[5] == "c5.ts", "\(names)")
  }

  @Test("A slowing connection steps down before an underrun")
  func goesDown() throws {
    let server = Self.server(segments: 0..<40)
    var scheduler = try Self.scheduler()
    scheduler.limits.time = .seconds(20)
    server.serve(&scheduler)
    server.rate = 1_200_000
    var taken: [String] = []
    for _ in 0..<20 {
      guard let next = scheduler.parts.first else { break }
      taken.append(next.segment.url.name)
      _ = scheduler.removeFirst(of: next.stretch.number)
      server.serve(&scheduler, most: 1)
    }
    #expect(taken.contains { $0.hasPrefix("c") })
    #expect(taken.suffix(3).allSatisfy { $0.hasPrefix("a") }, "\(taken)")
  }

  @Test("Fetching stops at the limits and resumes when there is room")
  func limits() throws {
    let server = Self.server("a", segments: 0..<40)
    var scheduler = try Self.scheduler("a")
    scheduler.limits.time = .seconds(10)
    server.serve(&scheduler)
    #expect(scheduler.parts.count == 3 && scheduler.isFull)
    _ = scheduler.removeFirst(of: 1)
    server.serve(&scheduler)
    #expect(Self.names(scheduler) == ["a1.ts", "a2.ts", "a3.ts"])
    // The lead of data taken out but not played counts.
    scheduler.lead = .seconds(4)
    _ = scheduler.removeFirst(of: 1)
    server.serve(&scheduler)
    #expect(Self.names(scheduler) == ["a2.ts", "a3.ts"])
    scheduler.limits.bytes = 1
    scheduler.lead = .zero
    server.serve(&scheduler)
    #expect(scheduler.parts.count == 2)
  }

  @Test(
    "A missing segment is taken from another rendition, or skipped if it is missing in all"
  )
  func missing() throws {
    let server = Self.server("ab", segments: 0..<6)
    server.files["a1.ts"] = nil
    var scheduler = try Self.scheduler("ab")
    server.serve(&scheduler)
    #expect(Self.names(scheduler) == ["a0.ts", "b1.ts", "b2.ts", "b3.ts", "b4.ts", "b5.ts"])
    let alone = Self.server("a", segments: 0..<6)
    (alone.files["a1.ts"], alone.files["a2.ts"]) = (nil, nil)
    var other = try Self.scheduler("a")
    alone.serve(&other)
    #expect(Self.names(other) == ["a0.ts", "a3.ts", "a4.ts", "a5.ts"])
    #expect(other.parts[1].stretch.number == 2 && other.parts[1].stretch.start == .seconds(12))
    #expect(other.failure == nil)
  }

  @Test("A server without any segment is not a source")
  func allMissing() throws {
    let server = Self.server("a", segments: 0..<100)
    for number in 1..<100 { server.files["a\(number).ts"] = nil }
    var scheduler = try Self.scheduler("a")
    server.serve(&scheduler)
    #expect(scheduler.failure == .status(404, "a"))
    #expect(server.asked.count < 10)
    var none = try Self.scheduler("xy")
    server.serve(&none)
    #expect(none.failure == .status(404, "a"))
  }

  @Test("A server error is retried, and then another rendition is tried")
  func trouble() throws {
    let server = Self.server("ab", segments: 0..<6)
    server.errors["a1.ts"] = .status(503, "a")
    var scheduler = try Self.scheduler("ab")
    server.serve(&scheduler)
    #expect(server.asked.filter { $0 == "a1.ts" }.count == 3)
    #expect(Self.names(scheduler)[1] == "b1.ts" && scheduler.trouble == nil)
  }

  @Test("While the network is down, requests are retried indefinitely with back-off")
  func away() throws {
    let server = Self.server("a", segments: 0..<6)
    server.errors["a1.ts"] = .unreachable("a")
    var scheduler = try Self.scheduler("a")
    let before = server.now
    server.serve(&scheduler, most: 100)
    #expect(scheduler.failure == nil && scheduler.trouble == .unreachable("a"))
    #expect(server.now - before > .seconds(90))
    _ = scheduler.removeFirst(of: 1)
    #expect(scheduler.isStarving)
    server.errors = [:]
    server.serve(&scheduler)
    #expect(scheduler.parts.count == 5 && scheduler.trouble == nil)
  }

  @Test(
    "If a server does not respond, only another server's rendition is tried",
    arguments: [("a", false), ("b", true)])
  func elsewhere(host: String, isElsewhere: Bool) throws {
    let server = Self.server("ab", segments: 0..<6)
    server.errors["a1.ts"] = .timedOut(.connecting, "a")
    var scheduler = SegmentScheduler(
      [
        .init(source: .playlist(try RemoteURL("http://a/a.m3u8")), variant: .init(bandwidth: 1)),
        .init(
          source: .playlist(try RemoteURL("http://\(host)/b.m3u8")),
          variant: .init(bandwidth: 100_000_000)),
      ], Throughput(), scope: nil)
    server.serve(&scheduler, most: 20)
    #expect(server.asked.contains("b1.ts") == isElsewhere)
    #expect(server.asked.count { $0 == "a1.ts" } == (isElsewhere ? 3 : 18))
    server.errors = [:]
    server.serve(&scheduler)
    #expect(Self.names(scheduler)[1] == (isElsewhere ? "b1.ts" : "a1.ts"))
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
    var scheduler = try Self.scheduler("a")
    server.serve(&scheduler)
    #expect(server.asked.prefix(3) == ["a.m3u8", "k", "m"])
    #expect(!server.asked.contains("a1.ts"))
  }

  @Test("Invalid keys are reported")
  func badKey() throws {
    let server = Self.server("a", segments: 0..<2)
    server.files["a.m3u8"] = Self.list(
      "a", 0..<2, isEnded: true, tags: [0: "#EXT-X-KEY:METHOD=AES-128,URI=\"k\""])
    server.files["k"] = [1, 2, 3]
    var scheduler = try Self.scheduler("a")
    server.serve(&scheduler)
    #expect(scheduler.failure == .invalidResponse("the segment's key is not 16 bytes long"))
  }

  @Test("Reading resumes at any position and forgets requests in flight")
  func seeks() throws {
    let server = Self.server("a")
    var scheduler = try Self.scheduler("a")
    server.serve(&scheduler, most: 3)
    let place = try #require(scheduler.place(before: .seconds(25)))
    #expect(place.end == .seconds(24))
    _ = scheduler.seek(behind: place)
    server.serve(&scheduler)
    #expect(Self.names(scheduler) == ["a6.ts", "a7.ts", "a8.ts", "a9.ts"])
    #expect(scheduler.parts[0].stretch.start == .seconds(24))
  }

  @Test("An idle reader requests nothing until a seek")
  func rests() throws {
    let server = Self.server("a")
    var scheduler = try Self.scheduler("a")
    server.serve(&scheduler, most: 3)
    _ = scheduler.actions(at: server.now)
    _ = scheduler.rest()
    let count = server.asked.count
    server.serve(&scheduler)
    #expect(server.asked.count == count && scheduler.isFull)
    _ = scheduler.seek(behind: try #require(scheduler.place(before: .seconds(25))))
    server.serve(&scheduler)
    #expect(Self.names(scheduler).first == "a6.ts")
  }

  @Test("A track with one segment per position requests no others")
  func oneEach() throws {
    let server = Self.server("a")
    var scheduler = try Self.scheduler("a")
    (scheduler.limits.count, scheduler.limits.stretch) = (1, .zero)
    for (time, name) in [(5, "a1.ts"), (30, "a7.ts"), (6, "a1.ts")] {
      _ = scheduler.seek(to: .seconds(time))
      server.serve(&scheduler)
      #expect(Self.names(scheduler) == [name] && !scheduler.isAtEnd)
      _ = scheduler.removeFirst(of: try #require(scheduler.parts.first).stretch.number)
      server.serve(&scheduler)
      #expect(scheduler.isAtEnd)
    }
  }

  @Test("A segment that cannot be parsed is replaced from another rendition from then on")
  func refusal() throws {
    let server = Self.server("ab", segments: 0..<6)
    var scheduler = try Self.scheduler("ab")
    server.serve(&scheduler, most: 5)
    _ = scheduler.removeFirst(of: 1)
    _ = scheduler.refuse(at: server.now)
    server.serve(&scheduler)
    #expect(Self.names(scheduler) == ["b1.ts", "b2.ts", "b3.ts", "b4.ts", "b5.ts"])
    #expect(scheduler.parts.allSatisfy { $0.stretch.number > 1 })
  }

  @Test("A live playlist is reloaded, and its new segments are read")
  func live() throws {
    let server = Self.server("a", segments: 0..<40)
    server.files["a.m3u8"] = Self.list("a", 0..<6, isEnded: false)
    var scheduler = try Self.scheduler("a")
    server.serve(&scheduler, most: 6)
    #expect(Self.names(scheduler) == ["a3.ts", "a4.ts", "a5.ts"])
    let before = server.now
    server.files["a.m3u8"] = Self.list("a", 1..<7, isEnded: false)
    server.serve(&scheduler, most: 3)
    #expect(Self.names(scheduler).last == "a6.ts" && server.now - before >= .seconds(2))
    // After a while without reads, the remaining segments continue in another era.
    for number in 1...4 { _ = scheduler.removeFirst(of: number == 0 ? 0 : 1) }
    server.files["a.m3u8"] = Self.list("a", 20..<26, isEnded: false)
    server.serve(&scheduler, most: 8)
    #expect(Self.names(scheduler).first == "a23.ts")
    #expect(scheduler.parts.first?.stretch.era == 1)
    #expect(scheduler.parts.first?.stretch.joint == .missed)
  }

  @Test("A live playlist that ends is played to its end")
  func liveEnds() throws {
    let server = Self.server("a", segments: 0..<40)
    server.files["a.m3u8"] = Self.list("a", 0..<6, isEnded: false)
    var scheduler = try Self.scheduler("a")
    server.serve(&scheduler, most: 6)
    server.files["a.m3u8"] = Self.list("a", 0..<7, isEnded: true)
    server.serve(&scheduler)
    #expect(Self.names(scheduler) == ["a3.ts", "a4.ts", "a5.ts", "a6.ts"])
    while scheduler.removeFirst(of: 1) != nil {}
    #expect(scheduler.isAtEnd)
  }

  @Test("A playlist without segments, and a multivariant one in its place, are reported")
  func badLists() throws {
    for text in [
      "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-ENDLIST\n",
      "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n", "<html>", "",
    ] {
      let server = Server()
      server.files["a.m3u8"] = Array(text.utf8)
      var scheduler = try Self.scheduler("a")
      server.serve(&scheduler)
      guard case .unplayable = scheduler.failure else {
        Issue.record("\(text): \(String(describing: scheduler.failure))")
        continue
      }
    }
  }

  @Test("A late segment is abandoned once for a cheaper one")
  func givenUp() throws {
    let server = Self.server(segments: 0..<10)
    server.inParts = true
    var scheduler = try Self.scheduler()
    server.serve(&scheduler)
    // The connection slows down, and a visitor seeks: nothing is buffered ahead.
    server.rate = 1_200_000
    let place = try #require(scheduler.place(before: .seconds(20)))
    _ = scheduler.seek(behind: place)
    server.asked = []
    server.serve(&scheduler, most: 12)
    #expect(scheduler.parts.first?.segment.url.name == "a5.ts", "\(server.asked)")
    #expect(server.asked.filter { $0.hasSuffix("5.ts") }.count <= 2, "\(server.asked)")
  }

  @Test("A rendition that fits no display does not cause endless requests")
  func missingInThoseThatFit() throws {
    let server = Self.server("ab", segments: 0..<6)
    (server.files["a5.ts"], server.files["b5.ts"]) = (nil, nil)
    var scheduler = SegmentScheduler(
      try ["a", "b", "c"].enumerated().map { index, name in
        .init(
          source: .playlist(try RemoteURL("http://a/\(name).m3u8")),
          variant: .init(
            bandwidth: 1_000_000 << Int64(index), width: [640, 1280, 3840][index],
            height: [360, 720, 2160][index]))
      }, Throughput(), scope: nil)
    scheduler.policy.largest = .init(1280, 720)
    server.serve(&scheduler)
    #expect(scheduler.parts.count == 5 && server.asked.count < 20, "\(server.asked)")
    while let next = scheduler.parts.first { _ = scheduler.removeFirst(of: next.stretch.number) }
    #expect(scheduler.isAtEnd)
  }

  @Test("The rest of a film may be short")
  func nearTheEnd() throws {
    let server = Self.server("a", segments: 0..<3)
    var scheduler = try Self.scheduler("a")
    server.serve(&scheduler)
    _ = scheduler.seek(behind: try #require(scheduler.place(before: .seconds(11))))
    server.serve(&scheduler)
    let number = try #require(scheduler.parts.first?.stretch.number)
    _ = scheduler.removeFirst(of: number)
    #expect(scheduler.isFull && scheduler.isAtEnd)
  }

  @Test("Segments dropped from a playlist before they were requested are reported")
  func skipped() throws {
    let server = Self.server("a", segments: 0..<3)
    server.files["a.m3u8"] = Self.list(
      "a", 0..<3, isEnded: true, tags: [0: "#EXT-X-SKIP:SKIPPED-SEGMENTS=900"])
    var scheduler = try Self.scheduler("a")
    server.serve(&scheduler)
    guard case .unplayable = scheduler.failure else {
      return #expect(Bool(false), "\(scheduler.parts)")
    }
  }

  @Test("A live rendition that stalls is replaced by another")
  func stuck() throws {
    let server = Self.server("ab", segments: 0..<40)
    for name in ["a", "b"] { server.files["\(name).m3u8"] = Self.list(name, 0..<6, isEnded: false) }
    var scheduler = try Self.scheduler("ab")
    server.serve(&scheduler, most: 6)
    server.files["b.m3u8"] = Self.list("b", 4..<10, isEnded: false)
    server.serve(&scheduler, most: 20)
    #expect(Self.names(scheduler).contains("b6.ts"), "\(Self.names(scheduler))")
  }

  @Test("A live playlist that is emptied at its end has ended")
  func emptied() throws {
    let server = Self.server("a", segments: 0..<40)
    server.files["a.m3u8"] = Self.list("a", 0..<6, isEnded: false)
    var scheduler = try Self.scheduler("a")
    server.serve(&scheduler, most: 6)
    server.files["a.m3u8"] = Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-ENDLIST\n".utf8)
    server.serve(&scheduler, most: 50)
    while scheduler.removeFirst(of: 1) != nil {}
    #expect(scheduler.isAtEnd)
  }

  @Test("A changed response after a broken one starts over", arguments: [500, 700_000])
  func otherAnswer(count: Int) throws {
    let server = Self.server("a", segments: 0..<2)
    var scheduler = try Self.scheduler("a")
    server.serve(&scheduler, most: 1)
    server.cutsAt = 400_000
    server.serve(&scheduler, most: 1)
    server.cutsAt = nil
    server.files["a0.ts"] = .init(repeating: 9, count: count)
    server.ignoresRanges = true
    server.serve(&scheduler)
    #expect(scheduler.parts.first?.bytes.count == count)
  }

  /// The lowest rendition is buffered in full, 40 s of it; the bandwidth is 100 Mbit/s.
  private static func ahead(_ server: Server) throws -> SegmentScheduler {
    var scheduler = try Self.scheduler()
    scheduler.policy.preference = .lowest
    server.serve(&scheduler)
    return scheduler
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
    var scheduler = try Self.ahead(server)
    _ = scheduler.removeFirst(of: 1)
    (scheduler.reached, scheduler.lead) = (.seconds(reached), .seconds(lead))
    #expect(scheduler.want(.highest, at: server.now).isEmpty)
    // The old buffer stays until the replacement arrives.
    #expect(scheduler.parts.count == 9 && scheduler.ahead == .seconds(36))
    server.serve(&scheduler)
    let names = (1...9).map { $0 <= kept ? "a\($0).ts" : "c\($0).ts" }
    #expect(Self.names(scheduler) == names)
    #expect(scheduler.parts[kept].stretch.joint == .direct)
    #expect(scheduler.parts[kept].stretch.number == 2)
  }

  @Test("Buffered segments of the requested rendition stay and are not requested again")
  func sameQuality() throws {
    let server = Self.server()
    var scheduler = try Self.scheduler()
    server.serve(&scheduler)
    let (names, asked) = (Self.names(scheduler), server.asked.count)
    scheduler.lead = .seconds(30)
    _ = scheduler.removeFirst(of: 1)
    _ = scheduler.removeFirst(of: 1)
    _ = scheduler.removeFirst(of: 1)
    _ = scheduler.want(.atMost(4_000_000), at: server.now)
    server.serve(&scheduler)
    #expect(Self.names(scheduler) == Array(names.dropFirst(3)) && server.asked.count == asked)
  }

  @Test("On a slow connection, more is buffered so that the replacement arrives in time")
  func slowConnection() throws {
    let server = Self.server()
    server.rate = 1_500_000
    var scheduler = try Self.ahead(server)
    _ = scheduler.removeFirst(of: 1)
    server.inParts = true
    _ = scheduler.want(.highest, at: server.now)
    server.serve(&scheduler, most: 2)
    // 4 s of 4 Mbit/s take 11 s.
    #expect(Self.names(scheduler) == (1...5).map { "a\($0).ts" } + ["c6.ts"])
  }

  @Test("A segment needed before its replacement plays and is not requested again")
  func tooLate() throws {
    let server = Self.server()
    var scheduler = try Self.ahead(server)
    _ = scheduler.removeFirst(of: 1)
    _ = scheduler.want(.highest, at: server.now)
    server.asked = []
    // The playlist of the other rendition; its first segment is in flight.
    server.serve(&scheduler, most: 1)
    let begun = scheduler.actions(at: server.now)
    guard case .begin(let resource, let request) = begun.first else { return #expect(Bool(false)) }
    #expect(request.url.name == "c2.ts")
    scheduler.recordTransfer(TransferID(number: 999), for: resource)
    for _ in 0..<2 { _ = scheduler.removeFirst(of: 1) }
    let left = scheduler.actions(at: server.now)
    guard case .cancel(TransferID(number: 999)) = left.first else { return #expect(Bool(false)) }
    #expect(Self.names(scheduler) == (3...9).map { "a\($0).ts" } && server.asked == ["c.m3u8"])
  }

  @Test("If the other rendition has a gap or fails, the buffer stays")
  func missingInOther() throws {
    for isGap in [false, true] {
      let server = Self.server()
      server.files["c2.ts"] = nil
      let tags = isGap ? [2: "#EXT-X-GAP"] : [:]
      server.files["c.m3u8"] = Self.list("c", 0..<10, isEnded: true, tags: tags)
      var scheduler = try Self.ahead(server)
      _ = scheduler.removeFirst(of: 1)
      _ = scheduler.want(.highest, at: server.now)
      server.serve(&scheduler)
      #expect(Self.names(scheduler) == (1...9).map { "a\($0).ts" } && scheduler.failure == nil)
    }
  }

  @Test("A transfer is dropped for a cheaper rendition, or for a higher one if there is time")
  func underWay() throws {
    for (preference, lead, isLeft) in [
      (.lowest, 0, true), (.highest, 0, false), (.highest, 30, true),
      (.atMost(2_000_000), 30, false),
    ] as [(VariantPolicy.Preference, Int, Bool)] {
      let server = Self.server()
      var scheduler = try Self.scheduler()
      scheduler.policy.preference = .atMost(2_000_000)
      server.serve(&scheduler, most: 2)
      #expect(Self.names(scheduler) == ["b0.ts"])
      _ = scheduler.removeFirst(of: 1)
      guard case .begin(let resource, _) = scheduler.actions(at: server.now).first else {
        return #expect(Bool(false))
      }
      scheduler.recordTransfer(TransferID(number: 999), for: resource)
      scheduler.lead = .seconds(lead)
      #expect(scheduler.want(preference, at: server.now).isEmpty != isLeft, "\(preference) \(lead)")
    }
  }

  @Test("A seek forgets pending replacements")
  func seekWhileReplacing() throws {
    let server = Self.server()
    var scheduler = try Self.ahead(server)
    _ = scheduler.removeFirst(of: 1)
    _ = scheduler.want(.highest, at: server.now)
    _ = scheduler.seek(behind: try #require(scheduler.place(before: .seconds(25))))
    server.serve(&scheduler)
    #expect(Self.names(scheduler) == (6...9).map { "c\($0).ts" })
  }

  @Test("The playing rendition is that of the current picture's segment")
  func played() {
    var played = PlayedEncodings()
    #expect(played.encoding(at: .zero) == nil)
    for _ in 0..<3 { played.record(0, from: MediaTime(10, 1)) }
    played.record(2, from: MediaTime(20, 1))
    played.record(2, from: MediaTime(30, 1))
    played.record(1, from: MediaTime(40, 1))
    for (second, encoding) in [(5, 0), (10, 0), (19, 0), (20, 2), (39, 2), (40, 1), (99, 1)] {
      #expect(played.encoding(at: MediaTime(Int64(second), 1)) == encoding, "at \(second)")
    }
    // After a seek back.
    played.record(0, from: MediaTime(25, 1))
    #expect(played.encoding(at: MediaTime(50, 1)) == 0)
    #expect(played.encoding(at: MediaTime(22, 1)) == 2)
  }
}
