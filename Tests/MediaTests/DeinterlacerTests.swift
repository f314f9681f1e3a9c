import Foundation
import Testing
import VitrineMedia
import VitrinePictures
import VitrineTiming

/// Interlaced frames that change in mid-stream.
@Suite(.serialized)
struct DeinterlacerTests {
  private func decode(_ path: String) throws -> (Timebase, [Frame]) {
    var demuxer = try Demuxer(path: path, interrupter: .init())
    let video = demuxer.video
    let track = try #require(video)
    var decoder = try Decoder(of: track)
    var frames: [Frame] = []
    while case .video(let packet) = try demuxer.read() {
      _ = try decoder.send(packet)
      while case .frame(let frame) = try decoder.receive() { frames.append(frame) }
    }
    return (track.timebase, frames)
  }

  @Test(
    "Fields that change size in mid-stream become frames of that size",
    arguments: [["720x576", "720x480"], ["720x480", "720x576"]])
  func interlacedChange(sizes: [String]) throws {
    var (unit, frames): (Timebase?, [Frame]) = (nil, [])
    for size in sizes {
      let path = try Made.clip(
        "fields-\(size).mpg",
        [
          "-f", "lavfi", "-i", "testsrc2=s=\(size):r=50:d=0.5", "-vf", "interlace,setfield=tff",
          "-flags", "+ildct+ilme", "-c:v", "mpeg2video", "-b:v", "4M",
        ])
      let decoded = try decode(path)
      unit = decoded.0
      frames += decoded.1
    }
    let first = try #require(frames.first)
    var filter = try Deinterlacer(like: first, timebase: try #require(unit))
    var pictures: [Frame] = []
    for frame in frames { pictures += try filter.filter(frame) }
    pictures += try filter.filter(nil)
    #expect(pictures.count == 2 * frames.count)
    for size in Set(frames.map(\.size)) {
      #expect(
        pictures.count { $0.size == size } == 2 * frames.count { $0.size == size }, "\(size)")
    }
  }
}
