import Foundation
import Testing
import VitrineFakes
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists

@testable import VitrineEngine

/// The display size of videos, from the container and from the decoded frames.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct VideoSizeTests {
  private let scene: PipelineScene

  init() throws { scene = try PipelineScene() }

  private func expect(_ path: String, _ size: PixelSize) {
    _ = scene.open(Item(path: path))
    #expect(scene.hears("size \(size)"), "\(scene.reports.value.map(\.name))")
    #expect(scene.summary.value?.videoSize == size)
  }

  @Test(
    "The pixel aspect ratio stretches the width",
    arguments: [
      ("64x48", "1/1", PixelSize(64, 48)), ("72x56", "2/1", PixelSize(144, 56)),
      ("72x48", "8/9", PixelSize(64, 48)),
    ])
  func aspect(size: String, aspect: String, expected: PixelSize) throws {
    let path = try scene.make(
      "shape.mkv",
      ["-f", "lavfi", "-i", "color=green:s=\(size):r=5:d=1,setsar=\(aspect)", "-c:v", "mpeg4"])
    expect(path, expected)
  }

  @Test("The file's own rotation is applied")
  func rotated() throws {
    let plain = try scene.make(
      "plain.mp4", ["-f", "lavfi", "-i", "color=blue:s=64x32:r=5:d=1", "-c:v", "mpeg4"])
    let bytes = Array(try Data(contentsOf: URL(filePath: plain)))
    let turned = try #require(RotatedMovie.bytes(bytes, turned: .clockwise))
    let path = scene.path("turned.mp4")
    try Data(turned).write(to: URL(filePath: path))
    expect(path, PixelSize(32, 64))
  }

  @Test("Music with a cover has no video size")
  func music() throws {
    let image = try scene.make(
      "image.png", ["-f", "lavfi", "-i", "color=red:s=64x32:r=1:d=1", "-frames:v", "1"])
    let path = try scene.make(
      "covered.mp3",
      [
        "-i", image, "-f", "lavfi", "-i", "sine=d=1", "-map", "1:a", "-map", "0:v",
        "-disposition:v", "attached_pic",
      ])
    let pipeline = scene.open(Item(path: path))
    #expect(scene.hears("ready"))
    #expect(!pipeline.queues.pictures.isEmpty)
    #expect(scene.summary.value?.videoSize == nil)
    #expect(!scene.reports.value.contains { $0.name.hasPrefix("size") })
  }
}
