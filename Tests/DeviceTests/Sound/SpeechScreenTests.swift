import Foundation
import Testing

/// Speech through a real synthesiser, as the sound card plays it.
@Suite(.enabled(if: Lab.isThere))
struct SpeechScreenTests {
  /// A tone above the frequencies of the synthesiser.
  private static let pitch = 15_000.0

  @Test("Keys are spoken, and a film is at a quarter of its volume meanwhile")
  func spoken() throws {
    let config = Lab.root.appending(path: ".build/lab-media/speech.yaml")
    let clip = try Clips.make(
      "speech-tone.mkv",
      [
        "-f", "lavfi", "-i", "color=gray:s=160x120:r=10:d=30", "-f", "lavfi", "-i",
        "sine=f=\(Int(Self.pitch)):r=48000:d=30", "-shortest", "-pix_fmt", "yuv420p", "-c:a",
        "pcm_s16le",
      ])
    try Data("interface:\n  speech: /usr/bin/espeak-ng\n".utf8).write(to: config)
    let scene = try TouchScene(
      "speech", "--config '\(config.path)' --list '\(clip)'",
      lab: ["--travel", "--record", "--display", "640x480@60"],
      [
        "@sleep 2", TouchGlass.key("DOWN"), "@sleep 4", TouchGlass.key("OK"), "@sleep 6",
        TouchGlass.key("UP"), "@sleep 4",
      ])
    #expect(
      scene.conversation.all("spoken").compactMap(\.text)
        == ["Videos. speech-tone. 0:30. 1 of 1", "speech-tone", "Pause"])
    let heard = try HeardSpeech(
      Lab.root.appending(path: ".build/lab-tests/touch-speech"), besides: Self.pitch)
    let film = try #require(heard.windows.firstIndex { $0.tone > 500 })
    #expect(
      heard.windows[..<film].count { $0.speech > 300 } > 10, "the gallery was not spoken")
    let full = heard.windows.map(\.tone).max() ?? 0
    // Not the first two and the last window of each text, which are in the ramps.
    let spoken = heard.windows.indices.dropFirst(film).dropLast().filter { place in
      heard.windows[place - 2...place + 1].allSatisfy { $0.speech > 300 }
    }
    #expect(spoken.count > 10, "the film's title was not spoken")
    let levels = spoken.map { heard.windows[$0].tone / full }
    #expect(levels.allSatisfy { (0.24...0.26).contains($0) }, "\(levels)")
    #expect(heard.windows[film...].count { $0.tone > 0.95 * full } > 50)
  }

  @Test("A subtitle is read when it appears, over the film at a quarter of its volume")
  func subtitle() throws {
    let media = Lab.root.appending(path: ".build/lab-media")
    let (config, words) = (media.appending(path: "speech.yaml"), media.appending(path: "read.srt"))
    let clip = try Clips.make(
      "speech-tone.mkv",
      [
        "-f", "lavfi", "-i", "color=gray:s=160x120:r=10:d=30", "-f", "lavfi", "-i",
        "sine=f=\(Int(Self.pitch)):r=48000:d=30", "-shortest", "-pix_fmt", "yuv420p", "-c:a",
        "pcm_s16le",
      ])
    try Data("interface:\n  speech: /usr/bin/espeak-ng\n".utf8).write(to: config)
    let text = "1\n00:00:06,000 --> 00:00:09,000\n<i>Hallo Welt</i>\n\u{266A}\n"
    try Data(text.utf8).write(to: words)
    let scene = try TouchScene(
      "read", "--config '\(config.path)' --sub '\(words.path)' '\(clip)'",
      lab: ["--travel", "--record", "--display", "640x480@60"],
      ["@wait shown", "subtitle-style speech on", "@sleep 12"])
    #expect(scene.conversation.all("spoken").compactMap(\.text) == ["Hallo Welt"])
    let heard = try HeardSpeech(
      Lab.root.appending(path: ".build/lab-tests/touch-read"), besides: Self.pitch)
    let film = try #require(heard.windows.firstIndex { $0.tone > 500 })
    let spoken = heard.windows.indices.filter { $0 > film && heard.windows[$0].speech > 300 }
    let first = try #require(spoken.first), last = try #require(spoken.last)
    // Windows of 50 ms: it begins within half a second, and is short.
    #expect((120...130).contains(first - film) && last - first < 40, "\(first - film)")
    let full = heard.windows.map(\.tone).max() ?? 0
    #expect(heard.windows[(first + last) / 2].tone < 0.26 * full)
  }
}

/// The loopback's recording in windows of 50 ms: the amplitude of a tone, and of everything else.
private struct HeardSpeech {
  let windows: [(tone: Double, speech: Double)]

  private static let length = 2400

  init(_ folder: URL, besides pitch: Double) throws {
    let data = try Data(contentsOf: folder.appending(path: "sound-1"))
    let samples = data.withUnsafeBytes { bytes in
      let values = bytes.bindMemory(to: Int16.self)
      return stride(from: 0, to: values.count - 1, by: 2).map { Double(values[$0]) }
    }
    windows = stride(from: 0, to: samples.count - Self.length, by: Self.length).map { start in
      let part = samples[start..<start + Self.length]
      var (real, imaginary, energy) = (0.0, 0.0, 0.0)
      for (place, sample) in part.enumerated() {
        let angle = 2 * Double.pi * pitch / 48000 * Double(place)
        real += sample * cos(angle)
        imaginary += sample * sin(angle)
        energy += sample * sample
      }
      let tone = 2 * (real * real + imaginary * imaginary).squareRoot() / Double(Self.length)
      let rest = energy / Double(Self.length) - tone * tone / 2
      return (tone, max(rest, 0).squareRoot())
    }
  }
}
