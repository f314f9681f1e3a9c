internal import Linux
internal import Playback
internal import Timing

/// What the presenter has on screen: the picture, and what lies over it.
struct LayerStack {
  private(set) var picture: ScanoutPicture?
  private var overlay: OverlayPicture?

  /// A commit must reach the kernel this long before its vblank.
  private static let latchMargin = Duration.milliseconds(1)

  /// Another picture. What lay over those of another run goes with them.
  mutating func put(_ picture: ScanoutPicture) {
    if self.picture?.run != picture.run { overlay = nil }
    self.picture = picture
  }

  func with(_ picture: ScanoutPicture) -> Layers { Layers(picture, overlay: overlay) }

  /// What is there now, if it is of this run.
  func shown(of run: Run) -> Layers? {
    picture.flatMap { $0.run == run ? Layers($0, overlay: overlay) : nil }
  }

  /// Goes on to the overlay that is due at the next vblank. True when it is another one.
  @discardableResult
  mutating func takeOverlay(
    of showing: Showing, _ clock: PlaybackClock, _ vblanks: VblankClock, now: HostTime
  ) -> Bool {
    guard picture?.run == showing.run,
      let target = vblanks.vblank(after: now, margin: Self.latchMargin)
    else { return false }
    let time = clock.mediaTime(of: showing.run, at: target) ?? showing.output.startTime
    var isOther = false
    while let next = showing.output.overlays.first, next.start <= max(time, showing.start) {
      overlay = showing.output.overlays.tryPop()
      isOther = true
    }
    return isOther
  }

  /// When the next one is due.
  func nextOverlay(of showing: Showing, _ clock: PlaybackClock) -> HostTime? {
    guard picture?.run == showing.run, let next = showing.output.overlays.first else { return nil }
    return clock.hostTime(of: next.start, in: showing.run)
  }
}
