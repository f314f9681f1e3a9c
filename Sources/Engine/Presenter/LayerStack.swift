internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// What the presenter has on screen: the picture, the subtitles over it, and the interface over
/// both. One plane carries what lies over the picture: the subtitles alone while the interface is
/// hidden, else the interface with the subtitles in it.
struct LayerStack {
  private(set) var picture: ScanoutPicture?
  private(set) var subtitles: SubtitlePicture?
  private var interface: InterfacePicture?
  /// Counts what has come to lie over the picture; and how much of that the display has.
  private var changes = 0
  private var taken = 0

  /// What is known of the interface in a commit: its number, and whether it hides the picture.
  struct ShownInterface {
    let number: Int?
    let isCovering: Bool
  }

  /// What is given to the display.
  struct Offer {
    let layers: Layers
    let interface: ShownInterface
    fileprivate let changes: Int
  }

  /// What lies over the picture is not what the display has.
  var isChanged: Bool { changes != taken }

  /// Another picture. Subtitles over those of another run go with them.
  mutating func put(_ picture: ScanoutPicture) {
    if self.picture?.run != picture.run, subtitles != nil { setSubtitles(nil) }
    self.picture = picture
  }

  mutating func setInterface(_ picture: InterfacePicture) {
    interface = picture
    changes += 1
  }

  private mutating func setSubtitles(_ picture: SubtitlePicture?) {
    subtitles = picture
    // Those that the interface has in it are changed by who draws it.
    if interface?.layer == nil { changes += 1 }
  }

  /// The interface was drawn over other subtitles than those whose turn it is.
  var isInterfaceOutdated: Bool {
    interface.map { $0.layer != nil && $0.subtitles !== subtitles } ?? false
  }

  /// What to give to the display with this picture.
  func offer(_ picture: ScanoutPicture) -> Offer {
    let drawn = layer(interface?.layer, over: picture)
    let layers = Layers(picture, interface: drawn ?? layer(subtitles?.layer, over: picture))
    let shown = ShownInterface(
      number: interface?.number, isCovering: drawn != nil && interface?.isCovering == true)
    return Offer(layers: layers, interface: shown, changes: changes)
  }

  /// The display has taken it.
  mutating func noteTaken(_ offer: Offer) { taken = offer.changes }

  /// Without what was drawn for another signal: what is white in SDR would be blinding in HDR.
  private func layer(
    _ drawn: InterfaceLayer?, over picture: ScanoutPicture
  ) -> InterfaceLayer? {
    drawn?.transfer == picture.plan.hdr?.transfer ? drawn : nil
  }

  /// Of the HDR pictures that are given to the display; nil for SDR.
  var transfer: HDRMetadata.Transfer? { picture?.plan.hdr?.transfer }

  /// The interface was drawn for pictures of another signal.
  var isInterfaceMiscolored: Bool {
    interface?.layer.map { $0.transfer != transfer } ?? false
  }

  /// Goes on to the subtitles that are due at the next vblank. True when they are others.
  @discardableResult
  mutating func takeSubtitles(
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

  /// When the next ones are due.
  func nextSubtitles(of showing: Showing, _ clock: PlaybackClock) -> HostTime? {
    guard picture?.run == showing.run, let next = showing.queues.subtitles.first else {
      return nil
    }
    return clock.hostTime(of: next.start, in: showing.run)
  }
}
