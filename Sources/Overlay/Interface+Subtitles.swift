public import Pictures
public import Timing

extension Interface {
  /// The part of the display that subtitles should stay in at a moment, in pixels: above the
  /// slider while the bars are shown. Nil where nothing is in their way.
  public func roomForSubtitles(at now: HostTime) -> Rect? {
    guard !isListShown, visibility.fade.opacity(at: now) > 0, let slider = layout.slider else {
      return nil
    }
    let screen = layout.screen
    return Rect(x: 0, y: 0, width: screen.width, height: slider.y - metrics.points(4))
  }
}
