import Foundation
import Glibc
import Testing
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineThumbnails

/// Posters of items that have none, from media made by FFmpeg.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct PosterTests {
  private let studio: Studio

  init() throws { studio = try Studio() }

  private func poster(of path: String, in cache: Folder? = nil) throws -> Studio.Strip {
    try studio.makeStrip(.poster(of: Item(path: path), width: 240), in: cache)
  }

  /// Ten seconds of uniform colours, with a test picture after `dark` of them.
  private func film(dark: Double, after: String = "color=white:s=320x180:r=10:d=1") throws -> String
  {
    try studio.make(
      "dark-\(dark).mp4",
      [
        "-f", "lavfi", "-i",
        "color=black:s=320x180:r=10:d=\(dark)[a];testsrc2=s=320x180:r=10:d=\(10 - dark)[b];"
          + "\(after)[c];[a][b][c]concat=n=3", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-g", "5",
      ])
  }

  @Test(
    "The poster is the first frame after a tenth that is not nearly uniform",
    arguments: [(0.2, 1.1), (1.5, 2), (4, 4.6), (8, 8.2)])
  func notPlain(dark: Double, expected: Double) throws {
    let strip = try poster(of: try film(dark: dark))
    let picture = try #require(strip.thumbnails.first)
    #expect(strip.finished == [1] && strip.failures.isEmpty && strip.thumbnails.count == 1)
    #expect(picture.time.seconds >= 1.1 && abs(picture.time.seconds - expected) < 1)
    #expect(picture.time.seconds >= dark - 0.5, "at \(picture.time)")
  }

  @Test("A uniform film has its colour as a poster; a fading one has its least uniform frame")
  func plain() throws {
    let red = try studio.make(
      "red.mp4", ["-f", "lavfi", "-i", "color=red:s=320x180:r=10:d=5", "-pix_fmt", "yuv420p"])
    let picture = try #require(try poster(of: red).thumbnails.first)
    #expect(try Studio.middle(of: picture.path).red > 200)
  }

  @Test("Only the played part is examined")
  func part() throws {
    var item = Item(path: try film(dark: 5))
    (item.start, item.end) = (MediaTime(5, 1), MediaTime(9, 1))
    let strip = try studio.makeStrip(.poster(of: item, width: 240))
    #expect(abs((strip.thumbnails.first?.time.seconds ?? 0) - 5.4) < 0.1)
  }

  @Test("Music has its cover; an item without pictures has none and is not examined again")
  func music() throws {
    let image = try studio.make(
      "image.png", ["-f", "lavfi", "-i", "color=red:s=640x320:r=1:d=1", "-frames:v", "1"])
    let covered = try studio.make(
      "covered.mp3",
      [
        "-i", image, "-f", "lavfi", "-i", "sine=d=2", "-map", "1:a", "-map", "0:v",
        "-disposition:v",
        "attached_pic",
      ])
    let picture = try #require(try poster(of: covered).thumbnails.first)
    #expect(try Studio.middle(of: picture.path).red > 200)
    let silent = try studio.make("tone.flac", ["-f", "lavfi", "-i", "sine=d=2"])
    #expect(try poster(of: silent) == poster(of: silent))
    #expect(try poster(of: silent).finished == [0])
  }

  @Test("The poster is cached and not generated again")
  func kept() throws {
    let path = try film(dark: 1.5)
    let first = try poster(of: path)
    let before = try FileStatus(of: try #require(first.thumbnails.first).path)
    #expect(try poster(of: path) == first)
    #expect(try FileStatus(of: try #require(first.thumbnails.first).path) == before)
  }

  @Test("An undecodable item is reported once and delays no other")
  func broken() throws {
    let noise = studio.folder.path(of: "noise.mp4")
    try Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }).write(
      to: URL(filePath: noise))
    let requests = [noise, try film(dark: 0.2)].map {
      ThumbnailRequest.poster(of: Item(path: $0), width: 240)
    }
    let news = try studio.news(of: requests)
    #expect(news.count { if case .failed = $0 { true } else { false } } == 1)
    #expect(news.count { if case .finished(_, 1) = $0 { true } else { false } } == 1)
  }

  @Test("Several posters requested at once are generated in order")
  func order() throws {
    let requests = try [0.2, 1.5, 4].map {
      ThumbnailRequest.poster(of: Item(path: try film(dark: $0)), width: 240)
    }
    let made = Shared<[ThumbnailRequest]>([])
    let thumbnailer = Thumbnailer(cache: studio.cache.path) { news in
      if case .ready(let request, _) = news { made.update { $0.append(request) } }
    }
    thumbnailer.enqueue(requests)
    let deadline = HostTime.now() + .seconds(30)
    while !thumbnailer.isIdle, HostTime.now() < deadline { usleep(10_000) }
    thumbnailer.close()
    #expect(made.value == requests)
  }

  @Test("If the folder is not writable, posters are stored elsewhere until the end")
  func elsewhere() throws {
    let file = studio.folder.path(of: "file")
    try Data([1]).write(to: URL(filePath: file))
    let heard = BoundedQueue<ThumbnailEvent>(limit: .max)
    let thumbnailer = Thumbnailer(cache: "\(file)/cache", isReplaceable: true) { heard.force($0) }
    thumbnailer.enqueue(.poster(of: Item(path: try film(dark: 0.2)), width: 240))
    guard case .elsewhere(let folder, let cause) = heard.pop() else {
      Issue.record("the other folder was not reported")
      return thumbnailer.close()
    }
    #expect(cause.exitStatus == .cannotWrite && cause.message.contains(file))
    guard case .ready(_, let picture) = heard.pop() else {
      Issue.record("no poster")
      return thumbnailer.close()
    }
    #expect(picture.path.hasPrefix(folder) && FileAccess.allows(R_OK, picture.path))
    thumbnailer.close()
    #expect(!FileAccess.allows(F_OK, folder))
  }

  @Test(
    "A picture that is mostly uniform counts as plain",
    arguments: [
      (0, true), (0.02, true), (0.05, true), (0.2, false), (0.5, false),
    ] as [(Double, Bool)])
  func plainness(other: Double, isPlain: Bool) {
    let count = 10_000
    let pixels = (0..<count).map { index -> UInt32 in
      // Camera noise, and another colour in part of it.
      let noise = UInt32(index % 20)
      return Double(index) < other * Double(count) ? 0xFFFFFF : (40 + noise) * 0x010101
    }
    #expect(PicturePlainness(pixels).isPlain == isPlain)
    #expect(PicturePlainness([]).isPlain)
  }
}
