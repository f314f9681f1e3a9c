import Foundation
import Testing

/// Compressed sound that passes through to the device.
@Suite(.enabled(if: Lab.isThere))
struct PassthroughTests {
  /// A coding by FFmpeg's name, its name in messages, its encoder, and the rate of the device.
  struct Coding: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let name: String
    let encoder: [String]
    var rate = 48_000
  }

  static let codings = [
    Coding(testDescription: "ac3", name: "AC-3", encoder: ["ac3", "-b:a", "192k"]),
    Coding(
      testDescription: "eac3", name: "E-AC-3", encoder: ["eac3", "-b:a", "192k"], rate: 192_000),
    Coding(
      testDescription: "dts", name: "DTS", encoder: ["dca", "-strict", "-2", "-b:a", "768k"]),
  ]
  private static let ac3 = codings[0]
  private static let device = "hw:CARD=Loopback,DEV=0"

  private func clip(_ coding: Coding) throws -> String {
    try Clips.make(
      "coded-\(coding.testDescription).mkv",
      [
        "-f", "lavfi", "-i", "color=gray:s=160x120:r=10:d=6", "-f", "lavfi", "-i",
        "sine=440:r=48000:d=6", "-ac", "2", "-pix_fmt", "yuv420p", "-c:a",
      ] + coding.encoder)
  }

  /// Plays a clip, and returns the recording of the loopback and the player's output.
  private func play(
    _ name: String, _ coding: Coding, audio: String = "device: \"\(device)\", passthrough: on",
    before: String = "", during: String = ""
  ) throws -> (recording: URL, output: String) {
    let out = try Lab.folder("passthrough-\(name)")
    // The loopback plays at the rate of its recorder: this waits for the device's.
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60"], out: out,
      """
      export VITRINE_SOCKET=/tmp/c.sock
      kill $(pgrep -x arecord) 2> /tmp/none; sleep 0.5; \(before)
      echo 'audio: {\(audio)}' > /tmp/v.yaml
      $VITRINE play --config /tmp/v.yaml --socket /tmp/c.sock '\(try clip(coding))' & P=$!
      until grep -q 'rate: \(coding.rate) ' /proc/asound/Loopback/pcm0p/sub0/hw_params; do sleep 0.01; done
      sleep 0.3
      chrt -f 60 arecord -q -D hw:Loopback,1,0 --buffer-time=1000000 --period-time=125000 -t raw \\
        -f S16_LE -r \(coding.rate) -c 2 $OUT/sound & recorder=$!
      sleep 2; $CTL --json status; \(during)
      sleep 5; $CTL quit; wait $P; status=$?; sleep 0.5
      kill -INT $recorder; wait $recorder; exit $status
      """)
    #expect(result.status == 0, "\(result.output)")
    return (out.appending(path: "sound"), result.output)
  }

  /// The hashes of the packets of a file.
  private func packets(_ file: String, _ format: [String] = []) throws -> [String] {
    let result = try Lab.run(
      "ffmpeg",
      ["-v", "error"] + format
        + ["-i", file, "-map", "0:a", "-c", "copy", "-f", "framemd5", "-"])
    #expect(result.status == 0, "\(result.output)")
    return result.output.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
      $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The packets in the bursts of a recording. FFmpeg's demuxer for them does not know E-AC-3.
  private func packets(recorded file: URL, _ coding: Coding) throws -> [String] {
    guard coding.testDescription == "eac3" else { return try packets(file.path, ["-f", "spdif"]) }
    let words = try Data(contentsOf: file).withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    var (stream, place) = (Data(), 0)
    while place + 4 < words.count {
      guard words[place] == 0xF872, words[place + 1] == 0x4E1F else {
        place += 1
        continue
      }
      let length = Int(words[place + 3]) / 2
      guard words[place + 2] == 21, place + 4 + length <= words.count else { break }
      for word in words[place + 4..<place + 4 + length] {
        stream.append(contentsOf: [UInt8(word >> 8), UInt8(word & 0xFF)])
      }
      place += 4 + length
    }
    let unpacked = file.appendingPathExtension("eac3")
    try stream.write(to: unpacked)
    return try packets(unpacked.path, ["-f", "eac3"])
  }

  @Test("Compressed sound reaches the device bit by bit", arguments: codings)
  func exact(coding: Coding) throws {
    let (recording, output) = try play(coding.testDescription, coding)
    #expect(output.contains("sound: \(Self.device) (\(coding.name))"), "\(output)")
    #expect(output.contains(#""coding":"\#(coding.name)""#), "\(output)")
    let (heard, whole) = (try packets(recorded: recording, coding), try packets(try clip(coding)))
    // The recording begins and ends within a packet.
    let inner = Array(heard.dropFirst().dropLast())
    let first = try #require(inner.first.flatMap { whole.firstIndex(of: $0) }, "\(heard.count)")
    #expect(inner.count >= whole.count * 3 / 4, "\(inner.count) of \(whole.count)")
    #expect(Array(whole[first...].prefix(inner.count)) == inner)
  }

  @Test("With another volume, sound is decoded, and the log names the cause and the cure, once")
  func volume() throws {
    let (_, output) = try play(
      "volume", Self.ac3,
      during: "$CTL volume 50%; sleep 1; $CTL --json status; $CTL seek 1; sleep 1")
    let message = "sound: AC-3 is decoded: the volume is not 100%; set it to 100%"
    #expect(output.components(separatedBy: message).count == 2, "\(output)")
    #expect(output.contains(#""coding":"AC-3""#) && output.contains(#""coding":null"#), "\(output)")
  }

  @Test("At the same loudness, sound is decoded, and the log names the cause")
  func loudness() throws {
    let (_, output) = try play(
      "loudness", Self.ac3,
      audio: "device: \"\(Self.device)\", passthrough: on, loudness: -23")
    #expect(output.contains("sound: AC-3 is decoded: audio.loudness changes it"), "\(output)")
    #expect(!output.contains("(AC-3)"), "\(output)")
  }

  /// The display decodes AC-3; the name of its device sets the channel status.
  @Test(
    "auto follows the display's report, and the channel status says that the sound is not samples")
  func reported() throws {
    let settings = """
      tools/lab.d/sound-display Loopback "$REPORT"
      export ALSA_CONFIG_PATH=tools/lab.d/hdmi.conf
      state() { amixer -c Loopback cget name='IEC958 Playback Default' | grep -o 'AES0=0x..'; }
      """
    let coded = try play(
      "auto", Self.ac3, audio: "passthrough: auto",
      before: "REPORT=ac3; \(settings); echo before: $(state)",
      during: "echo during: $(state); sleep 5; echo after: $(state)"
    ).output
    #expect(
      coded.contains("sound: hdmi:CARD=Loopback,DEV=0,AES0=0x06,AES3=0x02 (AC-3)"), "\(coded)")
    for line in ["before: AES0=0x00", "during: AES0=0x06"] {
      #expect(coded.contains(line), "\(coded)")
    }
    let plain = try play(
      "auto-plain", Self.ac3, audio: "passthrough: auto", before: "REPORT=present; \(settings)"
    ).output
    #expect(!plain.contains("(AC-3)") && !plain.contains("is decoded"), "\(plain)")
  }

  /// The second clip waits for the delayed end of the first.
  @Test("Delayed sound is heard to its end before the device is opened for another coding")
  func delayed() throws {
    let out = try Lab.folder("passthrough-delay")
    let samples = try Clips.make(
      "tone.mkv",
      [
        "-f", "lavfi", "-i", "color=gray:s=160x120:r=10:d=3", "-f", "lavfi", "-i",
        "sine=440:r=48000:d=3", "-ac", "2", "-pix_fmt", "yuv420p", "-c:a", "pcm_s16le",
      ])
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60"], out: out,
      """
      kill $(pgrep -x arecord) 2> /tmp/none; sleep 0.5
      echo 'audio: {device: "\(Self.device)", passthrough: on, delay: 0.4}' > /tmp/v.yaml
      chrt -f 60 arecord -q -D hw:Loopback,1,0 --buffer-time=1000000 --period-time=125000 -t raw \\
        -f S16_LE -r 48000 -c 2 $OUT/sound & recorder=$!; sleep 0.3
      $VITRINE play --config /tmp/v.yaml '\(samples)' '\(try clip(Self.ac3))'
      status=$?; sleep 0.5; kill -INT $recorder; wait $recorder; exit $status
      """)
    #expect(result.status == 0, "\(result.output)")
    let words = try Data(contentsOf: out.appending(path: "sound")).withUnsafeBytes {
      Array($0.bindMemory(to: UInt16.self))
    }
    let burst = try #require(
      words.indices.dropLast().first { words[$0] == 0xF872 && words[$0 + 1] == 0x4E1F })
    let first = try #require(words.firstIndex { $0 != 0 })
    let last = try #require(words[..<burst].lastIndex { $0 != 0 })
    #expect(abs((last - first) / 2 - 3 * 48_000) < 2_000, "\((last - first) / 2)")
    #expect((burst - last) / 2 < 12_000, "\((burst - last) / 2)")
    let heard = try packets(recorded: out.appending(path: "sound"), Self.ac3)
    let whole = try packets(try clip(Self.ac3))
    #expect(heard.count >= whole.count - 10, "\(heard.count) of \(whole.count)")
  }
}
