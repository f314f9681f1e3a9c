import Testing
import VitrineControl
import VitrineTiming

/// The body of the request between two players.
struct HandOverTests {
  private func read(_ body: String) throws -> HandOver {
    try HandOver(JSONValue(line: body.utf8))
  }

  @Test("A request is read as it was written")
  func whole() throws {
    var film = HandOver(.url("https://tv.example/a.mp4?token=1"))
    (film.start, film.end) = (MediaTime(1, 2), MediaTime(90, 1))
    (film.title, film.position) = ("A film", MediaTime(12_345_678, 1_000_000))
    (film.audio, film.subtitles, film.timeout) = ("ger", .language("eng"), .seconds(7))
    #expect(try HandOver(film.json) == film)
    var file = HandOver(.file("/srv/b.mp4", size: 1 << 40))
    file.subtitles = .off
    #expect(try HandOver(file.json) == file)
  }

  @Test(
    "Invalid requests are refused",
    arguments: [
      "{}", "[]", #"{"url": 1}"#, #"{"url": ""}"#, #"{"url": "a", "file": "/b", "size": 1}"#,
      #"{"file": "/a"}"#, #"{"file": "a", "size": 1}"#, #"{"file": "/a", "size": -1}"#,
      #"{"file": "/a", "size": 0.5}"#, #"{"url": "a\nb"}"#, #"{"url": "a", "position": -1}"#,
      #"{"url": "a", "position": 1e300}"#, #"{"url": "a", "position": "1"}"#,
      #"{"url": "a", "timeout": -1}"#, #"{"url": "a", "audio": ["de"]}"#,
      #"{"url": "a", "title": ""}"#,
    ])
  func invalid(body: String) throws {
    let refusal = #expect(throws: Refusal.self) { try read(body) }
    #expect(refusal?.code == .invalid)
  }

  @Test("Long texts are refused, and the timeout is cut")
  func limits() throws {
    #expect(throws: Refusal.self) {
      try read(#"{"url": "\#(String(repeating: "a", count: 8193))"}"#)
    }
    #expect(throws: Refusal.self) {
      try read(#"{"url": "a", "audio": "\#(String(repeating: "a", count: 65))"}"#)
    }
    #expect(try read(#"{"url": "a", "timeout": 1e6}"#).timeout == HandOver.longestTimeout)
    #expect(try read(#"{"url": "a", "timeout": 0.25}"#).timeout == .milliseconds(250))
  }
}
