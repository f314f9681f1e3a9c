import NIOHTTP1
import Testing

@testable import VitrineWeb

/// Requests refused before anything is executed.
struct RequestValidatorTests {
  private let validator = RequestValidator(names: ["foyer"])

  private func denial(
    _ method: HTTPMethod, _ fields: [(String, String)]
  ) -> RequestValidator.Failure? { denial(method, "/api/v1/status", fields) }

  private func denial(
    _ method: HTTPMethod, _ uri: String, _ fields: [(String, String)]
  ) -> RequestValidator.Failure? { denial(method, uri, .http1_1, fields) }

  private func denial(
    _ method: HTTPMethod, _ uri: String, _ version: HTTPVersion, _ fields: [(String, String)]
  ) -> RequestValidator.Failure? {
    let head = HTTPRequestHead(
      version: version, method: method, uri: uri, headers: HTTPHeaders(fields))
    do throws(RequestValidator.Failure) {
      _ = try validator.validate(head)
      return nil
    } catch {
      return error
    }
  }

  private let host = ("Host", "foyer:8080")

  @Test("An unambiguous request is accepted")
  func clear() {
    #expect(denial(.GET, [host]) == nil)
    #expect(denial(.GET, "/", .http1_0, []) != nil)
    #expect(denial(.GET, "/", .http1_0, [host]) == nil)
    #expect(denial(.POST, [host, ("Content-Length", "12")]) == nil)
    #expect(denial(.POST, [host, ("Transfer-Encoding", "chunked")]) == nil)
    #expect(denial(.POST, [host, ("Expect", "100-continue")]) == nil)
    #expect(denial(.GET, "http://foyer/api/v1/status", [host]) == nil)
  }

  private typealias Case = (what: String, fields: [(String, String)])

  @Test("An ambiguous request is refused")
  func smuggling() {
    let cases: [Case] = [
      ("no host", []), ("two hosts", [host, host]), ("an empty host", [("Host", "")]),
      ("a length and a coding", [host, ("Content-Length", "3"), ("Transfer-Encoding", "chunked")]),
      ("two lengths", [host, ("Content-Length", "3"), ("Content-Length", "3")]),
      ("a signed length", [host, ("Content-Length", "+3")]),
      ("a list of lengths", [host, ("Content-Length", "3, 3")]),
      ("an overlong length", [host, ("Content-Length", "99999999999999999999")]),
      ("two codings", [host, ("Transfer-Encoding", "gzip, chunked")]),
      ("a hidden coding", [host, ("Transfer-Encoding", "xchunked")]),
      (
        "a coding twice",
        [host, ("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "chunked")]
      ),
    ]
    for one in cases {
      guard case .malformed = denial(.POST, one.fields) else {
        Issue.record("\(one.what) was accepted")
        continue
      }
    }
    #expect(
      denial(.POST, "/", .http1_0, [host, ("Transfer-Encoding", "chunked")])
        == .malformed("unsupported Transfer-Encoding, expected chunked"))
    #expect(denial(.GET, [host, ("Expect", "tea")]) == .expectation)
    #expect(denial(.GET, "/", HTTPVersion(major: 2, minor: 0), [host]) != nil)
  }

  @Test("A foreign host name is misdirected wherever it appears")
  func rebinding() {
    #expect(denial(.GET, [("Host", "evil.example")]) == .misdirected)
    #expect(denial(.GET, "http://evil.example/", [host]) == .misdirected)
    #expect(denial(.GET, "http://foyer/", [("Host", "evil.example")]) == .misdirected)
  }

  @Test("A cross-origin page can link here but cannot read or change anything")
  func crossSite() {
    let origin = ("Origin", "http://foyer:8080")
    #expect(denial(.POST, [host, origin]) == nil)
    #expect(denial(.POST, [host, ("Sec-Fetch-Site", "same-origin")]) == nil)
    #expect(denial(.POST, [host, ("Origin", "http://evil.example")]) == .crossSite)
    #expect(denial(.POST, [host, ("Origin", "http://foyer")]) == .crossSite)
    #expect(denial(.POST, [host, ("Origin", "null")]) == .crossSite)
    for site in ["cross-site", "same-site", "new"] {
      #expect(denial(.POST, [host, origin, ("Sec-Fetch-Site", site)]) == .crossSite)
      #expect(denial(.GET, [host, ("Sec-Fetch-Site", site)]) == .crossSite)
    }
    let visit = [host, ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate")]
    #expect(denial(.GET, "/", visit) == nil)
    #expect(denial(.POST, "/", visit) == .crossSite)
    #expect(denial(.GET, "/api/v1/status", visit) == .crossSite)
  }
}
