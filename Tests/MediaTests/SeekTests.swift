import Testing
import VitrineMedia
import VitrinePlayback
import VitrineTiming

/// Films with sound and a key frame every four seconds, in containers with and without an index.
@Suite("A seek")
struct SeekTests {
  private static let films: [(name: String, codec: [String])] = [
    ("seek-avc.ts", ["-c:v", "libx264", "-preset", "ultrafast"]),
    ("seek-b.ts", ["-c:v", "libx264", "-bf", "3"]),
    (
      "seek-hevc.ts",
      ["-c:v", "libx265", "-x265-params", "log-level=error:keyint=100:min-keyint=100"]
    ),
    ("seek-mpeg2.ts", ["-c:v", "mpeg2video", "-bf", "2"]),
    ("seek.mpg", ["-c:v", "mpeg2video", "-c:a", "mp2"]),
    ("seek.vob", ["-c:v", "mpeg2video", "-c:a", "mp2"]),
    ("seek.mp4", ["-c:v", "libx264"]), ("seek.mkv", ["-c:v", "libx264"]),
    ("seek.flv", ["-c:v", "flv1", "-ar", "44100"]), ("seek.avi", ["-c:v", "mpeg4"]),
    ("seek.ogv", ["-c:v", "libtheora", "-c:a", "libvorbis"]),
  ]

  /// The times of the key frames from the current position on, at most `count`.
  private func keyFrames(_ demuxer: inout Demuxer, _ track: Track, most count: Int = .max) throws
    -> [MediaTime]
  {
    var times: [MediaTime] = []
    while times.count < count {
      switch try demuxer.read() {
      case .video(let packet):
        if packet.isKey, let pts = packet.pts(in: track.timebase) { times.append(pts) }
      case .ended: return times
      default: continue
      }
    }
    return times
  }

  /// The sizes of the video packets from the first key frame on, and the number of audio packets.
  private func packets(_ demuxer: inout Demuxer) throws -> (video: [Int], audio: Int) {
    var (sizes, audio): ([Int], Int) = ([], 0)
    while true {
      switch try demuxer.read() {
      case .video(let packet): if packet.isKey || !sizes.isEmpty { sizes.append(packet.weight) }
      case .audio: audio += 1
      case .ended: return (sizes, audio)
      default: continue
      }
    }
  }

  @Test("To an exact place starts at the last key frame before it", arguments: films)
  func keyFrame(name: String, codec: [String]) throws {
    let path = try Made.clip(
      name,
      [
        "-f", "lavfi", "-i", "testsrc2=s=128x96:r=25:d=14", "-f", "lavfi", "-i", "sine=d=14",
        "-pix_fmt", "yuv420p",
      ]
        + ["-g", "100", "-sc_threshold", "0"] + codec)
    var demuxer = try Demuxer(path: path, interrupter: .init())
    let video = demuxer.video
    let track = try #require(video)
    let keys = try keyFrames(&demuxer, track)
    try #require(keys.count >= 3)
    for place in [0.02, 1, 3.9, 4.1, 7.5, 9, 13.5, 0.5] {
      let time = demuxer.start + MediaTime(Int64(place * 1000), 1000)
      try demuxer.seek(to: time, .before)
      let found = try keyFrames(&demuxer, track, most: 1)
      let (first, expected) = (try #require(found.first), keys.last { $0 <= time } ?? keys[0])
      // FFmpeg estimates some times in program streams, and differently after a seek.
      #expect(abs((first - expected).seconds) < 0.03, "\(place)")
    }
    let start = demuxer.start
    try demuxer.seek(to: start, .before)
    let whole = try packets(&demuxer)
    for place in [0.5, 7.5, 9] {
      try demuxer.seek(to: start + MediaTime(Int64(place * 1000), 1000), .before)
      let rest = try packets(&demuxer)
      #expect(!rest.video.isEmpty && rest.video.elementsEqual(whole.video.suffix(rest.video.count)))
      // Sound is stored near its pictures.
      let share = Double(rest.video.count) / Double(whole.video.count)
      #expect(abs(Double(rest.audio) / Double(whole.audio) - share) < 0.15, "\(place)")
    }
  }
}
