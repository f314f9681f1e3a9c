import Foundation
import Testing
import VitrineMedia
import VitrinePictures
import VitrinePlayback
import VitrineTiming

/// False container values, and files whose content does not match their name.
@Suite(.serialized)
struct ContainerTests {
  private func open(_ path: String, memory: Int = 4 << 30) throws(MediaError) {
    let demuxer = try Demuxer(
      path: path, interrupter: .init(), limits: PictureLimits(memory: memory))
    _ = demuxer.tracks
  }

  private func error(_ path: String, memory: Int = 4 << 30) -> MediaError? {
    do throws(MediaError) {
      try open(path, memory: memory)
      return nil
    } catch {
      return error
    }
  }

  /// The error of decoding the first frame.
  private func decodingError(_ path: String, memory: Int) -> MediaError? {
    do throws(MediaError) {
      var demuxer = try Demuxer(
        path: path, interrupter: .init(), limits: PictureLimits(memory: memory))
      let video = demuxer.video
      guard let video, case .video(let packet) = try demuxer.read() else { return .noTracks }
      var decoder = try Decoder(of: video)
      _ = try decoder.send(packet)
      _ = try decoder.send(nil)
      _ = try decoder.receive()
      return nil
    } catch {
      return error
    }
  }

  private func write(_ name: String, _ bytes: Data) throws -> String {
    let path = try Self.folder().appending(path: name)
    try bytes.write(to: path)
    return path.path
  }

  private static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "vitrine-containers")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private func small(_ name: String, _ more: [String] = []) throws -> String {
    try Made.clip(
      name,
      ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=0.6", "-pix_fmt", "yuv420p"] + more)
  }

  // Values.

  @Test(
    "An implausible duration counts as unknown",
    arguments: [9.2e15, 9.2e18, 1e300, .infinity, -1, 1e12])
  func duration(value: Double) throws {
    var data = try Data(contentsOf: URL(filePath: small("small.mkv")))
    // The element Duration: its ID, its length, a Double.
    let place = try #require(data.firstRange(of: Data([0x44, 0x89, 0x88]))).upperBound
    withUnsafeBytes(of: value.bitPattern.bigEndian) {
      data.replaceSubrange(place..<place + 8, with: $0)
    }
    let path = try write("duration.mkv", data)
    let demuxer = try Demuxer(path: path, interrupter: .init())
    let (duration, start) = (demuxer.duration, demuxer.start)
    // FFmpeg keeps a plausible value or estimates by file size.
    #expect(duration.map { $0 < MediaTime(400_000_000, 1) } ?? true)
    #expect((start + (duration ?? .zero)).nanoseconds < .max)
  }

  @Test("An implausible pixel aspect ratio counts as square")
  func aspect() throws {
    let path = try small("thin.mkv", ["-vf", "setsar=1/2000"])
    let demuxer = try Demuxer(path: path, interrupter: .init())
    #expect(demuxer.video?.picture?.pixelAspect == .square)
  }

  @Test("Audio with an impossible sample rate is refused by name")
  func soundRate() throws {
    var data = try Data(
      contentsOf: URL(
        filePath: Made.clip("tone-small.wav", ["-f", "lavfi", "-i", "sine=f=440:d=0.2"])))
    // The sample rate in a WAV file's `fmt `.
    data.replaceSubrange(24..<28, with: [7, 0, 0, 0])
    let path = try write("seven.wav", data)
    var demuxer = try Demuxer(path: path, interrupter: .init())
    let audio = demuxer.audio
    var decoder = try Decoder(of: try #require(audio))
    var resampler = Resampler(to: .standard)
    guard case .audio(let packet) = try demuxer.read(), try decoder.send(packet),
      case .frame(let frame) = try decoder.receive()
    else { return }
    #expect(throws: MediaError.oddSound(rate: 7, channels: 1)) { try resampler.convert(frame) }
  }

  // Names.

  @Test(
    "An image's file name is literal and not a pattern",
    arguments: ["sale 50%d.png", "a%04d.png", "[ab]*.png", "100%.png", "{1,2}?.png"])
  func pattern(name: String) throws {
    let still = try Made.clip(
      "still-160.png", ["-f", "lavfi", "-i", "testsrc=s=160x90", "-frames:v", "1"])
    let path = try write(name, Data(contentsOf: URL(filePath: still)))
    var demuxer = try Demuxer(path: path, interrupter: .init())
    let isPicture = demuxer.isSinglePicture
    #expect(isPicture)
    guard case .video = try demuxer.read() else {
      Issue.record("no picture in \(name)")
      return
    }
    guard case .ended = try demuxer.read() else {
      Issue.record("more than one picture in \(name)")
      return
    }
  }

  // Files that name others.

  private func playlist() throws -> String {
    let clip = try small("small.ts")
    let piece = try write("piece.ts", Data(contentsOf: URL(filePath: clip)))
    #expect(piece.hasSuffix("piece.ts"))
    return """
      #EXTM3U
      #EXT-X-VERSION:3
      #EXT-X-TARGETDURATION:1
      #EXT-X-MEDIA-SEQUENCE:0
      #EXTINF:0.6,
      piece.ts
      #EXT-X-ENDLIST

      """
  }

  @Test("A playlist opens with its own extension and is refused with a film's, with a remedy")
  func playlistAsFilm() throws {
    let text = Data(try playlist().utf8)
    #expect(error(try write("good.m3u8", text)) == nil)
    let refusal = error(try write("film.mp4", text))
    #expect(refusal == .namesFiles("hls"))
    #expect(refusal?.description.contains("rename it to .m3u8") == true)
  }

  @Test("A concat script is refused under any name")
  func concat() throws {
    let text = Data("ffconcat version 1.0\nfile piece.ts\n".utf8)
    #expect(error(try write("film.mkv", text)) == .namesFiles("concat"))
    #expect(error(try write("film.ffconcat", text)) == .namesFiles("concat"))
  }

  @Test("A playlist may reference only files: no pipe, device, folder or network")
  func nested() throws {
    let text = try playlist()
    let pipe = try Self.folder().appending(path: "pipe.ts").path
    if !FileManager.default.fileExists(atPath: pipe) { #expect(mkfifo(pipe, 0o600) == 0) }
    for (index, piece) in ["pipe.ts", "/dev/zero", "/tmp", "missing.ts", "http://localhost:1/a.ts"]
      .enumerated()
    {
      let list = try write(
        "bad-\(index).m3u8", Data(text.replacing("piece.ts", with: piece).utf8))
      let refusal = error(list)
      #expect(refusal != nil, "\(piece)")
      if piece == "pipe.ts" {
        #expect(
          refusal
            == .refused(
              "it references pipe.ts, which is a device, pipe or directory, not a regular file")
        )
      }
    }
  }

  @Test("Bitmap subtitles in a pipe do not block")
  func pictureSubtitles() throws {
    let index = try write("pipe.idx", Data("# VobSub index file, v7\n".utf8))
    let pipe = index.dropLast(3) + "sub"
    if !FileManager.default.fileExists(atPath: String(pipe)) {
      #expect(mkfifo(String(pipe), 0o600) == 0)
    }
    #expect(error(index) == .refused("its images are in \(pipe), which is not a regular file"))
  }

  @Test("A playlist that references itself terminates")
  func endless() throws {
    let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nself.m3u8\n"
    #expect(error(try write("self.m3u8", Data(text.utf8))) != nil)
  }

  // Sizes.

  /// A uniform PNG file that states this size: all its rows are there.
  private func png(_ size: Int) throws -> String {
    try Made.file("plain-\(size).png") { path in
      [Made.root.appending(path: "tools/test.d/plain-png").path, "\(size)", path]
    }
  }

  @Test("A picture too large for the memory is refused with its size and not decoded")
  func largePicture() throws {
    let refusal = decodingError(try png(16_000), memory: 512 << 20)
    #expect(
      refusal == .tooLarge(PixelSize(16_000, 16_000), most: 33_554_432, memory: 512 << 20))
    let words = refusal?.description ?? ""
    #expect(words.contains("16000x16000 (256.0 million pixels)"), "\(words)")
    #expect(words.contains("512 MiB") && words.contains("MemoryMax"), "\(words)")
  }

  @Test("At 512 MiB, 8K works as an image but not as a film")
  func largeFilm() throws {
    let film = try Made.clip(
      "8k.mp4",
      [
        "-f", "lavfi", "-i", "color=red:s=7680x4320:r=25:d=0.08", "-pix_fmt", "yuv420p", "-c:v",
        "libx264", "-preset", "ultrafast",
      ])
    let limit = PictureLimits(memory: 512 << 20).film
    #expect(
      error(film, memory: 512 << 20)
        == .tooLarge(PixelSize(7680, 4320), most: limit, memory: 512 << 20))
    #expect(error(film, memory: 4 << 30) == nil)
    #expect(error(try png(5000), memory: 512 << 20) == nil)
  }

  @Test("Tracks say for which viewers they are made")
  func audiences() throws {
    let path = try Made.clip(
      "audiences.mkv",
      [
        "-f", "lavfi", "-i", "sine=d=0.2", "-map", "0:a", "-map", "0:a", "-map", "0:a", "-c:a",
        "flac", "-disposition:a:1", "visual_impaired", "-disposition:a:2", "hearing_impaired",
      ])
    let tracks = try Demuxer(path: path, interrupter: .init()).tracks
    #expect(tracks.map(\.info.audience) == [.everyone, .visuallyImpaired, .hardOfHearing])
  }
}
