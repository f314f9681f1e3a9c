import Testing
import VitrineFakes
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineControl

/// Lines as they arrive over the socket.
struct LineTests {
  private func line(_ text: String) -> RequestLine { RequestLine(Array(text.utf8)) }

  @Test("A JSON line is a command whose request ID is in the response")
  func json() throws {
    let line = line(#" {"command":["seek",12.5],"request_id":7}"#)
    #expect(line.id == .number(7))
    #expect(try line.request?.get() == .command(.seek(.init(to: MediaTime(25, 2)))))
  }

  @Test(
    "Numbers and Booleans also count as words",
    arguments: [
      (#"{"command":["seek",-10]}"#, .command(.skip(by: MediaTime(-10, 1)))),
      (#"{"command":["mute",true]}"#, .command(.setMuted(true))),
      (#"{"command":["jump",3]}"#, .command(.jump(to: 3))),
      (#"{"command":["volume",1]}"#, .command(.setVolume(1))),
      (#"{"command":["display","brightness",40]}"#, .command(.setBrightness(.percent(40)))),
      (#"{"command":["load","/a b","/c"]}"#, .load(["/a b", "/c"])),
      (#"{"request_id":"x","command":["quit"],"more":[{}]}"#, .quit),
      ("quit", .quit),
    ] as [(String, Request)])
  func words(_ text: String, _ request: Request) throws {
    #expect(try line(text).request?.get() == request)
  }

  @Test(
    "Invalid lines are refused",
    arguments: [
      "{", "{}", "{]", #"{"command":"play"}"#, #"{"command":[]}"#, #"{"command":[null]}"#,
      #"{"command":[["play"]]}"#, #"{"command":["seek",1e999]}"#, #"{"command":["seek",1e300]}"#,
      #"{"command":["play"],"request_id":1.5}"#, #"{"command":["play"],"request_id":[1]}"#,
      #"{"command":["play"],"request_id":true}"#, #"{"command":["play"]} {"#,
      "{" + String(repeating: "[", count: 60_000), "[1]", "\u{1}\u{2}",
    ])
  func bad(_ text: String) {
    #expect(throws: Refusal.self) { try line(text).request?.get() }
  }

  @Test("A refused command keeps its request ID")
  func refusedNumber() {
    let line = line(#"{"command":["fly"],"request_id":9}"#)
    #expect(line.id == .number(9))
    #expect(throws: Refusal(#"unknown command "fly""#, .invalid)) { try line.request?.get() }
  }

  @Test("Invalid text is refused")
  func noText() {
    #expect(throws: Refusal.self) { try RequestLine([0xFF, 0xFE, 0x20]).request?.get() }
    #expect(throws: Refusal.self) {
      try RequestLine(Array("{\"command\":[\"".utf8) + [0xFF] + Array("\"]}".utf8)).request?.get()
    }
  }

  @Test("2,000 random lines get a response or are ignored")
  func random() {
    var random = SeededRandom(seed: 42)
    let parts = [
      "{", "}", "\"command\"", ":", "[", "]", "\"seek\"", "1e308", "-", "%", "volume ", "nan",
      "\"request_id\"", ",", "load ", "\u{0}", "é", "\\ud800", "jump ", "9223372036854775808", " ",
    ]
    var refused = 0
    for _ in 0..<2000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        if Bool.random(using: &random), let part = parts.randomElement(using: &random) {
          bytes += part.utf8
        } else {
          bytes.append(UInt8.random(in: 0...255, using: &random))
        }
      }
      if case .failure(let refusal) = RequestLine(bytes).request {
        refused += 1
        #expect(!refusal.description.isEmpty && refusal.description.utf8.count < 1024)
      }
    }
    #expect(refused > 1000)
  }

  @Test("Lines are split at their ends, however they arrive")
  func cuts() {
    var buffer = LineBuffer(limit: 8)
    var lines: [LineBuffer.Line] = []
    for byte in Array("play\n\nnext\npa".utf8) {
      buffer.append([byte])
      while let line = buffer.next() { lines.append(line) }
    }
    #expect(lines == ["play", "", "next"].map { .line(Array($0.utf8)) })
  }

  @Test("An overlong line is reported once, and the next one is read")
  func tooLong() {
    var buffer = LineBuffer(limit: 8)
    var lines: [LineBuffer.Line] = []
    for _ in 0..<1000 {
      buffer.append(Array("xxxxxxx".utf8)[...])
      while let line = buffer.next() { lines.append(line) }
    }
    buffer.append(Array("x\nplay\n123456789\n12345678\n".utf8)[...])
    while let line = buffer.next() { lines.append(line) }
    #expect(
      lines == [
        .tooLong, .line(Array("play".utf8)), .tooLong, .line(Array("12345678".utf8)),
      ])
  }
}
