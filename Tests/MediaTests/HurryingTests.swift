import Foundation
import Testing
import VitrineMedia
import VitrinePictures
import VitrinePlayback
import VitrineTiming

/// Frames decoded on the way to a seek target.
@Suite(.serialized)
struct HurryingTests {
  /// The frames from `start` by time; optionally skips non-reference frames before `start`.
  private func pictures(
    of path: String, from start: MediaTime, isHurrying: Bool
  ) throws -> [(pts: MediaTime, luma: [UInt8])] {
    var demuxer = try Demuxer(path: path, interrupter: .init())
    let video = demuxer.video
    let track = try #require(video)
    var decoder = try Decoder(of: track, threads: 1)
    var found: [(MediaTime, [UInt8])] = []
    func drain() throws {
      while case .frame(let frame) = try decoder.receive() {
        guard let pts = frame.pts, pts >= start else { continue }
        found.append((pts, try luma(frame)))
      }
    }
    while case .video(let packet) = try demuxer.read() {
      let isEarly = packet.pts(in: track.timebase).map { $0 + MediaTime(1, 2) < start } ?? false
      decoder.setEffort(.full, isHurrying: isHurrying && isEarly)
      while try !decoder.send(packet) { try drain() }
      try drain()
    }
    _ = try decoder.send(nil)
    try drain()
    return found
  }

  private func luma(_ frame: Frame) throws -> [UInt8] {
    let layout = try #require(BufferLayout(format: .yuv420, size: frame.size, pitch: 320))
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: layout.byteCount, alignment: 64)
    defer { bytes.deallocate() }
    var converter = PictureConverter()
    try converter.convert(
      frame,
      .init(
        source: PixelRect(frame.size), sourceColor: frame.description.color,
        destination: PixelRect(layout.size), layout: layout),
      into: bytes)
    return Array(bytes.prefix(320 * 180))
  }

  @Test("A seek shows the same frame as continuous playback")
  func exact() throws {
    let path = try Made.clip(
      "hurried.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=4", "-pix_fmt", "yuv420p", "-c:v",
        "libx264", "-preset", "medium", "-crf", "38", "-g", "250",
      ])
    let start = MediaTime(3, 1)
    let played = try pictures(of: path, from: start, isHurrying: false)
    let sought = try pictures(of: path, from: start, isHurrying: true)
    #expect(played.count == 25)
    #expect(sought.map(\.pts) == played.map(\.pts))
    for (a, b) in zip(sought, played) { #expect(a.luma == b.luma, "at \(a.pts.seconds) s") }
  }
}
