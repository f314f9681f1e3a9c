import Foundation
import Testing
import VitrineLinux

@testable import VitrineMedia

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
    let clip = try program.sound(of: text, in: "de", wakeup: try Wakeup()) { true }
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
    arguments: [("de", "de"), ("zh", "cmn"), ("en", "en")])
  func espeak(language: String, voice: String) {
    #expect(
      SpeechProgram.arguments(of: "/usr/bin/espeak-ng", "-w", language)
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
      _ = try program.sound(of: "a", in: "en", wakeup: Wakeup.open()) { true }
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
}

extension Wakeup {
  fileprivate static func open() throws(SpeechError) -> Wakeup {
    do { return try Wakeup() } catch { throw SpeechError("wakeup", "\(error)") }
  }
}
