public import Engine
public import Pictures
public import Playback
public import Timing

/// A display on a clock that a test turns, which can be told to misbehave. Otherwise it is the
/// memory display, so it keeps the same contract. Thread-bound.
public final class FakeDisplay: DisplaySink {
  private let display: MemoryDisplay
  /// The frames that came on screen: their presentation time and their vblank's moment.
  public private(set) var shown: [(pts: MediaTime, at: HostTime)] = []
  /// How many of the next commits are refused because something else is under way.
  public var busyCommits = 0

  public init(size: PixelSize, refresh: Double, clock: HandClock) {
    display = MemoryDisplay(size: size, refresh: refresh, now: { clock.now })
  }

  public var size: PixelSize { display.size }
  public var epoch: Epoch { display.epoch }
  public var vblankSeries: Int { display.vblankSeries }
  public var pixelsPerMillimetre: Double? { nil }
  public var period: Duration { display.period }
  public var latestVblank: (sequence: UInt32, time: HostTime)? { display.latestVblank }
  public var isBusy: Bool { display.isBusy }
  public var deadline: HostTime? { display.deadline }
  public var description: DisplayDescription { display.description }
  public var bufferMaker: BufferMaker { display.bufferMaker }

  public func plan(
    for description: PictureDescription, _ arrangement: Arrangement
  ) throws(PlaybackError) -> ScanoutPlan {
    try display.plan(for: description, arrangement)
  }

  public func show(_ layers: Layers, capture: Bool) throws(PlaybackError) -> Bool {
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

  public func takeCapture() -> Capture? { display.takeCapture() }
  public func timePassed(_ now: HostTime) throws(PlaybackError) { display.timePassed(now) }
}
