import Glibc
import VitrineControl
import VitrineLinux
import VitrinePlayback

/// The program `vitrine-ctl`: answers `vitrine ctl`, `vitrine health` and `vitrine --version` without the player's libraries, which take
/// longer to load than the player takes to answer. The installed command `vitrine` starts it.
///
/// Leaves the rest to the program `vitrine` next to it: help, errors in the arguments, sockets that only the
/// configuration can name, and players that do not run.
@main
enum Main {
  static func main() {
    let arguments = ProgramArguments.all
    if arguments == ["--version"] {
      StandardStream.output.write(Array("\(Release.version)\n".utf8))
      return
    }
    guard let words = arguments.controlWords, let call = ControlCall(arguments: words),
      let path = call.pathWithoutConfiguration
    else { runPlayer() }
    do throws(ControlClientError) {
      exit(try call.run(path: path))
    } catch .notListening {
      // The player reports it: it knows all sockets.
      runPlayer()
    } catch {
      fail(call.message(error, path: path), call.exitStatus(after: error))
    }
  }

  /// Ends with an error message.
  private static func fail(_ message: String, _ status: Int32) -> Never {
    let level = StandardStream.error.isJournal ? "<3>" : "error: "
    StandardStream.error.write(Array("\(level)\(message)\n".utf8))
    exit(status)
  }

  /// Replaces this process by the program `vitrine`, with the same arguments.
  private static func runPlayer() -> Never {
    guard let own = linkTarget("/proc/self/exe"), let slash = own.lastIndex(of: "/") else {
      fail("/proc/self/exe: \(Errno.last)", ExitStatus.unavailable.rawValue)
    }
    let program = own[...slash] + "vitrine"
    unsafe execv(String(program), CommandLine.unsafeArgv)
    fail("\(program): \(Errno.last)", ExitStatus.unavailable.rawValue)
  }
}

extension [String] {
  /// The arguments of `vitrine ctl`, for which `vitrine health` is another name; nil for other commands.
  fileprivate var controlWords: [String]? {
    switch first {
    case "ctl": Array(dropFirst())
    case "health": self
    default: nil
    }
  }
}
