package import VitrinePictures
package import VitrinePlayback
package import VitrineScanout
package import VitrineTiming

/// A display on a manual clock that a test can make misbehave. It wraps the memory display, so it
/// keeps the same contract. Used by the test's thread only.
package final class FakeDisplay: DisplaySink {
  private var display: MemoryDisplay
  private let clock: ManualClock
  /// The presentation timestamps of the frames on screen, with the times of their vblanks.
  package private(set) var shown: [(pts: MediaTime, at: HostTime)] = []
  /// Called with each flip, instead of recording it in `shown`.
  package var onFlip: ((SinkFlip) -> Void)?
  /// The buffer of the overlay in each commit, accepted or not.
  package private(set) var offers: [ObjectIdentifier?] = []
  /// The number of following commits to reject because the display is busy.
  package var busyCommits = 0
  /// Whether captures take time, like those by writeback.
  package var isCaptureAwaited = false
  /// Why it mixes no pictures; nil if it does.
  package var mixingObstacle: String?
  /// How often each mixture is refused because it is not finished.
  package var mixingRefusals = 0
  private var unfinished: (mixture: Mixture, refusals: Int)?
  /// The number of following captures to lose.
  package var lostCaptures = 0
  package private(set) var vblankSeries = 0
  /// The requested brightness.
  package private(set) var brightness = Brightness.asFound
  /// When the display has internal work to do, such as a retry.
  package var retryAt: HostTime?

  package init(size: PixelSize, refresh: Double, clock: ManualClock) {
    self.clock = clock
    display = MemoryDisplay(size: size, refresh: refresh, now: { clock.now })
  }

  /// Replaces the display by another one; pending frames are lost.
  package func replace() {
    vblankSeries += 1
    isCaptureAwaited = false
    display = MemoryDisplay(
      size: size, refresh: 1 / period.seconds, now: { [clock] in clock.now })
  }

  package var state: DisplayState {
    var state = display.state
    state.vblankSeries = vblankSeries
    return state
  }
  package var latestVblank: (sequence: UInt32, time: HostTime)? { display.latestVblank }
  package var isBusy: Bool { display.isBusy }
  package var deadline: HostTime? { [display.deadline, retryAt].compactMap(\.self).min() }
  package var description: DisplayDescription { display.description }
  package var bufferMaker: BufferMaker { display.bufferMaker }
  package var bufferImporter: BufferImporter { display.bufferImporter }
  package func accepts(_ buffer: ScanoutBuffer, by plan: ScanoutPlan) {
    display.accepts(buffer, by: plan)
  }

  package func plan(
    for description: PictureDescription, _ arrangement: Arrangement
  ) throws(PlaybackError) -> ScanoutPlan {
    try display.plan(for: description, arrangement)
  }

  package func obstacle(to mixture: Mixture, with picture: ScanoutPicture) -> String? {
    mixingObstacle
  }

  package func show(_ layers: Layers, capture: Bool) throws(PlaybackError) -> Bool {
    offers.append(layers.interface.map { ObjectIdentifier($0.buffer) })
    guard busyCommits == 0 else {
      busyCommits -= 1
      return false
    }
    if mixingRefusals > 0, let mixture = layers.mixture {
      let refusals = unfinished?.mixture == mixture ? unfinished?.refusals ?? 0 : 0
      unfinished = (mixture, refusals + 1)
      if refusals < mixingRefusals { return false }
    }
    return try display.show(layers, capture: capture)
  }

  package func drainFlips() throws(PlaybackError) -> [SinkFlip] {
    let flips = try display.drainFlips()
    if let onFlip {
      flips.forEach(onFlip)
    } else {
      shown += flips.map { ($0.picture.pts, $0.time) }
    }
    return flips
  }

  package func collectCapture() -> Capture? {
    guard !isCaptureAwaited, let capture = display.collectCapture() else { return nil }
    guard lostCaptures == 0 else {
      lostCaptures -= 1
      return nil
    }
    return capture
  }

  package func setBrightness(_ brightness: Brightness) { self.brightness = brightness }
  /// Whether it dims by a backlight.
  package var hasBacklight = false
  package var dimming: Dimming? {
    brightness == .asFound ? nil : hasBacklight ? .backlight("fake") : .gammaTable
  }

  package func timePassed(_ now: HostTime) throws(PlaybackError) { display.timePassed(now) }
}
