import Foundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing
import VitrineFakes
import VitrineTiming

@testable import VitrineWeb

/// Requests with bytes changed, duplicated, removed and inserted, in pieces of any size, against
/// a connection without a socket: each is answered or disconnected, and the next client is
/// served.
struct HTTPHandlerFuzzTests {
  private static let seeds = [
    "GET /api/v1/status?output=main HTTP/1.1\r\nHost: foyer\r\n\r\n",
    "POST /api/v1/commands HTTP/1.1\r\nHost: foyer\r\nContent-Type: application/json\r\n"
      + "Content-Length: 24\r\n\r\n{\"command\":[\"seek\",12.5]}",
    "POST /api/v1/commands HTTP/1.1\r\nHost: foyer\r\nContent-Type: application/json\r\n"
      + "Transfer-Encoding: chunked\r\n\r\n15\r\n{\"command\":[\"pause\"]}\r\n0\r\n\r\n",
    "PUT /api/v1/files/a%20b.mp4 HTTP/1.1\r\nHost: 127.0.0.1:80\r\nContent-Length: 4\r\n\r\nabcd",
    "GET http://foyer/ HTTP/1.0\r\nHost: foyer\r\nConnection: keep-alive\r\nIf-None-Match: \"a\"\r\n\r\n",
    "POST /api/v1/pairing/token HTTP/1.1\r\nHost: foyer\r\nOrigin: http://foyer\r\n"
      + "Content-Type: application/json\r\nContent-Length: 27\r\n\r\n{\"pin\":\"123456\",\"name\":\"a\"}",
    "GET /api/v1/events HTTP/1.1\r\nHost: foyer\r\nAuthorization: Bearer aaaa\r\nExpect: 100-continue\r\n\r\n",
    "DELETE /api/v1/files/a.mp4 HTTP/1.1\r\nHost: [::1]:80\r\nSec-Fetch-Site: same-origin\r\n\r\n",
  ]

  private static let words = [
    "\r\n", "\n", "\r", ":", " ", "\u{0}", "chunked", "Content-Length: 5\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Host: foyer\r\n", "Host: evil.example\r\n", "HTTP/1.1", "%2e%2e%2f", "%00", "/", "?", "\u{ff}",
  ]

  private static let rounds =
    ProcessInfo.processInfo.environment["VITRINE_SOAK"] == "1" ? 100_000 : 400

  @Test("The connection ends cleanly for every corrupted request", arguments: 0..<4)
  func mutations(seed: Int) throws {
    var dice = SeededRandom(seed: UInt64(seed) &+ 11 &+ SeededRandom.round << 32)
    let loop = EmbeddedEventLoop()
    var limits = WebLimits()
    (limits.requests.burst, limits.requests.rate) = (.max, .max)
    let player = FakeControlled()
    let feed = StatusFeed(player, ServerLoop(loop), limits)
    let site = Site("foyer", [Site.Output("main", player)])
    let router = Router(
      site, tokens: nil, names: [], limits, uploads: nil, loop: ServerLoop(loop),
      now: { HostTime(nanoseconds: 5) },
      report: { _ in })
    var answered = 0
    for round in 0..<Self.rounds {
      var text = DamagedText(Self.seeds[round % Self.seeds.count], words: Self.words)
      for _ in 0..<Int.random(in: 0...5, using: &dice) { text.change(&dice) }
      let channel = EmbeddedChannel(loop: loop)
      try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: false)
      try channel.pipeline.syncOperations.addHandler(
        HTTPHandler(router, from: "127.0.0.1", isTrusted: { true }) { _ in feed })
      try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
      var rest = text.bytes[...]
      while !rest.isEmpty, channel.isActive {
        let piece = rest.prefix(Int.random(in: 1...200, using: &dice))
        rest = rest.dropFirst(piece.count)
        _ = try? channel.writeInbound(ByteBuffer(bytes: piece))
        loop.run()
      }
      while let part = try? channel.readOutbound(as: ByteBuffer.self) {
        if part.readableBytesView.starts(with: Array("HTTP/1.1 ".utf8)) { answered += 1 }
      }
      // No wait is endless.
      for _ in 0..<4 where channel.isActive { loop.advanceTime(by: .seconds(61)) }
      if channel.isActive, feed.count == 0 {
        Issue.record(
          "still open after \(String(decoding: text.bytes, as: UTF8.self).debugDescription)")
      }
      _ = try? channel.finish(acceptAlreadyClosed: true)
    }
    feed.close()
    #expect(answered > Self.rounds / 4, "\(answered) of \(Self.rounds) requests got a response")
  }
}
