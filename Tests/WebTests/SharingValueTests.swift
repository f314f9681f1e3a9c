import Testing
import VitrineCryptography
import VitrineTiming

@testable import VitrineWeb

/// Requests to file sharing, and its rate.
struct SharingValueTests {
  @Test(
    "A range header selects bytes or is ignored",
    arguments: [
      (nil, .all), ("bytes=0-99", .from(0, through: 99)), ("bytes=5-", .from(5, through: nil)),
      ("bytes=-7", .last(7)), ("bytes=7-7", .from(7, through: 7)), ("bytes=9-7", .all),
      ("bytes=", .all), ("bytes=-", .all), ("bytes=1-2,4-5", .all), ("bytes=1-2-3", .all),
      ("bytes= 1-2", .all), ("bytes=+1-2", .all), ("bytes=0x1-2", .all), ("bytes=1-a", .all),
      ("items=0-1", .all), ("Bytes=0-1", .all), ("bytes=--1", .all),
      ("bytes=99999999999999999999-", .from(.max, through: nil)),
      ("bytes=0-99999999999999999999", .from(0, through: .max)),
      ("bytes=-99999999999999999999", .last(.max)),
    ] as [(String?, RequestedRange)])
  func wishes(field: String?, range: RequestedRange) {
    #expect(RequestedRange(field) == range)
  }

  @Test(
    "A range is limited to the file's bytes",
    arguments: [
      (.all, 10, 0..<10), (.all, 0, 0..<0), (.from(0, through: 9), 10, 0..<10),
      (.from(0, through: 10), 10, 0..<10), (.from(0, through: .max), 10, 0..<10),
      (.from(9, through: 9), 10, 9..<10), (.from(3, through: nil), 10, 3..<10),
      (.from(10, through: nil), 10, nil), (.from(.max, through: .max), .max, nil),
      (.from(0, through: nil), 0, nil), (.last(3), 10, 7..<10), (.last(11), 10, 0..<10),
      (.last(.max), 10, 0..<10), (.last(0), 10, nil), (.last(1), 0, nil),
      (.from(0, through: .max), .max, 0..<Int64.max),
    ] as [(RequestedRange, Int64, Range<Int64>?)])
  func bytes(range: RequestedRange, size: Int64, bytes: Range<Int64>?) {
    #expect(range.bytes(of: size) == bytes)
  }

  @Test("A target has only one spelling")
  func targets() {
    let hex = Digest(of: "film").hex
    #expect(SharingRouter.digest("/content/\(hex)") == Digest(of: "film"))
    for target in [
      "", "/", "/content", "/content/", "/content/\(hex.uppercased())", "/content/\(hex)/",
      "/content/\(hex)?", "/content/\(hex) ", "/content//\(hex)", "//content/\(hex)",
      "/content/\(hex.dropLast())", "/content/\(hex)0", "/content/../content/\(hex)",
      "/Content/\(hex)", "content/\(hex)", "http://a/content/\(hex)", "/content/%61\(hex)",
      "/content/\(hex.dropLast())\u{FF10}", "*",
    ] {
      #expect(SharingRouter.digest(target) == nil, "\(target)")
    }
  }

  @Test("Clients share the rate, and none waits for a share that nobody uses")
  func pace() {
    var pace = BandwidthLimiter(rate: 1_000_000, mostWaiting: 16)
    func at(_ milliseconds: Int64) -> HostTime { HostTime(nanoseconds: milliseconds * 1_000_000) }
    #expect(pace.wait(for: 100_000, at: at(0)) == .zero)
    #expect(pace.wait(for: 100_000, at: at(0)) == .milliseconds(100))
    #expect(pace.wait(for: 100_000, at: at(50)) == .milliseconds(150))
    #expect(pace.wait(for: 100_000, at: at(10_000)) == .zero)
    #expect(pace.wait(for: 100_000, at: at(10_000)) == .milliseconds(100))
    // Clients that have left leave no debt.
    for _ in 0..<10_000 { _ = pace.wait(for: pace.piece, at: at(20_000)) }
    #expect(pace.wait(for: 1, at: at(20_000)) <= .seconds(1))
  }

  @Test(
    "On a slow connection, sixteen clients get their turn before one of them gives up",
    arguments: [0.1, 5, 1000])
  func turns(rate: Double) {
    let pace = BandwidthLimiter(rate: rate * 1e6, mostWaiting: 16)
    #expect(Double(16 * pace.piece) / (rate * 1e6) < 1)
    #expect(pace.piece <= 65536)
  }
}
