internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// A part of another player's display, as its own presenter sees a display. Thread-bound to the display thread.
///
/// It collects the picture that is due next. The display's presenter commits it together with its own
/// pictures, at most once for each vblank, and reports the flip.
final class ZoneSink: DisplaySink {
  private let display: any DisplaySink
  /// The picture to show; nil for none.
  private(set) var picture: ScanoutPicture?
  private var pending: Pending?
  private var flips: [SinkFlip] = []
  private var events: [DisplayEvent] = []
  /// Whether nothing is shown, because showing it delays the display's own pictures.
  var isHidden = false {
    didSet { if isHidden { picture = nil } }
  }

  private struct Pending {
    let picture: ScanoutPicture
    var isCommitted = false
  }

  init(_ display: any DisplaySink) { self.display = display }

  var state: DisplayState { display.state }
  var latestVblank: (sequence: UInt32, time: HostTime)? { display.latestVblank }
  /// A picture that is shown during a commit would reach the screen a vblank later than planned.
  var isBusy: Bool { pending != nil || display.isBusy }
  /// The display's presenter waits for its flips.
  var deadline: HostTime? { nil }
  var description: DisplayDescription { display.description }
  var plans: PublishedPlans? { display.plans }
  var bufferMaker: BufferMaker { display.bufferMaker }
  var bufferImporter: BufferImporter { display.bufferImporter }

  func plan(
    for description: PictureDescription, _ arrangement: Arrangement
  ) throws(PlaybackError) -> ScanoutPlan {
    try display.plan(for: description, arrangement)
  }

  func accepts(_ buffer: ScanoutBuffer, by plan: ScanoutPlan) throws(PlaybackError) {
    throw PlaybackError(
      .display, "zones do not show the memory of decoders", exitStatus: .unavailable)
  }

  func obstacle(to mixture: Mixture, with picture: ScanoutPicture) -> String? {
    "zones have no transitions"
  }

  func show(_ layers: Layers, capture: Bool) -> Bool {
    guard !isBusy else { return false }
    picture = isHidden ? nil : layers.picture
    pending = Pending(picture: layers.picture)
    return true
  }

  /// The display has accepted a commit with these pictures of zones. It may leave them out, for lack of a plane.
  func recordCommit(with zones: [ScanoutPicture]) {
    guard let pending, isHidden || zones.contains(where: { $0 === pending.picture }) else { return }
    self.pending?.isCommitted = true
  }

  /// That commit has reached the screen.
  func flip(_ flip: SinkFlip) {
    guard let pending, pending.isCommitted else { return }
    self.pending = nil
    flips.append(SinkFlip(Layers(pending.picture), sequence: flip.sequence, time: flip.time))
  }

  func drainFlips() -> [SinkFlip] {
    defer { flips = [] }
    return flips
  }

  /// Passes on the events of the display, with which its facts change.
  func add(_ news: [DisplayEvent]) { events += news }

  func drainEvents() -> [DisplayEvent] {
    defer { events = [] }
    return events
  }

  /// The display has changed: pictures for the earlier one are not shown.
  func forget() { (picture, pending, isHidden) = (nil, nil, false) }

  func collectCapture() -> Capture? { nil }
  func timePassed(_ now: HostTime) {}
}

/// The presenter of another player in a part of this display. Thread-bound to the display thread.
struct ZonePresenter {
  let zone: VideoZone
  let sink: ZoneSink
  let presenter: Presenter
}

/// The parts of the display for other players.
extension Presenter {
  /// Adds a part with its own presenter.
  func add(_ zone: VideoZone, _ make: (any DisplaySink) -> Presenter) -> Presenter {
    let zoneSink = ZoneSink(sink)
    let presenter = make(zoneSink)
    zones.append(ZonePresenter(zone: zone, sink: zoneSink, presenter: presenter))
    return presenter
  }

  func remove(_ zone: VideoZone) { zones.removeAll { $0.zone === zone }; collectZones() }

  func presenter(of zone: VideoZone) -> Presenter? {
    zones.first { $0.zone === zone }?.presenter
  }

  /// Lets all of them choose the pictures for the next vblank. Returns when the next one is due.
  func stepZones(now: HostTime) -> HostTime? {
    let next = zones.compactMap { $0.presenter.step(now: now) }.min()
    collectZones()
    return next
  }

  private func collectZones() { layers.setZones(zones.compactMap(\.sink.picture)) }

  /// How long to wait with a commit for other players only, while the next picture of this one is late: after the
  /// commit, that picture would have to wait for another vblank. Nil if there is nothing to wait for.
  func zoneDelay(before target: HostTime, now: HostTime) -> HostTime? {
    guard !zones.isEmpty, !layers.hasOwnChanges, showing?.isBegun == true,
      showing?.isWaiting == true
    else { return nil }
    let latest = target - max(vblanks.period / 4, FramePacer.latchMargin * 3)
    return now < latest ? latest : nil
  }

  /// Shows none of them until the display changes.
  func hideZones(because reason: String) {
    for zone in zones where !zone.sink.isHidden {
      zone.sink.isHidden = true
      zone.presenter.report(.insetHidden(zone.presenter.showing?.run ?? .none, because: reason))
    }
    collectZones()
  }
}
