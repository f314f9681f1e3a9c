import Foundation
import Testing

/// Scrubbing in a stream over a slow connection, in time-travel mode.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct ScrubStreamTests {
  /// Three minutes at 3 Mbit/s in segments of 4 s, with an I-frame playlist, and two multivariant playlists, one of
  /// which names it.
  private static func stream() throws -> String {
    let tools = Lab.root.appending(path: "tools/lab.d").path
    return try Clips.once("stream-keys") { draft in
      try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
      let result = try Lab.run(
        "bash",
        [
          "-euc",
          """
          cd '\(draft)'
          ffmpeg -v error -y -f lavfi -i testsrc2=s=640x360:r=25:d=180 -pix_fmt yuv420p -c:v libx264 \
            -preset ultrafast -g 50 -bf 0 -b:v 3M -minrate 3M -maxrate 3M -bufsize 3M \
            -x264-params nal-hrd=cbr -f hls -hls_time 4 -hls_segment_type fmp4 \
            -hls_playlist_type vod v.m3u8 < /dev/null
          \(tools)/key-frame-list v.m3u8 keys.m3u8
          printf '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=3200000,RESOLUTION=640x360\nv.m3u8\n' \
            | tee without.m3u8 > with.m3u8
          echo '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=200000,URI="keys.m3u8"' >> with.m3u8
          """,
        ])
      guard result.status == 0 else { throw Clips.ClipError(text: result.output) }
    }
  }

  /// The bytes downloaded for twenty scrub positions, and the pictures shown meanwhile.
  private static func scrub(_ list: String) throws -> (bytes: Int, pictures: Int) {
    let out = try Lab.folder("scrub-\(list)")
    let script = Lab.root.appending(path: "tools/lab.d/network").path
    let places = (0..<20).map { 10 + $0 * 73 % 160 }
    let moves = places.map { "tell scrub-move \($0).5; sleep 0.15" }.joined(separator: "; ")
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@50"], out: out,
      """
      . \(script); network_begin '\(try stream())'; network_line delay 20ms rate 8mbit
      $VITRINE play --socket /tmp/socket --stats $OUT/stats.json http://10.9.0.2/\(list).m3u8 &
      player=$!
      tell() { $CTL --socket /tmp/socket "$@"; }
      mark() { echo $1 > /sys/kernel/tracing/trace_marker; cp /run/nginx/log $OUT/$1; }
      sleep 40; tell scrub-begin; sleep 5; mark begun
      \(moves); sleep 0.15; mark moved
      tell scrub-end; sleep 5
      $CTL --socket /tmp/socket --json status > $OUT/status
      kill -INT $player; wait $player
      """)
    #expect(result.status == 0 || result.status == 130, "\(result.output)")
    let sent = try ["begun", "moved"].map { name in
      let log = try String(contentsOf: out.appending(path: name), encoding: .utf8)
      return log.matches(of: /" 20[06] ([0-9]+) "/).reduce(0) { $0 + (Int($1.1) ?? 0) }
    }
    let trace = try String(contentsOf: out.appending(path: "flips.trace"), encoding: .utf8)
    let marks = trace.matches(of: /([0-9.]+): tracing_mark_write: (?:begun|moved)/)
      .compactMap { Double($0.1) }
    let times = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let status = try String(contentsOf: out.appending(path: "status"), encoding: .utf8)
    #expect(status.contains(/"phase": ?"playing"/))
    let first = try #require(marks.first), last = try #require(marks.last)
    return (sent[1] - sent[0], times.count { (first...last).contains($0) })
  }

  @Test("An I-frame playlist shows more pictures while scrubbing, at less cost")
  func keyFrames() throws {
    let (with, without) = (try Self.scrub("with"), try Self.scrub("without"))
    print("twenty positions with an I-frame playlist: \(with); without: \(without)")
    #expect(with.pictures >= 15 && with.pictures > without.pictures)
    #expect(with.bytes * 3 < without.bytes)
  }
}
