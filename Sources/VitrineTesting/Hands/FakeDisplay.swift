package import VitrinePictures
package import VitrinePlayback
package import VitrineScanout
package import VitrineTiming

/// A display on a clock that a test turns, which can be told to misbehave. Otherwise it is the
/// memory display, so it keeps the same contract. It belongs to the thread
/// of its test.
package final class FakeDisplay: DisplaySink {
  private var display: MemoryDisplay
  private let clock: HandClock
  /// The frames that came on screen: their presentation time and their vblank's moment.
  package private(set) var shown: [(pts: MediaTime, at: HostTime)] = []
  /// Told of each flip, in the place of keeping it in `shown`.
  package var onFlip: ((SinkFlip) -> Void)?
  /// Of all that was given to it, taken or not, the memory of what lies over the picture.
  package private(set) var offers: [ObjectIdentifier?] = []
  /// How many of the next commits are refused because something else is under way.
  package var busyCommits = 0
  /// Whether captures take their time, as those that the display writes do.
  package var isCaptureAwaited = false
  /// How many of the next captures come to nothing.
  package var lostCaptures = 0
  package private(set) var vblankSeries = 0
  /// As it was told to be.
  package private(set) var brightness = Brightness.asFound
  /// When it has something of its own to do, as a display has that is tried again.
  package var retryAt: HostTime?

  package init(size: PixelSize, refresh: Double, clock: HandClock) {
    self.clock = clock
    display = MemoryDisplay(size: size, refresh: refresh, now: { clock.now })
  }

  /// Another display is in its place; what was given to the one before is gone.
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

  package func show(_ layers: Layers, capture: Bool) throws(PlaybackError) -> Bool {
    offers.append(layers.interface.map { ObjectIdentifier($0.buffer) })
    guard busyCommits == 0 else {
      busyCommits -= 1
      return false
    }
    return try display.show(layers, capture: capture)
  }

  package func takeFlips() throws(PlaybackError) -> [SinkFlip] {
    let flips = try display.takeFlips()
    if let onFlip {
      flips.forEach(onFlip)
    } else {
      shown += flips.map { ($0.picture.pts, $0.time) }
    }
    return flips
  }

  package func takeCapture() -> Capture? {
    guard !isCaptureAwaited, let capture = display.takeCapture() else { return nil }
    guard lostCaptures == 0 else {
      lostCaptures -= 1
      return nil
    }
    return capture
  }

  package func setBrightness(_ brightness: Brightness) { self.brightness = brightness }
  package var dimming: Dimming? { brightness == .asFound ? nil : .gammaTable }

  package func timePassed(_ now: HostTime) throws(PlaybackError) { display.timePassed(now) }
}
