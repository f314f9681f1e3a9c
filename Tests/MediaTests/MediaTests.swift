import Foundation
import Testing
import VitrineMedia
import VitrinePictures
import VitrineTiming

/// FFmpeg, tested on media made by FFmpeg.
@Suite(.serialized)
struct MediaTests {
  private func decode(_ path: String) throws -> [Frame] {
    var demuxer = try Demuxer(path: path, interrupter: .init())
    let video = demuxer.video
    var decoder = try Decoder(of: try #require(video))
    var frames: [Frame] = []
    func drain() throws {
      while case .frame(let frame) = try decoder.receive() { frames.append(frame) }
    }
    reading: while true {
      switch try demuxer.read() {
      case .video(let packet):
        while try !decoder.send(packet) { try drain() }
        try drain()
      case .ended: break reading
      default: break
      }
    }
    _ = try decoder.send(nil)
    try drain()
    return frames
  }

  @Test(
    "Frames of every usual layout are converted to every scanout format",
    arguments: ["yuv420p", "yuv422p", "yuv444p", "yuv420p10le", "yuv422p10le", "gray", "bgr0"])
  func conversion(format: String) throws {
    let path = try Made.clip(
      "grey-\(format).mkv",
      [
        "-f", "lavfi", "-i", "color=c=0x808080:s=854x480:r=5:d=0.4", "-pix_fmt", format, "-c:v",
        "ffv1",
      ])
    let frame = try #require(try decode(path).first)
    let description = frame.description
    #expect(description.size == PixelSize(854, 480))
    for target in [
      PixelFormat.nv12, .yuv420, .nv16, .yuv422, .nv24, .yuv444, .p010, .yuyv, .xrgb8888,
    ] {
      let layout = try #require(
        BufferLayout(format: target, size: PixelSize(427, 240), pitch: 2048))
      let bytes = UnsafeMutableRawBufferPointer.allocate(
        byteCount: layout.byteCount, alignment: 64)
      defer { bytes.deallocate() }
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      var converter = PictureConverter()
      try converter.convert(
        frame,
        .init(
          source: PixelRect(frame.size), sourceColor: description.color,
          destination: PixelRect(layout.size), layout: layout),
        into: bytes)
      let middle =
        layout.planes[0].pitch * 120 + (target == .p010 ? 2 : 4) * 100 + (target == .p010 ? 1 : 0)
      let isRGB = target.isRGB || target == .yuyv || format == "bgr0"
      #expect((isRGB ? 100...140 : 110...140).contains(Int(bytes[middle])), "\(target)")
    }
  }

  @Test(
    "Audio of any rate and channel count becomes 48 kHz stereo of the same length",
    arguments: [(44100, 1), (48000, 6), (22050, 2)])
  func sound(rate: Int, channels: Int) throws {
    let path = try Made.clip(
      "tone-\(rate)-\(channels).wav",
      ["-f", "lavfi", "-i", "sine=f=1000:r=\(rate):d=1", "-ac", "\(channels)"])
    var demuxer = try Demuxer(path: path, interrupter: .init())
    let audio = demuxer.audio
    var decoder = try Decoder(of: try #require(audio))
    var resampler = Resampler(to: .standard)
    var samples: [Int16] = []
    while case .audio(let packet) = try demuxer.read() {
      _ = try decoder.send(packet)
      while case .frame(let frame) = try decoder.receive() {
        samples += try resampler.convert(frame).samples
      }
    }
    samples += try resampler.flush().samples
    #expect(abs(samples.count / 2 - 48000) <= 48)
    #expect((samples.max() ?? 0) > 1000)
  }

  @Test("Interlaced frames become progressive ones, one per field")
  func interlaced() throws {
    let path = try Made.clip(
      "interlaced.mpg",
      [
        "-f", "lavfi", "-i", "testsrc2=s=720x576:r=50:d=1", "-vf", "interlace,setfield=tff",
        "-flags", "+ildct+ilme", "-c:v", "mpeg2video", "-b:v", "4M",
      ])
    let frames = try decode(path)
    let first = try #require(frames.first)
    #expect(first.isInterlaced)
    var demuxer = try Demuxer(path: path, interrupter: .init())
    let timebase = demuxer.video?.timebase
    let unit = try #require(timebase)
    _ = try demuxer.read()
    var filter = try Deinterlacer(like: first, timebase: unit)
    var pictures: [Frame] = []
    for frame in frames { pictures += try filter.filter(frame) }
    pictures += try filter.filter(nil)
    #expect(pictures.count == frames.count * 2)
    let times = pictures.compactMap(\.pts)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }
}

/// Clips for these tests, made once.
enum Made {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func clip(_ name: String, _ arguments: [String]) throws -> String {
    try file(name) { ["ffmpeg", "-v", "error", "-y"] + arguments + [$0] }
  }

  /// The output of a command that is given the path.
  static func file(_ name: String, _ command: (String) -> [String]) throws -> String {
    let folder = root.appending(path: ".build/lab-media")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: name).path
    if FileManager.default.fileExists(atPath: path) { return path }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command(path)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return path
  }
}
