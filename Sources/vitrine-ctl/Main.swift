import Glibc
import VitrineControl
import VitrineLinux
import VitrinePlayback

/// The program `vitrine-ctl`: answers `vitrine ctl` and `vitrine --version` without the player's libraries, which take
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
    guard arguments.first == "ctl", let call = ControlCall(arguments: Array(arguments.dropFirst())),
      let path = call.pathWithoutConfiguration
    else { runPlayer() }
    do throws(ControlClientError) {
      try call.run(path: path)
    } catch .notListening {
      // The player reports it: it knows all sockets.
      runPlayer()
    } catch {
      fail(call.message(error, path: path), error.exitStatus)
    }
  }

  /// Ends with an error message.
  private static func fail(_ message: String, _ status: ExitStatus) -> Never {
    let level = StandardStream.error.isJournal ? "<3>" : "error: "
    StandardStream.error.write(Array("\(level)\(message)\n".utf8))
    exit(status.rawValue)
  }

  /// Replaces this process by the program `vitrine`, with the same arguments.
  private static func runPlayer() -> Never {
    guard let own = linkTarget("/proc/self/exe"), let slash = own.lastIndex(of: "/") else {
      fail("/proc/self/exe: \(Errno.last)", .unavailable)
    }
    let program = own[...slash] + "vitrine"
    unsafe execv(String(program), CommandLine.unsafeArgv)
    fail("\(program): \(Errno.last)", .unavailable)
  }
}
