public import Control
import Linux
public import Playback

extension ControlError {
  /// As sysexits(3) has it.
  public var exitStatus: ExitStatus {
    switch self {
    case .taken: .unavailable
    case .otherFile: .cannotWrite
    case .failed(_, .accessDenied), .failed(_, .notPermitted): .noPermission
    case .failed: .cannotWrite
    }
  }
}
