import Glibc
import VitrineControl
import VitrineLinux
import VitrinePlayback

/// The program `vitrine-ctl`: answers `vitrine ctl` and `vitrine --version` without the player's libraries, which take
/// longer to load than the player takes to answer. The installed command `vitrine` starts it.
///
/// Leaves the rest to the program `vitrine` next to it: help, errors in the arguments, and sockets that only the
/// configuration names.
@main
enum Main {
  static func main() {
    let arguments = ProgramArguments.all
    if arguments == ["--version"] {
      StandardStream.output.write(Array("\(Release.version)\n".utf8))
      return
    }
    guard arguments.first == "ctl", let call = ControlCall(arguments: Array(arguments.dropFirst())),
      let path = call.fixedPath
    else { runPlayer() }
    do throws(ControlClientError) {
      try call.run(path: path)
    } catch .notListening {
      runPlayer()
    } catch {
      let level = StandardStream.error.isJournal ? "<3>" : "error: "
      StandardStream.error.write(Array("\(level)\(call.message(error, path: path))\n".utf8))
      exit(error.exitStatus.rawValue)
    }
  }

  /// Replaces this process by the program `vitrine`, with the same arguments.
  private static func runPlayer() -> Never {
    let own = Folder("/proc/self/exe").resolvedPath ?? ""
    let program = own.prefix(through: own.lastIndex(of: "/") ?? own.startIndex) + "vitrine"
    unsafe execv(String(program), CommandLine.unsafeArgv)
    StandardStream.error.write(Array("error: \(program): \(Errno.last)\n".utf8))
    exit(ExitStatus.unavailable.rawValue)
  }
}
