import Foundation
import Testing
import VitrineMedia
import VitrinePlayback

/// Sound of more than two channels and of more than 16 bits.
struct SurroundTests {
  /// Decodes a file, and returns what the device gets in this format.
  private func decode(_ path: String, to format: SoundFormat) throws -> [Int16] {
    var demuxer = try Demuxer(path: path, interrupter: .init())
    let audio = demuxer.audio
    var decoder = try Decoder(of: try #require(audio))
    var resampler = Resampler(to: format)
    var samples: [Int16] = []
    func drain() throws {
      while case .frame(let frame) = try decoder.receive() {
        let chunk = try resampler.convert(frame)
        #expect(chunk.format == format)
        samples += chunk.samples
      }
    }
    while case .audio(let packet) = try demuxer.read() {
      _ = try decoder.send(packet)
      try drain()
    }
    _ = try decoder.send(nil)
    try drain()
    return samples + (try resampler.flush().samples)
  }

  /// A clip with a constant in each channel.
  private func levels(_ layout: String, _ levels: [Double]) throws -> String {
    try Made.clip(
      "levels-\(layout)-\(levels.map { "\($0)" }.joined(separator: "-")).wav",
      [
        "-f", "lavfi", "-i",
        "aevalsrc=\(levels.map { "\($0)" }.joined(separator: "|")):c=\(layout):s=48000:d=0.1",
        "-c:a", "pcm_s24le",
      ])
  }

  private func format(_ channels: Int, isWide: Bool = false) -> SoundFormat {
    SoundFormat(rate: 48000, channels: channels, isWide: isWide)
  }

  /// Front left and right, centre, LFE, rear or side left and right.
  @Test(
    "Channels stay on their loudspeakers if the device has them",
    arguments: [
      ("5.1", [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], 6, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
      ("5.1(side)", [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], 6, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
      ("5.1(side)", [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], 8, [0.1, 0.2, 0.3, 0.4, 0, 0, 0.5, 0.6]),
      ("stereo", [0.1, 0.2], 6, [0.1, 0.2, 0, 0, 0, 0]),
      ("mono", [0.3], 6, [0, 0, 0.3, 0, 0, 0]),
      (
        "7.1", [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8], 8,
        [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
      ),
    ])
  func channels(layout: String, content: [Double], device: Int, expected: [Double]) throws {
    let samples = try decode(try levels(layout, content), to: format(device, isWide: true))
    #expect(samples.count / (2 * device) == 4800)
    for (channel, level) in expected.enumerated() {
      let heard = Double(samples[wide: 2000 * 2 * device + 2 * channel]) / 2_147_483_648
      #expect(abs(heard - level) < 1e-6, "channel \(channel): \(heard)")
    }
  }

  /// The sum of the coefficients of a channel is 1 + 0.7 + 0.7, by which all are divided.
  @Test("5.1 is downmixed with the standard coefficients, and full scale does not clip")
  func downmix() throws {
    let all = try decode(
      try levels("5.1", [1, 1, 1, 0, 1, 1].map { $0 * 0.999 }), to: format(2))
    #expect((32_600...32_767).contains(Int(all[4000])), "\(all[4000])")
    let center = try decode(try levels("5.1", [0, 0, 0.5, 0, 0, 0]), to: format(2))
    let expected = 0.5 * 32768 * 0.5.squareRoot() / (1 + 2 * 0.5.squareRoot())
    // 24 bits are dithered.
    #expect(abs(Double(center[4000]) - expected) < 3 && abs(Double(center[4001]) - expected) < 3)
  }

  @Test("24 bits arrive unchanged", arguments: [2, 6])
  func exact(device: Int) throws {
    let path = try Made.clip(
      "noise-24-\(device).wav",
      [
        "-f", "lavfi", "-i", "anoisesrc=r=48000:d=0.1:seed=1:a=0.5", "-f", "lavfi", "-i",
        "anoisesrc=r=48000:d=0.1:seed=2:a=0.5", "-filter_complex", "amerge=inputs=2", "-c:a",
        "pcm_s24le",
      ])
    let bytes = try Data(contentsOf: URL(filePath: path)).suffix(4800 * 6)
    let content = Array(bytes)
    let heard = try decode(path, to: format(device, isWide: true))
    #expect(heard.count == 4800 * device * 2)
    let isSame = (0..<4800).allSatisfy { frame in
      (0..<2).allSatisfy { channel in
        let place = frame * 6 + channel * 3
        let sample =
          UInt32(content[place]) << 8 | UInt32(content[place + 1]) << 16
          | UInt32(content[place + 2]) << 24
        return heard[wide: frame * device * 2 + channel * 2] == Int32(bitPattern: sample)
      }
    }
    #expect(isSame)
  }

  /// A constant between two 16-bit values: without dither, it would become one of them.
  @Test("24 bits are dithered to 16")
  func dither() throws {
    let samples = try decode(try levels("stereo", [100.5 / 32768, 100.5 / 32768]), to: format(2))
    let sum = samples.reduce(0) { $0 + Int($1) }
    #expect(Set(samples).count >= 2)
    #expect(abs(Double(sum) / Double(samples.count) - 100.5) < 0.1)
  }

  /// A stereo sine of 1 kHz has its peak level as its loudness (EBU Tech 3341, test signals 1 and 2).
  @Test("The loudness and the peak of a file are measured", arguments: [-23.0, -33.0, -6.0])
  func loudness(_ level: Double) throws {
    let amplitude = pow(10, level / 20)
    let path = try Made.clip(
      "loudness\(Int(level)).wav",
      [
        "-f", "lavfi", "-i",
        "aevalsrc=\(amplitude)*sin(2*PI*1000*t)|\(amplitude)*sin(2*PI*1000*t):c=stereo:s=44100:d=3",
      ])
    let loudness = try #require(try LoudnessMeter.loudness(of: path, interrupter: .init()))
    for loudness in [loudness.stereo, loudness.surround] {
      #expect(abs(loudness.integrated - level) < 0.1, "\(loudness)")
      #expect(abs((loudness.peak ?? 0) - amplitude) < 0.01, "\(loudness)")
    }
  }

  /// ITU-R BS.1770: the rear channels weigh 1.5 dB more, and the LFE nothing. In stereo, channels that go to
  /// both sides are 3 dB lower.
  @Test(
    "The loudness of 5.1 has the weights of its channels",
    arguments: [
      ("front", [1, 1, 0, 0, 0, 0], -23), ("rear", [0, 0, 0, 0, 1, 1], -21.5),
      ("bass", [1, 1, 0, 1, 0, 0], -23), ("centre", [0, 0, 1, 0, 0, 0], -26),
    ] as [(String, [Double], Double)])
  func weights(name: String, channels: [Double], expected: Double) throws {
    let amplitude = pow(10, -23.0 / 20)
    let tones = channels.map { "\($0 * amplitude)*sin(2*PI*1000*t)" }.joined(separator: "|")
    let path = try Made.clip(
      "weights-\(name).wav",
      ["-f", "lavfi", "-i", "aevalsrc=\(tones):c=5.1:s=48000:d=3"])
    let loudness = try #require(try LoudnessMeter.loudness(of: path, interrupter: .init()))
    #expect(abs(loudness.surround.integrated - expected) < 0.1, "\(loudness)")
    #expect(abs((loudness.surround.peak ?? 0) - amplitude) < 0.01, "\(loudness)")
    #expect(loudness.stereo.integrated < loudness.surround.integrated - 2, "\(loudness)")
  }

  @Test("Silence and files without sound have no loudness")
  func noLoudness() throws {
    let silence = try Made.clip("silence.wav", ["-f", "lavfi", "-i", "anullsrc=d=1"])
    let picture = try Made.clip(
      "mute.mkv", ["-f", "lavfi", "-i", "color=gray:s=64x64:d=1", "-pix_fmt", "yuv420p"])
    for path in [silence, picture] {
      #expect(try LoudnessMeter.loudness(of: path, interrupter: .init()) == nil)
    }
    #expect(throws: MediaError.self) {
      try LoudnessMeter.loudness(of: "/nowhere.wav", interrupter: .init())
    }
  }

  @Test("Surround sound keeps its channels at another speed", arguments: [false, true])
  func tempo(isWide: Bool) throws {
    let format = format(6, isWide: isWide)
    var tempo = try Tempo(rate: 2, format: format)
    let samples = try decode(try levels("5.1", [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]), to: format)
    var out: [Int16] = []
    for _ in 0..<10 { out += try tempo.process(samples[...]) }
    out += try tempo.process([])
    #expect(abs(out.count / format.frameSize - 24_000) < 2400)
    let middle = 10_000 * format.frameSize
    for channel in 0..<6 {
      let level =
        isWide
        ? Double(out[wide: middle + 2 * channel]) / 2_147_483_648
        : Double(out[middle + channel]) / 32768
      #expect(abs(level - 0.1 * Double(channel + 1)) < 0.01, "channel \(channel): \(level)")
    }
  }
}
