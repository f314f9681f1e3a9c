import Foundation
import Testing
import VitrineLinux
import VitrineMedia
import VitrineOverlay

@testable import VitrineEngine

@Suite("The program that speaks")
struct SpeechProgramTests {
  /// A program of one shell command.
  private static func program(_ command: String) throws -> SpeechProgram {
    let path = FileManager.default.temporaryDirectory.appending(path: "speech-\(UUID())").path
    try Data("#!/bin/sh\n\(command)\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return SpeechProgram(path)
  }

  private static func frames(_ program: SpeechProgram, _ text: String) throws -> Int? {
    let clip = try program.sound(of: Utterance(text, in: .de), wakeup: try Wakeup()) { true }
    return clip.map { $0.samples.count / 2 }
  }

  @Test("It receives the language and the text, whatever is in it")
  func arguments() throws {
    let text = "-v $(reboot) \"Tür\" 'x' --"
    let program = try Self.program(
      "[ \"$1\" = de ] && [ \"$2\" = '\(text.replacingOccurrences(of: "'", with: "'\\''"))' ] && "
        + "exec ffmpeg -v error -f lavfi -i sine=d=0.5:r=22050 -f wav -")
    #expect(try Self.frames(program, text) == 24_000)
  }

  @Test(
    "espeak-ng gets its own options",
    arguments: [(InterfaceLanguage.de, "de"), (.zh, "cmn"), (.en, "en")])
  func espeak(language: InterfaceLanguage, voice: String) {
    #expect(
      SpeechProgram.arguments(of: "/usr/bin/espeak-ng", Utterance("-w", in: language))
        == ["--stdout", "-v", voice, "--", "-w"])
  }

  @Test(
    "A program that fails is an error with its cause",
    arguments: [
      ("exit 1", "no output"), ("exec /bin/echo hello", "cannot decode"),
      ("kill -SEGV $$", "no output"), ("exec head -c 3000000 /dev/urandom", "cannot decode"),
    ])
  func failures(command: String, cause: String) throws {
    let program = try Self.program(command)
    do throws(SpeechError) {
      _ = try program.sound(of: Utterance("a", in: .en), wakeup: Wakeup.open()) { true }
      Issue.record("no error")
    } catch {
      #expect("\(error)".contains(cause), "\(error)")
    }
  }

  @Test("A missing program is an error, and endless output is cut off after a minute")
  func limits() throws {
    #expect(throws: SpeechError.self) { try Self.frames(SpeechProgram("/nonexistent"), "a") }
    let endless = try Self.program(
      "exec ffmpeg -v error -f lavfi -i anullsrc=r=48000:cl=stereo -f wav -")
    #expect(try Self.frames(endless, "a") == 60 * 48000)
  }

  @Test("Another text ends a program that hangs, and that text is spoken")
  func replaced() throws {
    let hanging = try Self.program(
      "[ \"$2\" = hang ] && exec sleep 1000; exec ffmpeg -v error -f lavfi -i sine=d=0.5 -f wav -")
    let played = Waitable<[Int]>([])
    let speech = try SpeechThread(hanging) { samples in
      played.update { $0.append(samples.count / 2) }
    } report: {
      Issue.record("\($0)")
    }
    speech.say(Utterance("hang", in: .en))
    speech.say(Utterance("a", in: .en))
    #expect(played.wait { $0.count == 3 ? $0 : nil } == [0, 0, 24_000])
    speech.close()
  }
}

extension Wakeup {
  fileprivate static func open() throws(SpeechError) -> Wakeup {
    do { return try Wakeup() } catch { throw SpeechError("wakeup", "\(error)") }
  }
}
