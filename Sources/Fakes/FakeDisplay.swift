public import VitrinePictures
public import VitrinePlayback
public import VitrineScanout
public import VitrineTiming

/// A display on a clock that a test turns, which can be told to misbehave. Otherwise it is the
/// memory display, so it keeps the same contract. It belongs to the thread
/// of its test.
public final class FakeDisplay: DisplaySink {
  private var display: MemoryDisplay
  private let clock: HandClock
  /// The frames that came on screen: their presentation time and their vblank's moment.
  public private(set) var shown: [(pts: MediaTime, at: HostTime)] = []
  /// Of all that was given to it, taken or not, the memory of what lies over the picture.
  public private(set) var offers: [ObjectIdentifier?] = []
  /// How many of the next commits are refused because something else is under way.
  public var busyCommits = 0
  /// Whether captures take their time, as those that the display writes do.
  public var isCaptureAwaited = false
  /// How many of the next captures come to nothing.
  public var lostCaptures = 0
  public private(set) var vblankSeries = 0
  /// As it was told to be.
  public private(set) var brightness = Brightness.asFound
  /// When it has something of its own to do, as a display has that is tried again.
  public var retryAt: HostTime?

  public init(size: PixelSize, refresh: Double, clock: HandClock) {
    self.clock = clock
    display = MemoryDisplay(size: size, refresh: refresh, now: { clock.now })
  }

  /// Another display is in its place; what was given to the one before is gone.
  public func replace() {
    vblankSeries += 1
    isCaptureAwaited = false
    display = MemoryDisplay(
      size: size, refresh: 1 / period.seconds, now: { [clock] in clock.now })
  }

  public var state: DisplayState {
    var state = display.state
    state.vblankSeries = vblankSeries
    return state
  }
  public var latestVblank: (sequence: UInt32, time: HostTime)? { display.latestVblank }
  public var isBusy: Bool { display.isBusy }
  public var deadline: HostTime? { [display.deadline, retryAt].compactMap(\.self).min() }
  public var description: DisplayDescription { display.description }
  public var bufferMaker: BufferMaker { display.bufferMaker }
  public var bufferImporter: BufferImporter { display.bufferImporter }
  public func accepts(_ buffer: ScanoutBuffer, by plan: ScanoutPlan) {
    display.accepts(buffer, by: plan)
  }

  public func plan(
    for description: PictureDescription, _ arrangement: Arrangement
  ) throws(PlaybackError) -> ScanoutPlan {
    try display.plan(for: description, arrangement)
  }

  public func show(_ layers: Layers, capture: Bool) throws(PlaybackError) -> Bool {
    offers.append(layers.interface.map { ObjectIdentifier($0.buffer) })
    guard busyCommits == 0 else {
      busyCommits -= 1
      return false
    }
    return try display.show(layers, capture: capture)
  }

  public func takeFlips() throws(PlaybackError) -> [SinkFlip] {
    let flips = try display.takeFlips()
    shown += flips.map { ($0.picture.pts, $0.time) }
    return flips
  }

  public func takeCapture() -> Capture? {
    guard !isCaptureAwaited, let capture = display.takeCapture() else { return nil }
    guard lostCaptures == 0 else {
      lostCaptures -= 1
      return nil
    }
    return capture
  }

  public func setBrightness(_ brightness: Brightness) { self.brightness = brightness }
  public var dimming: Dimming? { brightness == .asFound ? nil : .gammaTable }

  public func timePassed(_ now: HostTime) throws(PlaybackError) { display.timePassed(now) }
}
