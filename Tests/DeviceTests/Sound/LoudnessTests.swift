import Foundation
import Testing

/// Files of different loudness, as the sound card plays them.
@Suite(.enabled(if: Lab.isThere))
struct LoudnessTests {
  private static let media = Lab.root.appending(path: ".build/lab-media")
  private static let levels = [-35, -32, -30, -27, -24, -21, -18, -15, -13, -10, -8, -6]
  private static let seconds = 4

  /// A clip with a stereo tone of this loudness, which for 1 kHz is its peak level.
  private func clip(_ level: Int) throws -> String {
    let amplitude = pow(10, Double(level) / 20)
    let tone = "\(amplitude)*sin(2*PI*1000*t)"
    return try Clips.make(
      "loudness\(level).mkv",
      [
        "-f", "lavfi", "-i", "color=gray:s=160x120:r=10:d=\(Self.seconds)", "-f", "lavfi", "-i",
        "aevalsrc=\(tone)|\(tone):c=stereo:s=48000:d=\(Self.seconds)", "-pix_fmt", "yuv420p",
        "-c:a", "pcm_s16le",
      ])
  }

  /// In the first pass, all files are measured in the background.
  @Test("In the second pass, files from -35 to -6 LUFS play within 1 LU of the target")
  func normalized() throws {
    let clips = try Self.levels.map { "'\(try clip($0))'" }
    let out = try Lab.folder("loudness")
    let config = Self.media.appending(path: "loudness.yaml")
    let cache = out.appending(path: "cache").path
    try Data("audio: {loudness: -23}\nservice: {thumbnails: \(cache)}\n".utf8).write(to: config)
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60", "--record"], out: out,
      """
      $VITRINE play --config '\(config.path)' --audio hw:CARD=Loopback,DEV=0 \
        \((clips + clips).joined(separator: " "))
      """)
    #expect(result.status == 0, "\(result.output)")
    let samples = try Data(contentsOf: out.appending(path: "sound-1")).withUnsafeBytes { bytes in
      bytes.prefix(bytes.count / 4 * 4).bindMemory(to: Int16.self).enumerated()
        .filter { $0.offset.isMultiple(of: 2) }.map { Double($0.element) / 32768 }
    }
    let first = try #require(samples.firstIndex { abs($0) > 0.001 })
    let length = 48000 * Self.seconds
    let heard = (0..<2 * Self.levels.count).map { place -> Double in
      // The middle of each item.
      let start = first + place * length + length / 4
      let part = samples[start..<start + length / 2]
      return 10 * log10(2 * part.reduce(0) { $0 + $1 * $1 } / Double(part.count))
    }
    for level in heard.suffix(Self.levels.count) { #expect(abs(level + 23) < 1, "\(heard)") }
  }

  /// A tone in all channels but the LFE: its loudness is 10 log (3 + 2 · 1.41) - 3 above its peak level. The
  /// second item is quieter, so that the gain is above 1. The loopback has the rear channels before the centre.
  @Test("5.1 plays at the target by the weights of its channels")
  func surround() throws {
    let above = 10 * log10(3 + 2 * 1.41) - 10 * log10(2)
    let clips = try [-12, -40].map { (level: Int) throws -> String in
      let amplitude = pow(10, (Double(level) - above) / 20)
      let tone = "\(amplitude)*sin(2*PI*1000*t)"
      let channels = [tone, tone, tone, "0", tone, tone].joined(separator: "|")
      return try Clips.make(
        "loudness51\(level).mkv",
        [
          "-f", "lavfi", "-i", "color=gray:s=160x120:r=10:d=\(Self.seconds)", "-f", "lavfi", "-i",
          "aevalsrc=\(channels):c=5.1:s=48000:d=\(Self.seconds)", "-pix_fmt", "yuv420p", "-c:a",
          "pcm_s16le",
        ])
    }.map { "'\($0)'" }
    let out = try Lab.folder("loudness-surround")
    let config = Self.media.appending(path: "loudness-surround.yaml")
    let cache = out.appending(path: "cache").path
    try Data(
      "audio: {loudness: -23, channels: 5.1}\nservice: {thumbnails: \(cache)}\n".utf8
    ).write(to: config)
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60"], out: out,
      """
      kill $(pgrep -x arecord) 2> /tmp/none; sleep 0.5
      chrt -f 60 arecord -q -D hw:Loopback,1,0 --buffer-time=1000000 --period-time=125000 -t raw \
        -f S16_LE -r 48000 -c 6 $OUT/sound & recorder=$!; sleep 0.3
      $VITRINE play --config '\(config.path)' --audio hw:CARD=Loopback,DEV=0 \
        \((clips + clips).joined(separator: " "))
      status=$?; sleep 0.5; kill -INT $recorder; wait $recorder; exit $status
      """)
    #expect(result.status == 0, "\(result.output)")
    let frames = try Data(contentsOf: out.appending(path: "sound")).withUnsafeBytes { bytes in
      let values = bytes.prefix(bytes.count / 12 * 12).bindMemory(to: Int16.self)
      return stride(from: 0, to: values.count, by: 6).map { (place: Int) -> [Double] in
        (0..<6).map { Double(values[place + $0]) / 32768 }
      }
    }
    let first = try #require(frames.firstIndex { abs($0[0]) > 0.001 })
    let length = 48000 * Self.seconds
    for item in 2..<4 {
      let start = first + item * length + length / 4
      let part = frames[start..<start + length / 2]
      let weights: [Double] = [1, 1, 1.41, 1.41, 1, 0]
      var power = 0.0
      for frame in part {
        for channel in 0..<6 { power += weights[channel] * frame[channel] * frame[channel] }
      }
      power /= Double(part.count)
      #expect(abs(10 * log10(power) + 23) < 1, "item \(item): \(10 * log10(power))")
    }
  }
}
