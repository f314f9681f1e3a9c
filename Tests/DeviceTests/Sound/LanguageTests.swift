import Foundation
import Testing

/// Several languages of a film, each on its own device.
@Suite(.enabled(if: Lab.isThere))
struct LanguageTests {
  private static let media = Lab.root.appending(path: ".build/lab-media")
  /// The tones of the languages, in Hz.
  private static let (german, english) = (440, 880)

  /// A flash and a click at each second, as `SyncTrace` finds them, with a different tone in each language.
  private func film(seconds: Int) throws -> String {
    func sound(_ tone: Int) -> [String] {
      let wave = "if(gt(t,0.5)*lt(mod(t,1),0.002),0.9,0.05*sin(2*PI*\(tone)*t))"
      return ["-f", "lavfi", "-i", "aevalsrc='\(wave)|\(wave)':s=48000:d=\(seconds)"]
    }
    return try Clips.make(
      "languages-\(seconds).mkv",
      [
        "-f", "lavfi", "-i",
        "color=black:s=64x48:r=30:d=\(seconds),geq=lum='if(mod(N,30),16,if(N,235,16))':cb=128:cr=128,select='lt(mod(n,30),2)'",
      ] + sound(Self.german) + sound(Self.english) + [
        "-map", "0", "-map", "1", "-map", "2", "-metadata:s:a:0", "language=ger",
        "-metadata:s:a:1", "language=eng", "-vsync", "vfr", "-c:v", "libx264", "-qp", "0",
        "-pix_fmt", "yuv420p", "-c:a", "pcm_s16le",
      ])
  }

  private func config(_ name: String, english device: String) throws -> String {
    let config = Self.media.appending(path: "languages-\(name).yaml")
    try Data(
      """
      audio: {device: "hw:CARD=Loopback,DEV=0", languages: [de], also: ["en \(device)"]}
      """.utf8
    ).write(to: config)
    return config.path
  }

  /// The level of a tone in a second of a recording.
  private func level(of pitch: Int, in folder: URL) throws -> Double {
    let samples = try Data(contentsOf: folder.appending(path: "sound-1")).withUnsafeBytes { bytes in
      let values = bytes.bindMemory(to: Int16.self)
      let start = (values.firstIndex { abs(Int($0)) > 8000 } ?? 0) / 2 * 2 + 9600
      let places = stride(from: start, to: min(start + 48_000, values.count), by: 2)
      return places.map { (place: Int) -> Double in Double(values[place]) }
    }
    var (real, imaginary) = (0.0, 0.0)
    for (place, sample) in samples.enumerated() {
      let angle = 2 * Double.pi * Double(pitch) / 48000 * Double(place)
      real += sample * cos(angle)
      imaginary += sample * sin(angle)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count) / 32768
  }

  /// The second device is slower than the first one by 0.03 %, which without a correction is 18 ms in a minute.
  @Test(
    "German and English play on two devices, each in step with the picture, through seeks and pauses"
  )
  func languages() throws {
    let out = try Lab.folder("languages")
    let film = try film(seconds: 60)
    let config = try config("both", english: "hw:CARD=Loopback,DEV=1,SUBDEV=1")
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--display", "640x480@60", "--record"], out: out,
      """
      for device in 0 1; do
        amixer -q -c Loopback cset iface=PCM,name='PCM Rate Shift 100000',device=$device,subdevice=1 100030
      done
      tools/lab.d/record $OUT/english 0,1 & sleep 0.5
      export VITRINE_SOCKET=/tmp/c.sock
      $VITRINE play --config '\(config)' --socket /tmp/c.sock '\(film)' 2> $OUT/log & P=$!
      sleep 25; $CTL pause; sleep 2; $CTL play; sleep 5; $CTL seek 45; sleep 12; $CTL quit
      wait $P
      """)
    let log = try String(contentsOf: out.appending(path: "log"), encoding: .utf8)
    #expect(result.status == 0, "\(result.output) \(log)")
    #expect(log.contains("sound in en: hw:CARD=Loopback,DEV=1,SUBDEV=1"), "\(log)")
    let other = out.appending(path: "english")
    try FileManager.default.copyItem(
      at: out.appending(path: "flips.trace"), to: other.appending(path: "flips.trace"))
    for (folder, tones) in [
      (out, (Self.german, Self.english)), (other, (Self.english, Self.german)),
    ] {
      let sync = try SyncTrace(folder)
      #expect(sync.offsets.count >= 35, "\(sync.offsets.count) flashes were heard")
      #expect(sync.percentile(0.97) <= 0.020, "\(sync.offsets)")
      let (own, others) = (try level(of: tones.0, in: folder), try level(of: tones.1, in: folder))
      #expect(abs(own - 0.05) < 0.005 && others < 0.001, "\(own) \(others)")
    }
    let ratio = try SyncTrace(other).rate / SyncTrace(out).rate
    #expect(abs(ratio - 0.9997) < 0.0001, "\(ratio)")
  }

  @Test("A second device that is missing disturbs neither the first nor the picture")
  func missing() throws {
    let out = try Lab.folder("languages-missing")
    let film = try film(seconds: 12)
    let config = try config("missing", english: "hw:CARD=Absent,DEV=0")
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--display", "640x480@60", "--record"], out: out,
      "$VITRINE play --config '\(config)' '\(film)' 2> $OUT/log")
    let log = try String(contentsOf: out.appending(path: "log"), encoding: .utf8)
    #expect(result.status == 0, "\(result.output) \(log)")
    #expect(log.components(separatedBy: "no sound in en: ").count == 2, "\(log)")
    let sync = try SyncTrace(out)
    #expect(sync.offsets.count >= 10, "\(sync.offsets.count) flashes were heard")
    #expect(sync.percentile(0.99) <= 0.020, "\(sync.percentile(0.99) * 1000) ms")
  }
}
