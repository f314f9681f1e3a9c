internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// The content of the screen: the picture, the subtitles over it, and the interface over both. One
/// plane carries the layers above the picture: only the subtitles while the interface is hidden,
/// otherwise the interface with the subtitles drawn in.
struct LayerStack {
  private(set) var picture: ScanoutPicture?
  private(set) var subtitles: SubtitlePicture?
  /// The picture of a video above the picture.
  private(set) var inset: ScanoutPicture?
  /// The pictures of other players.
  private(set) var zones: [ScanoutPicture] = []
  private var interface: InterfacePicture?
  /// Counts the changes of the layers above the picture, and those that the display has taken.
  private var changes = 0
  private var committed = 0
  /// Counts changes of the pictures of other players, and those that the display has taken.
  private var zoneChanges = 0
  private var committedZones = 0

  /// The interface in a commit: its number, and whether it hides the picture.
  struct ShownInterface {
    let number: Int?
    let isCovering: Bool
  }

  /// The content of a commit.
  struct Offer {
    let layers: Layers
    let interface: ShownInterface
    fileprivate let changes: Int
    fileprivate let zoneChanges: Int
  }

  /// Whether the display does not have the current layers yet.
  var isChanged: Bool { hasOwnChanges || zoneChanges != committedZones }
  /// Whether something other than the pictures of other players has changed.
  var hasOwnChanges: Bool { changes != committed }

  /// Replaces the picture. The subtitles of another run are removed.
  mutating func put(_ picture: ScanoutPicture) {
    if self.picture?.run != picture.run, subtitles != nil { setSubtitles(nil) }
    self.picture = picture
  }

  mutating func setInset(_ picture: ScanoutPicture?) {
    inset = picture
    changes += 1
  }

  mutating func setZones(_ pictures: [ScanoutPicture]) {
    guard !pictures.elementsEqual(zones, by: ===) else { return }
    zones = pictures
    zoneChanges += 1
  }

  mutating func setInterface(_ picture: InterfacePicture) {
    interface = picture
    changes += 1
  }

  mutating func forgetInterface() {
    if interface?.layer != nil { changes += 1 }
    interface = nil
  }

  private mutating func setSubtitles(_ picture: SubtitlePicture?) {
    subtitles = picture
    // If the interface contains the subtitles, it is redrawn instead.
    if interface?.layer == nil { changes += 1 }
  }

  /// Whether the interface was drawn with other subtitles than the current ones.
  var isInterfaceOutdated: Bool {
    interface.map { $0.layer != nil && $0.subtitles !== subtitles } ?? false
  }

  /// The content to commit with this picture.
  func offer(_ picture: ScanoutPicture, mixing mixture: Mixture? = nil) -> Offer {
    let drawn = layer(interface?.layer, over: picture)
    var layers = Layers(picture, interface: drawn ?? layer(subtitles?.layer, over: picture))
    (layers.mixture, layers.inset, layers.zones) = (mixture, inset, zones)
    let shown = ShownInterface(
      number: interface?.number, isCovering: drawn != nil && interface?.isCovering == true)
    return Offer(
      layers: layers, interface: shown, changes: changes, zoneChanges: zoneChanges)
  }

  /// The display has accepted it.
  mutating func recordCommit(of offer: Offer) {
    (committed, committedZones) = (offer.changes, offer.zoneChanges)
  }

  /// Omits a layer that was drawn for another signal: SDR white would be blinding in HDR.
  private func layer(
    _ drawn: InterfaceLayer?, over picture: ScanoutPicture
  ) -> InterfaceLayer? {
    drawn?.transfer == picture.plan.hdr?.transfer ? drawn : nil
  }

  /// The transfer function of the committed HDR pictures; nil for SDR.
  var transfer: HDRMetadata.Transfer? { picture?.plan.hdr?.transfer }

  /// Whether the interface was drawn for another signal.
  var isInterfaceMiscolored: Bool {
    interface?.layer.map { $0.transfer != transfer } ?? false
  }

  /// Switches to the subtitles that are due at the next vblank. Returns true if they changed.
  @discardableResult
  mutating func updateSubtitles(
    of showing: Showing, _ clock: PlaybackClock, _ vblanks: VblankClock, now: HostTime
  ) -> Bool {
    guard picture?.run == showing.run,
      let target = vblanks.vblank(after: now, margin: FramePacer.latchMargin)
    else { return false }
    let time = clock.mediaTime(of: showing.run, at: target) ?? showing.queues.startTime
    var isOther = false
    while let next = showing.queues.subtitles.first, next.start <= max(time, showing.start) {
      setSubtitles(showing.queues.subtitles.tryPop())
      isOther = true
    }
    return isOther
  }

  /// When the next subtitles are due.
  func nextSubtitles(of showing: Showing, _ clock: PlaybackClock) -> HostTime? {
    guard picture?.run == showing.run, let next = showing.queues.subtitles.first else {
      return nil
    }
    return clock.hostTime(of: next.start, in: showing.run)
  }
}
