internal import VitrineGestures
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScenes
internal import VitrineTiming

/// The state that both screens share: display, player status, and what is drawn above either of
/// them.
struct ScreenContext: Sendable {
  var options: InterfaceOptions
  var metrics: Metrics
  /// The visitor's language.
  var language: InterfaceLanguage
  var status = PlaybackStatus()
  var volume = VolumeIndicator()
  var message = MessageCard()

  init(_ options: InterfaceOptions, metrics: Metrics) {
    self.options = options
    self.metrics = metrics
    language = options.language
  }

  var brush: Brush { Brush(theme: options.theme, metrics: metrics) }

  /// The layout of the controls over the video.
  var layout: PlayerLayout {
    PlayerLayout(
      metrics: metrics, theme: options.theme, controls: controls,
      hasHours: (status.span?.length ?? .zero) >= MediaTime(3600, 1),
      live: status.liveSign, isOpening: status.phase == .opening,
      isMirrored: ReadingDirection(of: options.wording.subtitles) == .rightToLeft)
  }

  /// The controls that have something to do and are not hidden.
  private var controls: Set<Control> {
    let (theme, tracks, isSeekable) = (options.theme, status.tracks, status.span != nil)
    let hasBar = theme.shows(.bottomBar)
    let wanted: [(Control, Bool)] = [
      (.back, options.hasBack && theme.shows(.topBar) && theme.shows(.backButton)),
      (.previous, status.hasPrevious && theme.shows(.itemButtons)),
      (.next, status.hasNext && theme.shows(.itemButtons)),
      (.skipBackward, isSeekable && theme.shows(.skipButtons)),
      (.skipForward, isSeekable && theme.shows(.skipButtons)),
      (.playPause, theme.shows(.centerButton)), (.slider, isSeekable && hasBar),
      (
        .subtitles,
        hasBar && theme.shows(.subtitleButton) && tracks.contains { $0.kind == .subtitle }
      ),
      (
        .description,
        hasBar && theme.shows(.descriptionButton) && status.hasDescription
      ),
      (.volume, hasBar && theme.shows(.volumeButton) && tracks.contains { $0.kind == .audio }),
      (.tracks, hasBar && theme.shows(.trackButton) && hasMenu),
      (.rotate, hasBar && theme.shows(.orientationButton)),
    ]
    return Set(wanted.filter(\.1).map(\.0))
  }

  /// Whether a gesture is enabled.
  func allows(_ gesture: InterfaceOptions.VideoGesture) -> Bool {
    !options.ignored.contains(gesture)
  }

  /// Whether a vertical drag from here sets the volume.
  func isVolumeEdge(_ point: Point) -> Bool { allows(.volume) && layout.isVolumeEdge(point) }

  /// Whether the volume bar is shown, and visitors may set the volume by touch.
  var acceptsVolumeBar: Bool {
    volume.appearance.isShown && (options.theme.shows(.volumeButton) || allows(.volume))
  }

  /// The volume and the message are drawn above both screens.
  func isMoving(at now: HostTime) -> Bool {
    volume.appearance.isMoving(at: now) || message.appearance.isMoving(at: now)
  }

  /// Nil for keys other than the volume keys.
  mutating func volumeKey(_ action: KeyAction, at now: HostTime) -> [InterfaceRequest]? {
    switch action {
    case .volumeUp, .volumeDown:
      let step = action == .volumeUp ? VolumeIndicator.step : -VolumeIndicator.step
      return changeVolume(by: step, at: now)
    case .mute:
      volume.show(at: now)
      status.isMuted.toggle()
      return [.perform(.setMuted(status.isMuted))]
    default: return nil
    }
  }

  mutating func changeVolume(by step: Double, at now: HostTime) -> [InterfaceRequest] {
    volume.show(at: now)
    return set(volume: status.audibleVolume + step)
  }

  /// `level` may be out of range.
  mutating func set(volume level: Double) -> [InterfaceRequest] {
    guard level.isFinite else { return [] }
    let level = (min(max(level, 0), status.maximumVolume) * 100).rounded() / 100
    guard level != status.audibleVolume else { return [] }
    let wasMuted = status.isMuted
    (status.volume, status.isMuted) = (level, false)
    // The volume is set before unmuting, so that the old volume is not heard for a moment.
    return [.perform(.setVolume(level))] + (wasMuted ? [.perform(.setMuted(false))] : [])
  }

  /// Restores the volume from before a cancelled drag.
  mutating func restore(_ grip: VolumeIndicator.Grip) -> [InterfaceRequest] {
    (status.volume, status.isMuted) = (grip.volume, grip.isMuted)
    let silence: [InterfaceRequest] = grip.isMuted ? [.perform(.setMuted(true))] : []
    return silence + [.perform(.setVolume(grip.volume))]
  }
}
