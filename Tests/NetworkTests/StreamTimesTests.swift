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

/// The times of raw audio and of a playlist's metadata, from the server on.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")))
struct StreamTimesTests {
  private static let rate = 48_000
  private static let made = Result { try Self.make() }

  /// Twelve seconds of film with timestamps from 10 s, and a tone in segments of 2 s without
  /// a container.
  private static func make() throws -> [String: [UInt8]] {
    let files = try GeneratedMedia.files(
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x36:r=10:d=12", "-f", "lavfi",
        "-i", "sine=f=440:r=\(rate):d=12", "-map", "0", "-c:v", "libx264", "-bf", "0", "-g", "20",
        "-pix_fmt", "yuv420p", "-output_ts_offset", "10", "-muxdelay", "0", "-muxpreload", "0",
        "-f",
        "hls", "-hls_time", "2", "-hls_playlist_type", "vod", "film.m3u8", "-map", "1", "-c:a",
        "aac",
        "-f", "segment", "-segment_time", "2", "-segment_format", "adts", "tone%d.aac",
      ])
    return files
  }

  /// The number of frames of 1024 samples.
  private static func frames(_ bytes: [UInt8]) -> Int {
    var (place, count) = (0, 0)
    while place + 7 <= bytes.count {
      let (high, low) = (Int(bytes[place + 3] & 3), Int(bytes[place + 4]))
      place += max(7, high << 11 | low << 3 | Int(bytes[place + 5]) >> 5)
      count += 1
    }
    return count
  }

  /// As specified in RFC 8216bis, 3.1.3.
  private static func tag(_ ticks: Int) -> [UInt8] {
    let body =
      Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
      + (0..<8).reversed().map { UInt8(truncatingIfNeeded: ticks >> ($0 * 8)) }
    let frame = Array("PRIV".utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
    return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
  }

  private static func opened(
    _ files: [String: [UInt8]], _ list: String
  ) throws -> (ScriptedServer, RemoteItem, SegmentSource) {
    let server = try ScriptedServer { request, line in
      if let bytes = files[request.path] {
        line.answer("200 OK", [], bytes)
      } else {
        line.answer("404 Not Found")
      }
      return true
    }
    let url = try RemoteURL("http://127.0.0.1:\(server.port)\(list)")
    let item = RemoteItem(url, RemoteSources(TransferClient(agent: "Vitrine/test")))
    guard case .segments(let source) = try item.open(.init()) else { throw MediaError.noTracks }
    return (server, item, source)
  }

  @Test("Raw audio plays at its tags' times, with the video and without a gap")
  func tags() throws {
    var files = try Self.made.get()
    var list = "#EXTM3U\n#EXT-X-TARGETDURATION:3\n"
    var samples = 0
    for number in 0..<6 {
      let sound = try #require(files["/tone\(number).aac"])
      // It starts 0.4 s after the video, whose timestamps start at 10 s.
      files["/tone\(number).aac"] = Self.tag(936_000 + samples * 90_000 / Self.rate) + sound
      samples += Self.frames(sound) * 1024
      list += "#EXTINF:2,\ntone\(number).aac\n"
    }
    files["/tone.m3u8"] = Array((list + "#EXT-X-ENDLIST\n").utf8)
    files["/master.m3u8"] = Array(
      """
      #EXTM3U
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="s",NAME="Tone",DEFAULT=YES,URI="tone.m3u8"
      #EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=64x36,AUDIO="s"
      film.m3u8
      """.utf8)
    let (server, _, source) = try Self.opened(files, "/master.m3u8")
    defer { server.stop() }
    let sound = try #require(source.infos.first { $0.kind == .audio })
    try source.select(source.infos.filter { $0.kind == .video } + [sound])
    var times: [Double] = []
    reading: while true {
      switch try source.read() {
      case .audio(let packet):
        times.append((try #require(packet.pts(in: .nanoseconds)) - source.start).seconds)
      case .ended: break reading
      default: break
      }
    }
    #expect(times.count == samples / 1024)
    #expect(abs((times.first ?? 0) - 0.4) < 0.001)
    let step = 1024 / Double(Self.rate)
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    #expect(
      steps.allSatisfy { abs($0 - step) < 0.0001 }, "\(steps.filter { abs($0 - step) > 0.0001 })")
  }

  @Test("A playlist's metadata for a moment arrives with its packets")
  func dateRanges() throws {
    var files = try Self.made.get()
    let film = String(decoding: files["/film.m3u8"] ?? [], as: UTF8.self)
    let first = try #require(film.firstRange(of: "#EXTINF"))
    let told = """
      #EXT-X-PROGRAM-DATE-TIME:2026-11-23T09:00:00Z
      #EXT-X-DATERANGE:ID="break",CLASS="ad",START-DATE="2026-11-23T09:00:04Z",DURATION=3,X-WHAT="shoes"

      """
    files["/film.m3u8"] = Array((film[..<first.lowerBound] + told + film[first.lowerBound...]).utf8)
    let (server, item, source) = try Self.opened(files, "/film.m3u8")
    defer { server.stop() }
    let there = (0..<12).map { second in
      item.arrival(read: .zero, at: source.start + MediaTime(Int64(second), 1)).dateRanges
    }
    #expect(there.map(\.count) == [0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0])
    #expect(
      there[5] == [
        DateRange(
          id: "break", kind: "ad", start: 1_795_424_404, duration: 3,
          attributes: ["X-WHAT": "shoes"])
      ])
  }
}
