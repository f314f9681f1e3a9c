import Testing
import VitrineStreams

@testable import VitrineNetwork

/// Parts of files, as servers give them.
struct ResourceFetchTests {
  private static func head(_ status: Int, _ fields: [String: String]) throws -> ResponseHead {
    ResponseHead(
      status: status, fields: fields, url: try RemoteURL("http://a/film.mp4"), scope: .machine)
  }

  @Test(
    "a range that ends behind the end of its file is whole with what is there of it",
    arguments: [
      (206, ["content-range": "bytes 40-99/100", "content-length": "60"]),
      (200, ["content-length": "100"]),
    ])
  func shortFile(status: Int, fields: [String: String]) throws {
    var fetch = ResourceFetch(try RemoteURL("http://a/film.mp4"), range: 40..<101, most: 1000)
    #expect(fetch.begin(try Self.head(status, fields)) == nil)
    #expect(fetch.size == 60)
    let (skipped, new, _) = fetch.take(status == 200 ? 100 : 60)
    #expect(skipped == (status == 200 ? 40 : 0) && new == 60)
    #expect(fetch.end(nil, chance: 0) == .whole)
  }

  @Test(
    "a connection that is cut inside of its range is not whole",
    arguments: [
      ["content-range": "bytes 40-99/200"], ["content-range": "bytes 40-99/*"],
    ])
  func cut(fields: [String: String]) throws {
    var fetch = ResourceFetch(try RemoteURL("http://a/film.mp4"), range: 40..<100, most: 1000)
    #expect(fetch.begin(try Self.head(206, fields)) == nil)
    _ = fetch.take(59)
    guard case .again = fetch.end(nil, chance: 0) else {
      return #expect(Bool(false), "\(fetch.received)")
    }
  }
}
