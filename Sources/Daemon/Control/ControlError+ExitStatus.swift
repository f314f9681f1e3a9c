public import VitrineControl
import VitrineLinux
public import VitrinePlayback
import VitrineWeb

extension ControlError {
  /// The exit status defined by sysexits(3).
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
  /// The exit status defined by sysexits(3).
  public var exitStatus: ExitStatus {
    switch self {
    case .socket(let error): error.exitStatus
    case .web(.address): .usage
    case .web(.failed): .unavailable
    }
  }
}
