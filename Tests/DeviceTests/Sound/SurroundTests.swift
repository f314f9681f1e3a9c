import Foundation
import Testing

/// Sound of more than two channels and of more than 16 bits, as the sound card plays it.
@Suite(.enabled(if: Lab.isThere))
struct SurroundTests {
  private static let media = Lab.root.appending(path: ".build/lab-media")

  /// A clip with a different tone in each channel, of a second.
  private func clip(_ layout: String, _ tones: [Int]) throws -> String {
    // A cosine: the first sample is not 0.
    let channels = tones.map { "0.3*cos(2*PI*\($0)*t)" }.joined(separator: "|")
    return try Clips.make(
      "tones-\(layout).mkv",
      [
        "-f", "lavfi", "-i", "color=gray:s=160x120:r=10:d=1", "-f", "lavfi", "-i",
        "aevalsrc=\(channels):c=\(layout):s=48000:d=1", "-pix_fmt", "yuv420p", "-c:a", "pcm_s24le",
      ])
  }

  /// The samples of a clip, as FFmpeg decodes them.
  private func samples(_ clip: String, _ channels: Int) throws -> [[Int32]] {
    let raw = "\(clip).s32"
    let result = try Lab.run(
      "ffmpeg", ["-v", "error", "-y", "-i", clip, "-map", "a", "-f", "s32le", raw])
    #expect(result.status == 0, "\(result.output)")
    return try frames(URL(filePath: raw), channels)
  }

  private func frames(_ file: URL, _ channels: Int) throws -> [[Int32]] {
    try Data(contentsOf: file).withUnsafeBytes { bytes in
      let values = bytes.prefix(bytes.count / (4 * channels) * 4 * channels)
        .bindMemory(to: Int32.self)
      return stride(from: 0, to: values.count, by: channels).map {
        Array(values[$0..<$0 + channels])
      }
    }
  }

  /// The loopback has ALSA's order of channels, in which the rear ones precede the centre. The second
  /// item starts with its picture, up to a refresh from the end of the first one's sound.
  @Test("5.1 with 24 bits is exact on its loudspeakers, and follows stereo on the same device")
  func surround() throws {
    let stereo = try clip("stereo", [300, 400])
    let full = try clip("5.1", [500, 600, 700, 80, 900, 1000])
    let out = try Lab.folder("surround")
    let config = Self.media.appending(path: "surround.yaml")
    try Data("audio: {channels: 5.1, bits: 24}\n".utf8).write(to: config)
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60", "--audio", "both"], out: out,
      """
      chrt -f 60 arecord -q -D hw:Loopback,1,0 --buffer-time=2000000 --period-time=125000 -t raw \
        -f S32_LE -r 48000 -c 6 $OUT/sound & recorder=$!; sleep 0.3
      $VITRINE play --config '\(config.path)' --audio hw:CARD=Loopback,DEV=0 '\(stereo)' '\(full)'
      status=$?; sleep 0.5; kill -INT $recorder; wait $recorder; exit $status
      """)
    #expect(result.status == 0, "\(result.output)")
    let heard = try frames(out.appending(path: "sound"), 6)
    let first = try #require(heard.firstIndex { $0[0] != 0 })
    let second = try #require(heard.firstIndex { $0[2] != 0 })
    let length = second - first
    #expect(abs(length - 48_000) <= 800, "\(length)")
    let left = try samples(stereo, 2).map { [$0[0], $0[1], 0, 0, 0, 0] }.prefix(length)
    #expect(Array(heard[first..<first + left.count]) == Array(left))
    let right = try samples(full, 6).map { [$0[0], $0[1], $0[4], $0[5], $0[2], $0[3]] }.dropLast(
      800)
    try #require(heard.count >= second + right.count && right.count == 47_200)
    #expect(Array(heard[second..<second + right.count]) == Array(right))
  }

  /// The card reports HDMI's loudspeakers: front left and right, LFE, centre, the pair at the sides and the
  /// pair behind.
  @Test("Each channel of 7.1 is on its loudspeaker of a display's")
  func hdmi() throws {
    let clip = try clip("7.1", [500, 600, 700, 80, 900, 1000, 1100, 1200])
    let out = try Lab.folder("surround-hdmi")
    let config = Self.media.appending(path: "surround-hdmi.yaml")
    try Data("audio: {bits: 24}\n".utf8).write(to: config)
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60"], out: out,
      """
      kill $(pgrep -x arecord) 2> /tmp/none; sleep 0.5
      tools/lab.d/sound-display Loopback 7.1 & sleep 1
      chrt -f 60 arecord -q -D hw:Loopback,1,0 --buffer-time=1000000 --period-time=125000 -t raw \
        -f S32_LE -r 48000 -c 8 $OUT/sound & recorder=$!; sleep 0.3
      $VITRINE play --config '\(config.path)' '\(clip)'
      status=$?; sleep 0.5; kill -INT $recorder; wait $recorder; exit $status
      """)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("(7.1, 24 bits)"), "\(result.output)")
    let heard = try frames(out.appending(path: "sound"), 8)
    let first = try #require(heard.firstIndex { $0[0] != 0 })
    // A file's order is front left and right, centre, LFE, rear and side pair.
    let expected = try samples(clip, 8).map { frame in [0, 1, 3, 2, 6, 7, 4, 5].map { frame[$0] } }
      .dropLast(800)
    try #require(heard.count >= first + expected.count && expected.count == 47_200)
    #expect(Array(heard[first..<first + expected.count]) == Array(expected))
  }

  @Test("A stereo device gets the downmix of 5.1, and the log says so")
  func stereoDevice() throws {
    let full = try clip("5.1", [500, 600, 700, 80, 900, 1000])
    let out = try Lab.folder("surround-stereo")
    let config = Self.media.appending(path: "surround.yaml")
    try Data("audio: {channels: 5.1, bits: 24}\n".utf8).write(to: config)
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60", "--audio", "both"], out: out,
      """
      chrt -f 60 arecord -q -D hw:Loopback,1,0 --buffer-time=2000000 --period-time=125000 -t raw \
        -f S16_LE -r 48000 -c 2 $OUT/sound & recorder=$!; sleep 0.3
      $VITRINE play --config '\(config.path)' --audio hw:CARD=Loopback,DEV=0 '\(full)'
      status=$?; sleep 0.5; kill -INT $recorder; wait $recorder; exit $status
      """)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("stereo, 16 bits"), "\(result.output)")
    let heard = try Data(contentsOf: out.appending(path: "sound")).withUnsafeBytes { bytes in
      Array(bytes.prefix(bytes.count / 4 * 4).bindMemory(to: Int16.self))
    }
    let tones = (0..<2).map { side in
      let all = stride(from: side, to: heard.count, by: 2).map { Double(heard[$0]) }
      let start = (all.firstIndex { $0 != 0 } ?? 0) + 4800
      let part = Array(all[start..<min(start + 24_000, all.count)])
      return [500, 600, 700, 900, 1000].map { amplitude(of: $0, in: part) / 32768 }
    }
    let (full1, half) = (0.3 / (1 + 2.0.squareRoot()), 0.3 / (2 + 2.0.squareRoot()))
    for (side, expected) in [[full1, 0, half, half, 0], [0, full1, half, 0, half]].enumerated() {
      for (tone, level) in zip(tones[side], expected) { #expect(abs(tone - level) < 0.002) }
    }
  }

  private func amplitude(of pitch: Double, in samples: [Double]) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (place, sample) in samples.enumerated() {
      let angle = 2 * Double.pi * pitch / 48000 * Double(place)
      real += sample * cos(angle)
      imaginary += sample * sin(angle)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
  }
}
