import Glibc
import Synchronization
internal import VitrineLinux

/// The program that decodes in a process of its own, `vitrine-decoder`.
public enum DecoderProgram {
  /// Where it is; nil where it is not installed: beside this program, or where packages have it.
  public static var path: String? {
    guard let own = linkTarget("/proc/self/exe"), let slash = own.lastIndex(of: "/") else {
      return nil
    }
    let folder = own[..<slash]
    return ["\(folder)/\(name)", "\(folder)/../libexec/vitrine/\(name)"]
      .first { unsafe access($0, X_OK) == 0 }
  }

  /// Of ours it has only what GStreamer is asked to tell of itself.
  private static var environment: [String: String] {
    guard let wish = unsafe getenv("GST_DEBUG") else { return [:] }
    return unsafe ["GST_DEBUG": String(cString: wish), "GST_DEBUG_NO_COLOR": "1"]
  }

  private static let name = "vitrine-decoder"

  /// For the log: what a decoder says that runs without a filter of system calls.
  public static let unconfined =
    "the kernel has no filters of system calls (CONFIG_SECCOMP_FILTER): films are decoded unconfined"

  /// Set for all decoders but the first, so that the log has it once.
  private static let toldVariable = "VITRINE_DECODER_TOLD"
  private static let isStarted = Atomic(false)

  /// Tells the log that this decoder is not confined, unless one before it could.
  public static func tellUnconfined() {
    guard unsafe getenv(toldVariable) == nil else { return }
    let line = "<4>\(name): \(unconfined)\n"
    try? FileDescriptor(owning: dup(STDERR_FILENO)).write(Array(line.utf8))
  }

  /// Starts it. It ends with the line.
  public static func start() throws(VideoDeviceError) -> DecoderLine {
    guard let path else { throw .noProcess(path: name, .noEntry) }
    do throws(Errno) {
      var environment = environment
      if isStarted.exchange(true, ordering: .relaxed) { environment[toldVariable] = "1" }
      return DecoderLine(to: try ChildProcess(path, environment: environment))
    } catch {
      throw .noProcess(path: path, error)
    }
  }
}
