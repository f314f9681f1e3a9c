import Foundation
import Testing
import VitrineFakes
import VitrineLinux
import VitrineMedia
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineScanout
@testable import VitrineThumbnails

/// Thumbnail strips of media made by FFmpeg.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct ThumbnailTests {
  private let studio: Studio

  init() throws {
    studio = try Studio()
  }

  @Test("Twenty thumbnails follow the film, each showing its own time")
  func strip() throws {
    let clip = try studio.film()
    let strip = try studio.makeStrip(ThumbnailRequest(item: Item(path: clip)))
    #expect(strip.failures.isEmpty)
    #expect(strip.finished == [20])
    #expect(strip.thumbnails.map(\.index) == Array(0..<20))
    for (index, thumbnail) in strip.thumbnails.enumerated() {
      #expect(abs(thumbnail.time.seconds - (Double(index) + 0.5) / 2) < 0.05)
      #expect(thumbnail.size == PixelSize(200, 113))
      let color = try Studio.middle(of: thumbnail.path)
      // Red grows from 0 to 255 in ten seconds; a key frame is half a second away at most.
      #expect(abs(Double(color.red) - thumbnail.time.seconds * 25.5) < 25, "\(thumbnail.time)")
      #expect(abs(Double(color.blue) - (255 - thumbnail.time.seconds * 25.5)) < 25)
    }
  }

  @Test(
    "Every usual codec and container yields thumbnails",
    arguments: [
      ("film.ts", ["-c:v", "libx264", "-x264-params", "open-gop=1:keyint=5:bframes=2"]),
      ("field.ts", ["-c:v", "libx264", "-flags", "+ilme+ildct", "-g", "5"]),
      ("two.ts", ["-c:v", "mpeg2video", "-bf", "2", "-g", "5"]),
      ("film.avi", ["-c:v", "mpeg4", "-bf", "1", "-g", "5"]),
      ("film.mkv", ["-c:v", "ffv1"]),
      ("film.mov", ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"]),
      ("film.webm", ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-g", "5"]),
      ("eight.webm", ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-g", "5"]),
      ("hevc.mp4", ["-c:v", "libx265", "-preset", "ultrafast", "-g", "5"]),
    ])
  func codecs(name: String, codec: [String]) throws {
    let strip = try studio.makeStrip(
      ThumbnailRequest(item: Item(path: try studio.film(name, codec)), count: 5))
    #expect(strip.finished == [5])
    for thumbnail in strip.thumbnails {
      let red = Double(try Studio.middle(of: thumbnail.path).red)
      #expect(abs(red - thumbnail.time.seconds * 25.5) < 30, "\(thumbnail.time)")
    }
  }

  @Test("Thumbnails of rotated clips and photographs are upright")
  func upright() throws {
    let scene = "color=blue:s=320x180:r=5:d=1,drawbox=0:0:160:180:red:fill"
    let plain = try studio.make("plain.mp4", ["-f", "lavfi", "-i", scene, "-c:v", "mpeg4"])
    let bytes = Array(try Data(contentsOf: URL(filePath: plain)))
    let turned = try #require(RotatedMovie.bytes(bytes, turned: .clockwise))
    let clip = studio.folder.path(of: "turned.mp4")
    try Data(turned).write(to: URL(filePath: clip))
    let strip = try studio.makeStrip(ThumbnailRequest(item: Item(path: clip), count: 3))
    #expect(strip.thumbnails.count == 3 && strip.failures.isEmpty)
    for thumbnail in strip.thumbnails {
      #expect(thumbnail.size == PixelSize(200, 356))
      #expect(try Studio.color(of: thumbnail.path, at: 0.1).red > 200)
      #expect(try Studio.color(of: thumbnail.path, at: 0.9).blue > 200)
    }
  }

  @Test("A film with one key frame shows that frame along the entire strip")
  func oneKeyFrame() throws {
    let clip = try studio.film(
      "still.mp4", ["-c:v", "libx264", "-g", "1000", "-sc_threshold", "0"])
    let strip = try studio.makeStrip(ThumbnailRequest(item: Item(path: clip), count: 7))
    #expect(strip.finished == [7])
    let pictures = try Set(strip.thumbnails.map { try Data(contentsOf: URL(filePath: $0.path)) })
    #expect(pictures.count == 1)
  }

  @Test(
    "Images of every usual kind have one thumbnail",
    arguments: ["one.jpg", "one.webp", "one.bmp", "one.gif", "one.png"])
  func images(name: String) throws {
    let path = try studio.make(
      name, ["-f", "lavfi", "-i", "color=red:s=640x320:r=1:d=1", "-frames:v", "1"])
    let strip = try studio.makeStrip(ThumbnailRequest(item: Item(path: path), count: 1))
    #expect(strip.finished == [1])
    #expect(strip.failures.isEmpty)
  }

  @Test(
    "A thumbnail has the displayed aspect ratio, and no side beyond its limit",
    arguments: [
      ("320x180", "2/1", PixelSize(200, 56)), ("180x320", "1/1", PixelSize(200, 356)),
      ("64x640", "1/1", PixelSize(40, 400)), ("32x32", "1/1", PixelSize(200, 200)),
    ])
  func shape(size: String, aspect: String, expected: PixelSize) throws {
    let clip = try studio.make(
      "shape-\(size).mkv",
      [
        "-f", "lavfi", "-i", "color=green:s=\(size):r=5:d=1,setsar=\(aspect)", "-c:v", "mpeg4",
      ])
    let strip = try studio.makeStrip(ThumbnailRequest(item: Item(path: clip), count: 1))
    #expect(strip.thumbnails.map(\.size) == [expected])
  }

  @Test("Only the played part is on the strip")
  func part() throws {
    var item = Item(path: try studio.film())
    (item.start, item.end) = (MediaTime(4, 1), MediaTime(8, 1))
    let strip = try studio.makeStrip(ThumbnailRequest(item: item, count: 4))
    #expect(strip.thumbnails.map(\.time.seconds) == [4.5, 5.5, 6.5, 7.5])
    item.start = MediaTime(60, 1)
    #expect(try studio.makeStrip(ThumbnailRequest(item: item, count: 4)).finished == [0])
  }

  @Test("Cached thumbnails are reused, even under another name of the same film")
  func cached() throws {
    let clip = try studio.film()
    let request = ThumbnailRequest(item: Item(path: clip))
    let first = try studio.makeStrip(request)
    let before = try first.thumbnails.map { try FileStatus(of: $0.path) }
    #expect(try studio.makeStrip(request) == first)
    let twin = studio.folder.path(of: "twin.mp4")
    try FileManager.default.copyItem(atPath: clip, toPath: twin)
    #expect(try studio.makeStrip(ThumbnailRequest(item: Item(path: twin))) == first)
    #expect(try first.thumbnails.map { try FileStatus(of: $0.path) } == before)
    #expect(try studio.makeStrip(ThumbnailRequest(item: Item(path: clip), width: 100)) != first)
  }

  @Test("Only damaged thumbnails in the cache are generated again")
  func damaged() throws {
    let request = ThumbnailRequest(item: Item(path: try studio.film()), count: 5)
    let strip = try studio.makeStrip(request)
    let paths = strip.thumbnails.map(\.path)
    let whole = try Data(contentsOf: URL(filePath: paths[3]))
    try Data().write(to: URL(filePath: paths[1]))
    try Data("no picture at all, but long enough to be one".utf8).write(
      to: URL(filePath: paths[2]))
    try whole.prefix(whole.count / 2).write(to: URL(filePath: paths[3]))
    let untouched = try FileStatus(of: paths[0])
    #expect(try studio.makeStrip(request) == strip)
    #expect(try Data(contentsOf: URL(filePath: paths[3])) == whole)
    #expect(try Studio.middle(of: paths[1]) != Studio.middle(of: paths[2]))
    #expect(try FileStatus(of: paths[0]) == untouched)
    let folder = Folder(String(paths[0].dropLast("/0.png".count)))
    #expect(folder.names.sorted() == ["0.png", "1.png", "2.png", "3.png", "4.png", "times"])
  }

  @Test("A damaged position costs only its own thumbnails")
  func damagedPlace() throws {
    let clip = try studio.film("film.ts", ["-c:v", "mpeg2video", "-g", "10", "-b:v", "2M"])
    var bytes = try Data(contentsOf: URL(filePath: clip))
    let hole = bytes.count * 2 / 5..<bytes.count * 3 / 5
    bytes.replaceSubrange(hole, with: Data(repeating: 0x47, count: hole.count))
    let broken = studio.folder.path(of: "broken.ts")
    try bytes.write(to: URL(filePath: broken))
    let strip = try studio.makeStrip(ThumbnailRequest(item: Item(path: broken)))
    #expect(strip.failures.isEmpty)
    #expect(strip.thumbnails.count >= 14)
    #expect(strip.finished == [strip.thumbnails.count])
    let color = try Studio.middle(of: try #require(strip.thumbnails.last).path)
    #expect(color.red > 215)
  }

  @Test("A file that cannot be opened is reported once", arguments: ["noise", "missing", "folder"])
  func bad(kind: String) throws {
    let path = studio.folder.path(of: "\(kind).mp4")
    switch kind {
    case "noise":
      let noise = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) })
      try noise.write(to: URL(filePath: path))
    case "folder": try Folder(path).make()
    default: break
    }
    let strip = try studio.makeStrip(ThumbnailRequest(item: Item(path: path)))
    #expect(strip.thumbnails.isEmpty && strip.finished.isEmpty)
    #expect(strip.failures.count == 1)
    #expect(strip.failures.first?.message.isEmpty == false)
  }

  @Test("An image has one thumbnail, audio its cover or none, and a colour none")
  func singles() throws {
    let red = ["-f", "lavfi", "-i", "color=red:s=640x320:r=1:d=1"]
    let tone = ["-f", "lavfi", "-i", "sine=d=2"]
    let image = try studio.make("image.png", red + ["-frames:v", "1"])
    let silent = try studio.make("tone.flac", tone)
    let covered = try studio.make(
      "covered.mp3",
      ["-i", image] + tone + ["-map", "1:a", "-map", "0:v", "-disposition:v", "attached_pic"])
    for path in [image, covered] {
      let strip = try studio.makeStrip(ThumbnailRequest(item: Item(path: path)))
      #expect(strip.finished == [1])
      #expect(strip.thumbnails.map(\.size) == [PixelSize(200, 100)])
      let color = try Studio.middle(of: try #require(strip.thumbnails.first).path)
      #expect(color.red > 200 && color.blue < 50)
    }
    #expect(try studio.makeStrip(ThumbnailRequest(item: Item(path: silent))).finished == [0])
    #expect(try studio.makeStrip(ThumbnailRequest(item: Item(.color(0xff0000)))).finished == [0])
  }

  @Test("A cancelled strip stops, and nobody is notified of its end")
  func cancel() throws {
    let dropped = ThumbnailRequest(item: Item(path: try studio.film()))
    let wanted = ThumbnailRequest(item: dropped.item, count: 2)
    let news = try studio.news(of: [dropped]) { thumbnailer, news in
      if case .ready(dropped, _) = news {
        thumbnailer.cancel(dropped)
        thumbnailer.enqueue(wanted)
      }
    }
    #expect(news.map(Studio.name) == ["20: 0", "2: 0", "2: 1", "2: finished 2"])
  }

  @Test("The latest request is served first, and then the previous one continues")
  func order() throws {
    let first = ThumbnailRequest(item: Item(path: try studio.film()), count: 3)
    let second = ThumbnailRequest(item: first.item, count: 2)
    let news = try studio.news(of: [first, first]) { thumbnailer, news in
      if case .ready(first, let thumbnail) = news, thumbnail.index == 0 {
        thumbnailer.enqueue(second)
      }
    }
    #expect(
      news.map(Studio.name) == [
        "3: 0", "2: 0", "2: 1", "2: finished 2", "3: 1", "3: 2", "3: finished 3",
      ])
  }

  @Test("The cache stays below its limit and evicts the least recently used")
  func bound() throws {
    let limit = 100_000
    let item = Item(path: try studio.film())
    var last: Studio.Strip?
    for width in 190..<200 {
      last = try studio.makeStrip(
        ThumbnailRequest(item: item, count: 4, width: width), limit: limit)
      #expect(last?.thumbnails.count == 4)
      var size = 0
      for strip in studio.cache.names.map(studio.cache.folder) {
        for name in strip.names { size += try FileStatus(of: strip.path(of: name)).size }
      }
      #expect(size <= limit)
    }
    #expect((2...8).contains(studio.cache.names.count))
    #expect(last?.thumbnails.allSatisfy { (try? FileStatus(of: $0.path)) != nil } == true)
  }

  @Test("Other files in the cache folder are not removed")
  func foreign() throws {
    try studio.cache.folder("holiday").make()
    let path = studio.cache.folder("holiday").path(of: "film.mkv")
    try Data(repeating: 1, count: 50_000).write(to: URL(filePath: path))
    _ = try studio.makeStrip(
      ThumbnailRequest(item: Item(path: try studio.film()), count: 2), limit: 1)
    #expect(try FileStatus(of: path).size == 50_000)
  }

  @Test("An unwritable cache is reported once")
  func unwritable() throws {
    let file = studio.folder.path(of: "file")
    try Data([1]).write(to: URL(filePath: file))
    let strip = try studio.makeStrip(
      ThumbnailRequest(item: Item(path: try studio.film())), in: Folder(file).folder("cache"))
    #expect(strip.thumbnails.isEmpty && strip.finished.isEmpty)
    #expect(strip.failures.map(\.exitStatus) == [.cannotWrite])
  }

  @Test("The thread has the lowest priority on a busy machine, and always makes progress")
  func priority() throws {
    let request = ThumbnailRequest(item: Item(path: try studio.film()), count: 1)
    let priorities = Shared<[[Substring]]>([])
    _ = try studio.news(of: [request]) { _, _ in
      // Only this thread: other tests of this process have such threads, too.
      let thread = Folder("/proc/thread-self")
      guard firstLine(of: thread.path(of: "comm")) == "thumbnails" else { return }
      let fields = firstLine(of: thread.path(of: "stat"))?.split(separator: " ") ?? []
      priorities.update { $0.append(fields.count > 40 ? [fields[18], fields[40]] : []) }
    }
    // Nice 19 of SCHED_OTHER, which is 0; reported at the picture and at the end.
    #expect(priorities.value == [["19", "0"], ["19", "0"]])
  }

  @Test(
    "A source that is not a local file is refused with the reason",
    arguments: [
      (
        "https://example.com/film.mp4", "https://example.com/film.mp4: thumbnails need a local file"
      ),
      ("color:#FF0000", "color:#FF0000: not a video file"), ("/film.mp4", nil),
    ] as [(String, String?)])
  func refusal(source: String, words: String?) throws {
    let item = try #require(Item(source: source))
    let refusal = ThumbnailRequest(item: item).refusal
    #expect(
      words.map { refusal?.lowercased().hasPrefix($0.lowercased()) == true } ?? (refusal == nil))
  }

  @Test("Closing ends work in progress, and later requests do nothing")
  func close() throws {
    let request = ThumbnailRequest(item: Item(path: try studio.film()))
    let heard = BoundedQueue<ThumbnailEvent>(limit: .max)
    let thumbnailer = Thumbnailer(cache: studio.cache.path) { heard.force($0) }
    thumbnailer.enqueue(request)
    _ = heard.pop()
    thumbnailer.close()
    while heard.tryPop() != nil {}
    thumbnailer.enqueue(request)
    thumbnailer.close()
    #expect(heard.isEmpty)
  }

  @Test("A client's strip is requested again for another item, or some time after it failed")
  func played() throws {
    let start = HostTime(nanoseconds: 1_000_000_000)
    var strip = PlayedStrip()
    var item = Item(path: "/film.mp4")
    let begun = strip.request(for: item, at: start)
    let first = try #require(begun)
    #expect(first.old == nil)
    item.title = "Film"
    let retitled = strip.request(for: item, at: start + .seconds(60))
    #expect(retitled?.new == nil)
    let failure = PlaybackError(.source, "unavailable", exitStatus: .unavailable)
    strip.receive(.failed(first.new, failure), at: start)
    let soon = strip.request(for: item, at: start + .seconds(1))
    #expect(soon?.new == nil)
    let repeated = strip.request(for: item, at: start + .seconds(60))
    let second = try #require(repeated)
    #expect(second.old == first.new && second.new != first.new)
    // The failure of the earlier request may arrive late.
    strip.receive(.failed(first.new, failure), at: start)
    let late = strip.request(for: item, at: start + .seconds(120))
    #expect(late?.new == nil)
    let picture = Thumbnail(index: 0, time: .zero, path: "/0.png", size: PixelSize(320, 180))
    strip.receive(.ready(first.new, picture), at: start)
    #expect(strip.path(at: 0) == nil)
    strip.receive(.ready(second.new, picture), at: start)
    #expect(strip.path(at: 0.5) == "/0.png")
    let changed = strip.request(for: Item(path: "/other.mp4"), at: start)
    let other = try #require(changed)
    #expect(other.old == second.new && strip.path(at: 0) == nil)
  }
}
