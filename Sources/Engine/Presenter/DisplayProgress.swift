internal import VitrinePictures
internal import VitrinePlayback
package import VitrineScanout
internal import VitrineTiming

/// The display's progress, for the session and the watchdog.
package struct DisplayProgress: Sendable {
  /// False while the presenter waits for a device that another process uses.
  var isOpen = false
  var statistics = PublishedStatistics()
  /// Whether pictures are missing.
  var isWaiting = false
  /// The display's `deviceFaults`.
  var deviceFaults = 0
  /// The media time of the picture on screen.
  var picture: MediaTime?
  /// The measured vblanks; nil before the first measurement.
  var vblanks: VblankClock?
  /// The subtitles over the picture.
  var subtitles: SubtitlePicture?
  /// The means of dimming in use.
  var dimming: Dimming?
  /// The transfer function of the committed HDR pictures; nil for SDR.
  var transfer: HDRMetadata.Transfer?

  init(isOpen: Bool) { self.isOpen = isOpen }

  /// The progress of a display that is not open yet.
  package init() {}

  /// Writes everything except the sound's figures.
  func describe(_ status: inout PlaybackStatus) {
    (status.dimming, status.statistics) = (dimming, statistics.latest)
    status.deviceFaults = deviceFaults
  }
}

/// The presenter's statistics as last published. Large values are copied only if they changed.
struct PublishedStatistics: Sendable {
  private(set) var latest = PlaybackStatistics()

  /// Whether the A/V offsets are outdated enough to be copied: they change with each picture.
  func wantsOffsets(_ statistics: PlaybackStatistics) -> Bool {
    let news = statistics.offsets.count - latest.offsets.count
    return news >= 60 || news > 0 && latest.offsets.count == 0
  }

  /// Copies the presenter's statistics, and adds the counts of the current run's decoders. Copies
  /// the offsets with `recoveries`, which is nil while they need not be copied.
  mutating func update(
    from statistics: PlaybackStatistics, _ counts: DecodeCounts, recoveries: Int?
  ) {
    (latest.presented, latest.late) = (statistics.presented, statistics.late)
    (latest.dropped, latest.repeated) = (statistics.dropped, statistics.repeated)
    latest.lastFlip = statistics.lastFlip
    if latest.edges.count != statistics.edges.count { latest.edges = statistics.edges }
    (latest.transitions, latest.cutTransitions) = (
      statistics.transitions, statistics.cutTransitions
    )
    latest.inset = statistics.inset
    latest.leftOut = statistics.leftOut + counts.leftOut
    latest.decoded = statistics.decoded + counts.frames
    latest.damaged = statistics.damaged + counts.damaged
    if let recoveries { (latest.offsets, latest.recoveries) = (statistics.offsets, recoveries) }
  }
}

/// The facts about an open display that other threads read without asking its thread. The presenter
/// publishes them for each epoch.
package struct DisplayFacts: Sendable {
  /// In pixels, without margins.
  let size: PixelSize
  /// The whole display in coordinates of the part that is used.
  let screen: PixelRect
  /// How that part moves.
  let shift: PixelShift
  let epoch: Epoch
  /// The rotation that makes content upright.
  let panelRotation: Rotation
  /// Nil if the monitor does not report its physical size.
  let pixelsPerMillimetre: Double?
  let makeBuffer: BufferMaker
  let importBuffer: BufferImporter
  /// The plans made so far; nil if the display does not publish them.
  let plans: PublishedPlans?

  package init(_ display: any DisplaySink) {
    let state = display.state
    (size, screen, shift) = (state.size, state.screen, state.shift)
    epoch = state.epoch
    panelRotation = state.panelRotation
    pixelsPerMillimetre = state.pixelsPerMillimetre
    makeBuffer = display.bufferMaker
    importBuffer = display.bufferImporter
    plans = display.plans
  }
}
