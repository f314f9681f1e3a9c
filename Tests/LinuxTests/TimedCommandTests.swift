import Testing
import VitrineLinux
import VitrineTiming

@Suite struct TimedCommandTests {
  private func output(
    _ script: String, _ change: (inout TimedCommand) -> Void = { _ in }
  ) throws -> (text: String, isCut: Bool, status: Int?) {
    var command = TimedCommand(["sh", "-c", script])
    change(&command)
    let output = try command.run()
    return (String(decoding: output.bytes, as: UTF8.self), output.isCut, output.status)
  }

  @Test("The output, the messages and the exit status are returned")
  func status() throws {
    #expect(try output("echo a; echo b >&2; exit 78") == ("a\nb\n", false, 78))
    #expect(try output("echo a; echo b >&2") { $0.hasMessages = false } == ("a\n", false, 0))
    #expect(try output("printf 'a\\0001'") == ("a\u{0}1", false, 0))
    #expect(try output("kill -9 $$") == ("Killed\n", false, 137))
    #expect(try output("cat") == ("", false, 0))
  }

  @Test("A program that is not installed has a status")
  func missing() throws {
    let command = TimedCommand(["no-such-program"])
    #expect(!command.isInstalled)
    #expect(try command.run().status == 127)
    #expect(TimedCommand(["sh"]).isInstalled)
  }

  @Test("Whole lines at the beginning or the end of a long output are kept")
  func cut() throws {
    let first = try output("seq 100000") { $0.mostBytes = 10 }
    #expect(first == ("1\n2\n3\n4\n5\n", true, nil))
    let last = try output("seq 100000") {
      ($0.mostBytes, $0.kept) = (15, .newest)
    }
    #expect(last == ("99999\n100000\n", true, 0))
    #expect(try output("yes") { $0.mostBytes = 4 }.status == nil)
  }

  @Test("A program that hangs is killed with its children")
  func hanging() throws {
    let start = HostTime.now()
    let hung = try output("echo a; sleep 60 & sleep 60") { $0.timeout = .milliseconds(200) }
    #expect(hung == ("a\n", false, nil))
    #expect(HostTime.now() - start < .seconds(20))
  }
}
