internal import VitrineScenes

/// An icon of the interface.
public enum Icon: String, CaseIterable, Hashable, Sendable {
  /// Playback controls.
  case play, pause, replay, back, skipForward, skipBackward, next, previous
  /// Circular arrows around a number of seconds.
  case rewind, advance
  /// Settings in general.
  case settings
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
    case .rewind: .rewind
    case .advance: .advance
    case .settings: .settings
    case .tracks: .tracks
    case .rotate: .portrait
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
