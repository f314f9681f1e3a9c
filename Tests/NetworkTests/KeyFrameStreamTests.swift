import Foundation
import Testing
import VitrineAddresses
import VitrineFakes
import VitrineLinux
import VitrineMedia
import VitrineNetwork
import VitrinePlayback
import VitrineTiming

@testable import VitrineRemoteMedia

/// Scrubbing in a stream with a key-frame playlist, from the server to packets.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")))
struct KeyFrameStreamTests {
  private static let count = 60

  /// Two minutes in segments of 2 s, a playlist of their first frames, and two multivariant
  /// playlists, one of which names it.
  private static let film = Result { try Self.make() }

  private static func make() throws -> [String: [UInt8]] {
    var files = try GeneratedMedia.files(
      [
        "-f", "lavfi", "-i", "testsrc2=s=320x180:r=10:d=120", "-c:v",
        "libx264", "-preset", "ultrafast", "-bf", "0", "-g", "20", "-pix_fmt", "yuv420p", "-f",
        "hls",
        "-hls_time", "2", "-hls_playlist_type", "vod", "film.m3u8",
      ])
    let ranges = (0..<count).map { number in
      "#EXTINF:2,\n#EXT-X-BYTERANGE:\(firstPicture(files["/film\(number).ts"] ?? []))@0\nfilm\(number).ts\n"
    }
    files["/keys.m3u8"] = Array(
      "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-I-FRAMES-ONLY\n\(ranges.joined())#EXT-X-ENDLIST\n"
        .utf8)
    let stream = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=320x180\nfilm.m3u8\n"
    let named = "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,URI=\"keys.m3u8\"\n"
    files["/with.m3u8"] = Array((stream + named).utf8)
    files["/without.m3u8"] = Array(stream.utf8)
    return files
  }

  /// The offset of the second frame in a transport stream.
  private static func firstPicture(_ bytes: [UInt8]) -> Int {
    var begins: [Int] = []
    for place in stride(from: 0, to: bytes.count, by: 188) {
      let (high, low) = (Int(bytes[place + 1]), Int(bytes[place + 2]))
      // The first track, at the start of a unit.
      if high & 0x5F == 0x41, low == 0 { begins.append(place) }
    }
    return begins.count > 1 ? begins[1] : bytes.count
  }

  /// A server of the film that counts its bytes and records its requests.
  private final class Origin: Sendable {
    let sent = Waitable(0)
    let asked = Waitable<[String]>([])
    /// The response for this path waits until another value is set.
    let held = Waitable<String?>(nil)

    func serve() throws -> ScriptedServer {
      let film = try KeyFrameStreamTests.film.get()
      return try ScriptedServer { [self] request, line in
        asked.update { $0.append(request.path) }
        held.wait { $0 == request.path ? nil : () }
        guard let bytes = film[request.path] else {
          line.answer("404 Not Found")
          return true
        }
        let count = request.range.map { min($0.last + 1, bytes.count) - $0.first } ?? bytes.count
        sent.update { $0 += count }
        return ScriptedServer.giving(bytes)(request, line)
      }
    }
  }

  /// The times of twenty frames, and the bytes sent for them.
  private static func scrub(_ list: String) throws -> (times: [Double], bytes: Int) {
    let origin = Origin()
    let server = try origin.serve()
    let sources = RemoteSources(TransferClient(agent: "Vitrine/test"))
    let url = try RemoteURL("http://127.0.0.1:\(server.port)/\(list)")
    guard case .segments(let source) = try RemoteItem(url, sources).open(.init()) else {
      return ([], 0)
    }
    // The data ahead of playback has been fetched.
    origin.asked.wait { $0.contains("/film24.ts") ? () : nil }
    let before = origin.sent.value
    let times = try (0..<20).map { number in
      let place = MediaTime(Int64(3 + number * 37 % 117), 1)
      try source.seek(to: source.start + place, .preview)
      let track = try #require(source.video)
      while true {
        switch try source.read() {
        case .video(let packet):
          #expect(packet.isKey && packet.pts(in: track.timebase) != nil)
          let time = try #require(packet.pts(in: track.timebase)) - source.start
          #expect((0..<2.01).contains((place - time).seconds), "\(place): \(time)")
          if list.hasPrefix("with.") {
            guard case .ended = try source.read() else { return -1.0 }
          }
          return time.seconds
        case .ended: return -1
        default: break
        }
      }
    }
    let bytes = origin.sent.value - before
    // Playback continues from there.
    try source.seek(to: source.start + MediaTime(61, 1), .before)
    var played: [MediaTime] = []
    while played.count < 30 {
      guard case .video(let packet) = try source.read() else { continue }
      played.append(try #require(packet.pts(in: .nanoseconds)) - source.start)
    }
    #expect(abs((played.first?.seconds ?? 0) - 60) < 0.01)
    #expect(zip(played, played.dropFirst()).allSatisfy { abs(($1 - $0).seconds - 0.1) < 0.01 })
    return (times, bytes)
  }

  @Test("Previews use the key-frame playlist and cost a small fraction of the segments")
  func previews() throws {
    let (keys, segments) = (try Self.scrub("with.m3u8"), try Self.scrub("without.m3u8"))
    print(
      "twenty positions: \(keys.bytes) bytes with a key-frame playlist, \(segments.bytes) without")
    #expect(keys.times.count == 20 && keys.times.allSatisfy { $0 >= 0 })
    #expect(keys.times == segments.times)
    #expect(keys.bytes * 4 < segments.bytes)
  }

  @Test("A missing key-frame playlist is ignored")
  func away() throws {
    let film = try Self.film.get()
    let server = try ScriptedServer { request, line in
      guard request.path != "/keys.m3u8", let bytes = film[request.path] else {
        line.answer("404 Not Found")
        return true
      }
      return ScriptedServer.giving(bytes)(request, line)
    }
    let sources = RemoteSources(TransferClient(agent: "Vitrine/test"))
    let url = try RemoteURL("http://127.0.0.1:\(server.port)/with.m3u8")
    guard case .segments(let source) = try RemoteItem(url, sources).open(.init()) else { return }
    for second in [61, 21, 101] as [Int64] {
      try source.seek(to: source.start + MediaTime(second, 1), .preview)
      var first: MediaTime?
      while first == nil {
        if case .video(let packet) = try source.read() { first = packet.pts(in: .nanoseconds) }
      }
      #expect(abs(((first ?? .zero) - source.start).seconds - Double(second - 1)) < 0.01)
    }
    #expect(server.requests.count { $0.path == "/keys.m3u8" } == 1)
  }

  @Test("A read that waits for a segment is abandoned at once for another position")
  func leaves() throws {
    let origin = Origin()
    let server = try origin.serve()
    let item = RemoteItem(
      try RemoteURL("http://127.0.0.1:\(server.port)/without.m3u8"),
      RemoteSources(TransferClient(agent: "Vitrine/test")))
    let isLeft = Shared(false)
    guard case .segments(let source) = try item.open(.init(), isLeft: { isLeft.value }) else {
      return
    }
    origin.held.update { $0 = "/film50.ts" }
    let watcher = try NamedThread("watcher") {
      origin.asked.wait { $0.contains("/film50.ts") ? () : nil }
      isLeft.update { $0 = true }
      item.lookAgain()
    }
    try source.seek(to: source.start + MediaTime(101, 1), .before)
    #expect(throws: MediaError.interrupted) { while true { _ = try source.read() } }
    watcher.join()
    isLeft.update { $0 = false }
    try source.seek(to: source.start + MediaTime(81, 1), .before)
    var first: MediaTime?
    while first == nil {
      if case .video(let packet) = try source.read() { first = packet.pts(in: .nanoseconds) }
    }
    #expect(abs(((first ?? .zero) - source.start).seconds - 80) < 0.01)
    origin.held.update { $0 = nil }
  }
}
