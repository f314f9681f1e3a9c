import Glibc
import Synchronization
internal import VitrineLinux

/// The program of the decoder process, `vitrine-decoder`.
package enum DecoderProgram {
  /// The path of the program, next to this one or where packages install it; nil if it is not
  /// installed.
  package static var path: String? {
    guard let own = linkTarget("/proc/self/exe"), let slash = own.lastIndex(of: "/") else {
      return nil
    }
    let folder = own[..<slash]
    return ["\(folder)/\(name)", "\(folder)/../libexec/vitrine/\(name)"]
      .first { unsafe access($0, X_OK) == 0 }
  }

  /// The process inherits only GStreamer's log level, and which stream the journal reads.
  private static var environment: [String: String] {
    var environment: [String: String] = [:]
    for name in ["GST_DEBUG", "JOURNAL_STREAM"] {
      environment[name] = unsafe getenv(name).map { unsafe String(cString: $0) }
    }
    if environment["GST_DEBUG"] != nil { environment["GST_DEBUG_NO_COLOR"] = "1" }
    return environment
  }

  private static let name = "vitrine-decoder"

  /// The log message of a decoder without a system call filter.
  package static let unconfined =
    "the kernel lacks CONFIG_SECCOMP_FILTER: decoding without a system call filter"

  /// Set for all decoders but the first, so that the message is logged only once.
  private static let reportedVariable = "VITRINE_DECODER_TOLD"
  private static let isStarted = Atomic(false)

  /// Logs that this decoder is not confined, if it is the first one.
  package static func logUnconfined() {
    guard unsafe getenv(reportedVariable) == nil else { return }
    let level = StandardStream.error.isJournal ? "<4>" : "warning: "
    let line = "\(level)\(name): \(unconfined)\n"
    try? FileDescriptor(owning: dup(STDERR_FILENO)).write(Array(line.utf8))
  }

  /// Starts a decoder process, which ends with its connection.
  package static func start() throws(VideoDeviceError) -> DecoderConnection {
    guard let path else { throw .noProcess(path: name, .noEntry) }
    do throws(Errno) {
      var environment = environment
      if isStarted.exchange(true, ordering: .relaxed) { environment[reportedVariable] = "1" }
      return DecoderConnection(to: try ChildProcess(path, environment: environment))
    } catch {
      throw .noProcess(path: path, error)
    }
  }
}
