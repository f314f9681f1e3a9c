import CVitrineSeccomp
import Glibc
import VitrineLinux
import VitrineVideoDevices

/// A self-test that tries what a confined process must not be able to do: `vitrine-decoder
/// --try-confinement`. It shows whether the kernel and the player's unit permit the confinement.
enum ConfinementTrial {
  /// Returns the exit status: 0 if everything forbidden was refused, and everything required was
  /// permitted.
  static func run() -> CInt {
    do throws(DecoderFault) {
      Confinement.limitResources()
      guard try Confinement.begin() else {
        say("FAILED  \(DecoderProgram.unconfined)")
        return 1
      }
    } catch {
      say("FAILED  \(error.description)")
      return 1
    }
    let outcomes = [
      refused("opening a file", unsafe open("/etc/passwd", O_RDONLY)),
      refused("a connection", socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)),
      refused("a signal to another process", kill(getppid(), 0)),
      refused("another process", spawn()),
      refused("removing a file", unsafe unlink("/nowhere")),
      refused("a terminal's input", terminalInput()),
      allowed("a thread", thread()), allowed("memory", memory()),
    ]
    return outcomes.contains(false) ? 1 : 0
  }

  private static func refused(_ what: String, _ result: CInt) -> Bool {
    let isRight = result < 0 && errno == EPERM
    say("\(isRight ? "ok    " : "FAILED")  refused: \(what)")
    return isRight
  }

  private static func allowed(_ what: String, _ isRight: Bool) -> Bool {
    say("\(isRight ? "ok    " : "FAILED")  allowed: \(what)")
    return isRight
  }

  private static func spawn() -> CInt {
    var process: pid_t = 0
    let failure = unsafe posix_spawn(&process, "/bin/true", nil, nil, [nil], [nil])
    guard failure != 0 else { return 0 }
    errno = failure
    return -1
  }

  private static func terminalInput() -> CInt {
    var letter: UInt8 = 10
    return unsafe ioctl(STDIN_FILENO, UInt(TIOCSTI), &letter)
  }

  private static func thread() -> Bool {
    guard let thread = try? NamedThread("trial", body: {}) else { return false }
    thread.join()
    return true
  }

  private static func memory() -> Bool {
    let memory = unsafe mmap(
      nil, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard unsafe memory != MAP_FAILED else { return false }
    unsafe munmap(memory, 1 << 20)
    return true
  }

  private static func say(_ line: String) { StandardStream.output.write(Array((line + "\n").utf8)) }
}
