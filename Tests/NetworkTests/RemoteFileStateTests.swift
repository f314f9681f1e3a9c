import Testing
import VitrineAddresses

@testable import VitrineNetwork

/// The next requests and the accepted responses, without a server or time.
struct RemoteFileStateTests {
  /// The server's side of the table: each response in a line.
  private static func head(
    _ status: Int, _ fields: [String: String] = [:]
  ) throws -> ResponseHead {
    ResponseHead(status: status, fields: fields, url: try RemoteURL("http://a/b"), scope: .site)
  }

  private func begun(_ reading: inout RemoteFileState) throws -> (TransferID, ByteRange?) {
    let actions = reading.actions()
    guard case .begin(let range, _, _)? = actions.first, actions.count == 1 else {
      throw Failure(actions: actions)
    }
    let id = TransferID(number: numbers.next())
    reading.recordTransfer(id, for: range)
    return (id, range)
  }

  private struct Failure: Error { let actions: [RemoteFileState.Action] }
  private final class Numbers {
    private var last = 0; func next() -> Int { last += 1; return last }
  }
  private let numbers = Numbers()

  private func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 7, count: count) }

  @discardableResult
  private func give(_ count: Int, _ id: TransferID, _ reading: inout RemoteFileState)
    -> TransferStep
  {
    bytes(count).withUnsafeBytes { reading.receive($0, of: id) }
  }

  private func read(_ position: Int64, _ reading: inout RemoteFileState) -> Int {
    var buffer = bytes(1000)
    return buffer.withUnsafeMutableBytes { reading.read(at: position, into: $0) }
  }

  @Test("A little of the beginning is requested first, then pieces ahead of the reader, to a limit")
  func ahead() throws {
    var reading = RemoteFileState(ReadAhead())
    let (first, range) = try begun(&reading)
    #expect(range == ByteRange(0, 1 << 20))
    #expect(reading.actions() == [])
    let size: Int64 = 100 << 20
    var known = try Self.head(206, ["content-range": "bytes 0-1048575/\(size)"])
    #expect(reading.begin(known, of: first) == nil)
    give(1 << 20, first, &reading)
    reading.end(first, nil, chance: 0)
    var place: Int64 = 1 << 20
    while case .begin(let piece?, _, _)? = reading.actions().first {
      #expect(piece == ByteRange(place, place + (4 << 20)))
      let id = TransferID(number: numbers.next())
      reading.recordTransfer(id, for: piece)
      known = try Self.head(
        206, ["content-range": "bytes \(place)-\(place + (4 << 20) - 1)/\(size)"])
      #expect(reading.begin(known, of: id) == nil)
      give(4 << 20, id, &reading)
      reading.end(id, nil, chance: 0)
      place += 4 << 20
      try #require(place < size)
    }
    // No more than the limit is buffered ahead, and further reads request more.
    #expect(reading.ahead == 21 << 20)
    #expect(read(2 << 20, &reading) == 1000)
    #expect(reading.actions().count == 1)
  }

  @Test("The target of a seek is requested in parallel with the current range")
  func jump() throws {
    var reading = RemoteFileState(ReadAhead())
    let (first, _) = try begun(&reading)
    #expect(
      reading.begin(try Self.head(206, ["content-range": "bytes 0-1048575/90000000"]), of: first)
        == nil)
    give(1000, first, &reading)
    #expect(read(89_000_000, &reading) == 0)
    let (_, range) = try begun(&reading)
    #expect(range == ByteRange(89_000_000, 90_000_000))
    // A third position replaces the oldest request.
    #expect(read(50_000_000, &reading) == 0)
    #expect(
      reading.actions() == [
        .cancel(first),
        .begin(ByteRange(50_000_000, 50_000_000 + (4 << 20)), after: .zero, isRetry: false),
      ])
  }

  @Test(
    "A response to another request ends the read with its cause",
    arguments: [
      (206, [:], "without Content-Range"),
      (206, ["content-range": "bytes 5-10/100"], "requested byte 0, received byte 5"),
      (206, ["content-range": "bytes 0-9/100", "content-length": "11"], "received 11 bytes"),
      (206, ["content-range": "nonsense"], "without Content-Range"),
      (204, [:], "status 204"),
      (416, ["content-range": "bytes */100"], ""),
    ] as [(Int, [String: String], String)])
  func lies(status: Int, fields: [String: String], cause: String) throws {
    var reading = RemoteFileState(ReadAhead())
    let (id, _) = try begun(&reading)
    let answer = try Self.head(status, fields)
    let error = reading.begin(answer, of: id)
    if cause.isEmpty {
      // An empty part of a non-empty file: the response to another request.
      #expect(error != nil)
    } else {
      #expect(try #require(error).description.contains(cause))
    }
  }

  @Test("Another version or length of the file ends the read")
  func changed() throws {
    for fields in [
      ["content-range": "bytes 1048576-5242879/9000000", "etag": "\"b\""],
      ["content-range": "bytes 1048576-5242879/9000001", "etag": "\"a\""],
    ] {
      var reading = RemoteFileState(ReadAhead())
      let (first, _) = try begun(&reading)
      let head = try Self.head(
        206, ["content-range": "bytes 0-1048575/9000000", "etag": "\"a\""])
      #expect(reading.begin(head, of: first) == nil)
      give(1 << 20, first, &reading)
      reading.end(first, nil, chance: 0)
      let (second, _) = try begun(&reading)
      #expect(reading.begin(try Self.head(206, fields), of: second) == .changed)
    }
  }

  @Test("A broken transfer resumes on a new connection with back-off")
  func again() throws {
    var reading = RemoteFileState(ReadAhead())
    let (first, _) = try begun(&reading)
    let head = try Self.head(206, ["content-range": "bytes 0-1048575/90000000"])
    #expect(reading.begin(head, of: first) == nil)
    give(1000, first, &reading)
    reading.end(first, .cut("a"), chance: 1)
    #expect(reading.trouble == .cut("a"))
    var piece = ByteRange(1000, 1000 + (4 << 20))
    #expect(reading.actions() == [.begin(piece, after: .milliseconds(500), isRetry: true)])
    let (second, _) = try begun(&reading)
    reading.end(second, .unreachable("a"), chance: 1)
    #expect(reading.actions() == [.begin(piece, after: .seconds(1), isRetry: true)])
    let (third, _) = try begun(&reading)
    let rest = try Self.head(206, ["content-range": "bytes 1000-4195303/90000000"])
    #expect(reading.begin(rest, of: third) == nil)
    give(500, third, &reading)
    #expect(reading.trouble == nil)
    reading.end(third, .cut("a"), chance: 1)
    piece = ByteRange(1500, 1500 + (4 << 20))
    #expect(reading.actions() == [.begin(piece, after: .milliseconds(500), isRetry: true)])
  }

  @Test("A short response is followed at once by a request for the rest")
  func shorter() throws {
    var reading = RemoteFileState(ReadAhead())
    let (first, _) = try begun(&reading)
    let head = try Self.head(206, ["content-range": "bytes 0-999/90000000"])
    #expect(reading.begin(head, of: first) == nil)
    give(1000, first, &reading)
    reading.end(first, nil, chance: 0)
    #expect(try begun(&reading).1?.start == 1000)
  }

  @Test("A response without a byte is not retried at once")
  func nothing() throws {
    var reading = RemoteFileState(ReadAhead())
    let (first, _) = try begun(&reading)
    #expect(
      reading.begin(try Self.head(206, ["content-range": "bytes 0-999/90000000"]), of: first) == nil
    )
    reading.end(first, nil, chance: 1)
    guard case .begin(_, let pause, isRetry: true)? = reading.actions().first else {
      Issue.record("the request was not retried")
      return
    }
    #expect(pause > .zero)
  }

  @Test(
    "A server without ranges sends the file from the start and is paused once enough is buffered")
  func stream() throws {
    var reading = RemoteFileState(ReadAhead())
    let (first, _) = try begun(&reading)
    #expect(reading.begin(try Self.head(200, ["content-length": "90000000"]), of: first) == nil)
    #expect(reading.mode == .stream && reading.size == 90_000_000)
    var halted = false
    for _ in 0..<40 where !halted {
      if case .pause = give(1 << 20, first, &reading) { halted = true }
    }
    #expect(halted && reading.ahead == 24 << 20)
    #expect(reading.actions() == [])
    _ = read(13 << 20, &reading)
    #expect(reading.actions() == [.resume(first)])
    // An interrupted response restarts from the beginning; the bytes already received are
    // dropped.
    reading.end(first, .cut("a"), chance: 1)
    let (second, range) = try begun(&reading)
    #expect(range == nil)
    #expect(reading.begin(try Self.head(200, ["content-length": "90000000"]), of: second) == nil)
    give(24 << 20, second, &reading)
    #expect(reading.ahead == 11 << 20)
    give(1000, second, &reading)
    #expect(reading.ahead == 11 << 20 + 1000)
  }

  @Test(
    "If a server refuses every range, the whole file is requested",
    arguments: [403, 406, 416, 501])
  func refusedParts(status: Int) throws {
    var reading = RemoteFileState(ReadAhead())
    let (first, _) = try begun(&reading)
    reading.end(first, .status(status, "a"), chance: 0)
    let (second, range) = try begun(&reading)
    #expect(range == nil)
    // The second refusal concerns the file.
    reading.end(second, .status(status, "a"), chance: 0)
    #expect(reading.actions() == [])
    #expect(reading.failure == .status(status, "a"))
  }

  @Test("A transfer that breaks off with enough buffered restarts only when needed")
  func streamInTime() throws {
    var reading = RemoteFileState(ReadAhead())
    let (first, _) = try begun(&reading)
    #expect(reading.begin(try Self.head(200, ["content-length": "90000000"]), of: first) == nil)
    for _ in 0..<20 { give(1 << 20, first, &reading) }
    reading.end(first, .cut("a"), chance: 1)
    #expect(reading.actions() == [])
    _ = read(10 << 20, &reading)
    #expect(reading.actions().count == 1)
  }

  @Test("A second response without a length does not shift the beginning")
  func secondAnswer() throws {
    var reading = RemoteFileState(ReadAhead())
    let (first, _) = try begun(&reading)
    #expect(reading.begin(try Self.head(200, ["content-length": "5000"]), of: first) == nil)
    give(1000, first, &reading)
    reading.end(first, .cut("a"), chance: 1)
    let (second, _) = try begun(&reading)
    #expect(reading.begin(try Self.head(200), of: second) == nil)
    give(1000, second, &reading)
    #expect(reading.ahead == 1000)
    // A page instead of the file is not an end: the file is requested again, after a pause.
    reading.end(second, nil, chance: 1)
    #expect(!reading.isWhole)
    guard case .begin(_, let pause, isRetry: true)? = reading.actions().first else {
      Issue.record("the request was not retried")
      return
    }
    #expect(pause > .zero)
  }

  @Test("The body of a 416 response is not used as file content")
  func wordsOf416() throws {
    var reading = RemoteFileState(ReadAhead())
    let (first, _) = try begun(&reading)
    #expect(
      reading.begin(try Self.head(206, ["content-range": "bytes 0-999/*"]), of: first) == nil)
    give(1000, first, &reading)
    reading.end(first, nil, chance: 0)
    _ = read(1000, &reading)
    let (second, _) = try begun(&reading)
    #expect(reading.begin(try Self.head(416, ["content-range": "bytes */1000"]), of: second) == nil)
    guard case .enough = give(500, second, &reading) else {
      Issue.record("the body was accepted")
      return
    }
    #expect(reading.isAtEnd && read(1000, &reading) == 0)
  }

  @Test("A connection is reused after a complete response")
  func exact() throws {
    var reading = RemoteFileState(ReadAhead())
    let (first, _) = try begun(&reading)
    let known = try Self.head(206, ["content-range": "bytes 0-1048575/90000000"])
    #expect(reading.begin(known, of: first) == nil)
    guard case .proceed = give(1 << 20, first, &reading) else {
      Issue.record("the transfer was ended")
      return
    }
  }

  @Test("A server that makes almost no progress, or stops at the same byte, is abandoned")
  func poor() throws {
    var reading = RemoteFileState(ReadAhead())
    var (place, pauses) = (Int64(0), 0)
    for _ in 0..<6 {
      if case .begin(_, let pause, _)? = reading.actions().first, pause > .zero { pauses += 1 }
      let (id, _) = try begun(&reading)
      let answer = try Self.head(206, ["content-range": "bytes \(place)-\(place)/90000000"])
      #expect(reading.begin(answer, of: id) == nil)
      give(1, id, &reading)
      reading.end(id, nil, chance: 1)
      place += 1
    }
    #expect(pauses > 0)
    reading = RemoteFileState(ReadAhead())
    for _ in 0..<40 where reading.failure == nil {
      let (id, _) = try begun(&reading)
      let answer = try Self.head(206, ["content-range": "bytes 0-1048575/90000000"])
      #expect(reading.begin(answer, of: id) == nil)
      reading.end(id, .cut("a"), chance: 1)
    }
    #expect(try #require(reading.failure).description.contains("before byte 1"))
  }

  @Test("A bad connection is not a bad server: reading continues while new bytes arrive")
  func badLine() throws {
    var reading = RemoteFileState(ReadAhead())
    var place: Int64 = 0
    for _ in 0..<100 {
      let (id, range) = try begun(&reading)
      #expect(range?.start == place)
      let answer = try Self.head(
        206, ["content-range": "bytes \(place)-\(place + 999_999)/90000000"])
      #expect(reading.begin(answer, of: id) == nil)
      give(100, id, &reading)
      reading.end(id, .cut("a"), chance: 1)
      place += 100
    }
    #expect(reading.failure == nil)
  }

  @Test("A server without ranges that ends at the same byte is not read forever")
  func sameByte() throws {
    var reading = RemoteFileState(ReadAhead())
    var (asked, longest) = (0, Duration.zero)
    while reading.failure == nil, asked < 100 {
      if case .begin(_, let pause, _)? = reading.actions().first { longest = max(longest, pause) }
      let (id, _) = try begun(&reading)
      #expect(reading.begin(try Self.head(200, ["content-length": "9000000"]), of: id) == nil)
      give(1_000_000, id, &reading)
      reading.end(id, .cut("a"), chance: 1)
      asked += 1
    }
    #expect(try #require(reading.failure).description.contains("before byte 1000001"))
    // Repeated bytes do not count as progress: the pauses grow.
    #expect(longest == .seconds(4) && asked > 20)
  }

  @Test("No position in a file of unknown size traps")
  func farAway() throws {
    var reading = RemoteFileState(ReadAhead())
    let (first, _) = try begun(&reading)
    let known = try Self.head(206, ["content-range": "bytes 0-1048575/*"])
    #expect(reading.begin(known, of: first) == nil)
    #expect(read(.max - 1, &reading) == 0)
    #expect(reading.actions() == [.begin(ByteRange(.max - 1, .max), after: .zero, isRetry: false)])
  }

  @Test("Without a length, the end of the response is the end of the file")
  func noLength() throws {
    var reading = RemoteFileState(ReadAhead())
    let (first, _) = try begun(&reading)
    #expect(reading.begin(try Self.head(200), of: first) == nil)
    give(1500, first, &reading)
    reading.end(first, nil, chance: 0)
    #expect(reading.size == 1500 && reading.isWhole)
    #expect(reading.actions() == [])
  }
}
