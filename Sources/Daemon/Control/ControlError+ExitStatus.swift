public import VitrineControl
import VitrineLinux
public import VitrinePlayback
import VitrineWeb

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

extension ListeningTrouble {
  /// As sysexits(3) has it.
  public var exitStatus: ExitStatus {
    switch self {
    case .socket(let error): error.exitStatus
    case .web(.address): .usage
    case .web(.failed): .unavailable
    }
  }
}
