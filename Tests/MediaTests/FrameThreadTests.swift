import Foundation
import Glibc
import Testing
import VitrineMedia

/// Decoders that work on several frames at once.
@Suite(.serialized)
struct FrameThreadTests {
  private static let changed = Made.root.appending(path: ".build/lab-media/theora-old.mkv")

  @Test("A Theora track with unreadable frames does not block a decoder forever")
  func unreadable() async throws {
    // A container without checksums, unlike Ogg.
    let path = try Made.clip(
      "theora.mkv",
      ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=0.6", "-c:v", "libtheora"])
    var data = try Data(contentsOf: URL(filePath: path))
    // An older version of the format has other headers, so everything that follows is misread.
    let header = try #require(data.firstRange(of: Data("theora".utf8) + [3, 2, 1]))
    data[header.upperBound - 2] = 1
    try data.write(to: Self.changed)
    await #expect(processExitsWith: .success) {
      alarm(20)
      var demuxer = try Demuxer(path: Self.changed.path, interrupter: .init())
      let video = demuxer.video
      var decoder = try Decoder(of: try #require(video), threads: 4)
      while case .video(let packet) = try demuxer.read() {
        _ = try? decoder.send(packet)
        while case .frame? = try? decoder.receive() {}
      }
    }
  }
}
