import ArgumentParser
import Control
import Linux
import Playback

extension ControlServer {
  /// Begins to listen at `path`, and logs who comes, or why that cannot be.
  static func start(
    at path: String, _ controlled: PlayerControl, _ log: Log
  ) throws -> ControlServer {
    do throws(ControlError) {
      return try ControlServer(path: path, controlled: controlled) { news in
        if news.isTrouble { log.warning(news.description) } else { log.info(news.description) }
      }
    } catch {
      log.error(error.description)
      throw ExitCode(error.exitStatus.rawValue)
    }
  }
}

extension ControlError {
  /// As sysexits(3) has it.
  var exitStatus: ExitStatus {
    switch self {
    case .taken: .unavailable
    case .otherFile: .cannotWrite
    case .failed(_, .accessDenied), .failed(_, .notPermitted): .noPermission
    case .failed: .cannotWrite
    }
  }
}
