internal import VitrinePictures
internal import VitrineScenes
import VitrineTiming

/// The volume bar, shown while the volume changes.
struct VolumeIndicator: Hashable, Sendable {
  /// The volume at the start of a drag.
  struct Grip: Hashable, Sendable {
    let volume: Double
    let isMuted: Bool

    /// The level from which the drag starts.
    var level: Double { isMuted ? 0 : volume }
  }

  var appearance = PassingAppearance()

  static let stay = Duration.milliseconds(1200)
  /// After its button was touched, with time to reach the bar.
  static let openStay = Duration.seconds(3)
  /// The change per key press.
  static let step = 0.05

  mutating func show(at now: HostTime) { appearance.show(at: now, for: Self.stay) }

  mutating func open(at now: HostTime) { appearance.show(at: now, for: Self.openStay) }
}

extension VolumeIndicator {
  func drawings(_ context: ScreenContext, at now: HostTime) -> [Drawing] {
    let opacity = appearance.opacity(at: now)
    guard opacity > 0 else { return [] }
    let (frame, brush, theme) = (context.layout.volume, context.brush, context.options.theme)
    let level = context.status.audibleVolume
    let track = context.layout.volumeTrack
    let filled = Rect(
      x: track.x, y: track.bottom - track.height * level, width: track.width,
      height: track.height * level)
    let place = Point(frame.center.x, frame.bottom - brush.points(24))
    let radius = track.width / 2
    return brush.surface(frame, radius: frame.width / 2, opacity: opacity) + [
      Drawing(.box(theme.faint(0.22), radius: radius), in: track, opacity: opacity),
      Drawing(.box(theme.accent, radius: radius), in: filled, opacity: opacity),
      brush.icon(.volume(level), 22, at: place, opacity: opacity),
    ]
  }
}

extension Icon {
  /// The icon of an audible volume, 0 to 1.
  static func volume(_ level: Double) -> Icon {
    level == 0 ? .muted : level < 0.5 ? .volumeLow : .volume
  }
}
