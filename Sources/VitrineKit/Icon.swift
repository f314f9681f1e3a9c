internal import VitrineScenes

/// An icon of the interface.
public enum Icon: String, CaseIterable, Hashable, Sendable {
  /// Playback controls.
  case play, pause, replay, back, skipForward, skipBackward, next, previous
  /// Settings for tracks, rotation and volume.
  case tracks, rotate, volume, volumeLow, muted
  /// Signs and navigation.
  case check, warning, list, close

  var value: VitrineScenes.Icon {
    switch self {
    case .play: .play
    case .pause: .pause
    case .replay: .replay
    case .back: .back
    case .skipForward: .skipForward
    case .skipBackward: .skipBackward
    case .next: .next
    case .previous: .previous
    case .tracks: .tracks
    case .rotate: .rotate
    case .volume: .volume
    case .volumeLow: .volumeLow
    case .muted: .muted
    case .check: .check
    case .warning: .warning
    case .list: .list
    case .close: .close
    }
  }
}
