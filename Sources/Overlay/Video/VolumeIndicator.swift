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
  /// The change per key press.
  static let step = 0.05

  mutating func show(at now: HostTime) { appearance.show(at: now, for: Self.stay) }
}

extension VolumeIndicator {
  func drawings(_ context: ScreenContext, at now: HostTime) -> [Drawing] {
    let opacity = appearance.opacity(at: now)
    guard opacity > 0 else { return [] }
    let (frame, brush, theme) = (context.layout.volume, context.brush, context.options.theme)
    let level = context.status.audibleVolume
    let inner = frame.inset(brush.points(18), brush.points(18))
    let track = Rect(
      x: inner.x, y: inner.y, width: inner.width, height: inner.height - brush.points(34))
    let filled = Rect(
      x: track.x, y: track.bottom - track.height * level, width: track.width,
      height: track.height * level)
    let icon: Icon = level == 0 ? .muted : level < 0.5 ? .volumeLow : .volume
    let place = Point(frame.center.x, frame.bottom - brush.points(24))
    let radius = track.width / 2
    return brush.surface(frame, radius: frame.width / 2, opacity: opacity) + [
      Drawing(.box(theme.text.opacity(0.22), radius: radius), in: track, opacity: opacity),
      Drawing(.box(theme.accent, radius: radius), in: filled, opacity: opacity),
      brush.icon(icon, 22, at: place, opacity: opacity),
    ]
  }
}
