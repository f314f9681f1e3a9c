import Testing
import VitrineAddresses

@testable import VitrineNetwork

/// Ranges of files, as servers send them.
struct ResourceFetchTests {
  private static func head(_ status: Int, _ fields: [String: String]) throws -> ResponseHead {
    ResponseHead(
      status: status, fields: fields, url: try RemoteURL("http://a/film.mp4"), scope: .machine)
  }

  @Test(
    "A range beyond the file's end is complete with the bytes that exist",
    arguments: [
      (206, ["content-range": "bytes 40-99/100", "content-length": "60"]),
      (200, ["content-length": "100"]),
    ])
  func shortFile(status: Int, fields: [String: String]) throws {
    var fetch = ResourceFetch(try RemoteURL("http://a/film.mp4"), range: 40..<101, most: 1000)
    #expect(fetch.begin(try Self.head(status, fields)) == nil)
    #expect(fetch.size == 60)
    let (skipped, new, _) = fetch.receive(status == 200 ? 100 : 60)
    #expect(skipped == (status == 200 ? 40 : 0) && new == 60)
    #expect(fetch.end(nil, chance: 0) == .complete)
  }

  @Test(
    "A connection cut inside its range is incomplete",
    arguments: [
      ["content-range": "bytes 40-99/200"], ["content-range": "bytes 40-99/*"],
    ])
  func cut(fields: [String: String]) throws {
    var fetch = ResourceFetch(try RemoteURL("http://a/film.mp4"), range: 40..<100, most: 1000)
    #expect(fetch.begin(try Self.head(206, fields)) == nil)
    _ = fetch.receive(59)
    guard case .retry = fetch.end(nil, chance: 0) else {
      return #expect(Bool(false), "\(fetch.received)")
    }
  }
}
