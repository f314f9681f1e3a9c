import VitrineControl
import VitrineFleet
import VitrineMPRIS
import VitrinePlayback
import VitrineWeb

// The kinds of the log messages of the control interfaces.

extension ControlEvent {
  var kind: MessageKind {
    switch self {
    case .listening, .listeningMPV: .controlListening
    case .connected, .suppressed: .controlClient
    case .rejected: .controlRejected
    case .failed: .controlFailed
    }
  }
}

extension WebEvent {
  var kind: MessageKind {
    switch self {
    case .listening: .controlListening
    case .changed: .controlChange
    case .paired: .controlPaired
    case .refused: .controlRejected
    case .failed: .controlFailed
    }
  }
}

extension MPRISEvent {
  var kind: MessageKind {
    switch self {
    case .known: .controlListening
    case .rejected: .controlRejected
    case .isWaiting, .failed: .controlFailed
    }
  }
}

extension FleetEvent {
  var kind: MessageKind {
    switch self {
    case .connected, .isUnique: .fleetConnected
    case .unreachable: .fleetUnreachable
    case .applied: .fleetApplied
    case .refused: .fleetRefused
    case .ignored: .fleetIgnored
    case .duplicate: .fleetDuplicate
    case .notStored: .stateNotSaved
    }
  }
}
