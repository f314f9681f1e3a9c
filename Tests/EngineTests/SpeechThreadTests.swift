import Foundation
import Testing
import VitrineLinux
import VitrineMedia
import VitrineOverlay

@testable import VitrineEngine

@Suite("The thread that has texts spoken")
struct SpeechThreadTests {
  /// A program of one shell command.
  private static func program(_ command: String) throws -> SpeechProgram {
    let path = FileManager.default.temporaryDirectory.appending(path: "speech-\(UUID())").path
    try Data("#!/bin/sh\n\(command)\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return SpeechProgram(path)
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
