internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout
internal import VitrineScenes

/// How one item's pictures fill the screen, if it differs from the other items.
struct ItemArrangement: Hashable, Sendable {
  /// Nil uses the setting for all items.
  var fit: Fit?
  /// In addition to the rotation of all items.
  var rotation = Rotation.none
  /// Whether its pictures are shown above those of another item.
  var isInset = false
  /// Whether it is shown in SDR, because there may be an inset above it.
  var isSDR = false

  static let inset = ItemArrangement(fit: .contain, isInset: true, isSDR: true)

  func applied(to all: Arrangement) -> Arrangement {
    var own = Arrangement(fit: fit ?? all.fit, rotation: all.rotation + rotation)
    own.isInset = isInset
    return own
  }
}

extension Item {
  var arrangement: ItemArrangement {
    ItemArrangement(fit: fit, rotation: rotation ?? .none, isSDR: signLanguage != nil)
  }
}

/// The display with the arrangement of one item. Thread-safe.
struct ItemDisplay: PictureDisplay {
  let display: SharedDisplay
  let own: ItemArrangement
  private let counts = Shared(DisplayCalls())

  init(display: SharedDisplay, own: ItemArrangement) {
    self.display = display
    self.own = own
  }

  var theme: Theme { display.theme }
  var subtitleLook: SubtitleLook { display.subtitleLook }
  var calls: DisplayCalls { counts.value }

  private func counting<Answer>(
    _ body: () throws(PlaybackError) -> Answer
  ) throws(PlaybackError) -> Answer {
    counts.update { $0.pending += 1 }
    defer {
      counts.update {
        $0.pending -= 1
        $0.completed += 1
      }
    }
    return try body()
  }

  func size() throws(PlaybackError) -> PixelSize { try display.size() }
  func epoch() throws(PlaybackError) -> Epoch { try display.epoch() }
  func isCached() throws(PlaybackError) -> Bool {
    try counting { () throws(PlaybackError) in try display.isCached() }
  }
  func uprightSize() throws(PlaybackError) -> PixelSize { try display.uprightSize(own) }

  func plan(for description: PictureDescription) throws(PlaybackError) -> ScanoutPlan {
    let shown = own.isSDR ? description.inSDR : description
    return try counting { () throws(PlaybackError) in try display.plan(for: shown, own) }
  }

  var inset: (any PictureDisplay)? {
    display.isZone ? nil : ItemDisplay(display: display, own: .inset)
  }
  var isMixed: Bool { own.isInset || display.isMixed }

  func makeBuffer(
    _ format: PixelFormat, size: PixelSize, room: PixelSize?
  ) throws(PlaybackError) -> ScanoutBuffer {
    try counting { () throws(PlaybackError) in
      try display.makeBuffer(format, size: size, room: room)
    }
  }

  func importBuffer(
    _ memory: [DMABuffer], _ layout: DMABufferLayout, for plan: ScanoutPlan
  ) throws(PlaybackError) -> ScanoutBuffer {
    try counting { () throws(PlaybackError) in
      try display.importBuffer(memory, layout, for: plan)
    }
  }

  func pool(_ key: PoolKey, limit: Int) -> ScanoutPool { display.pool(key, limit: limit) }
  func recycle(_ pools: [ScanoutPool]) { display.recycle(pools) }

  func subtitleLayout(
    of video: PictureDescription?, style: SubtitleStyle
  ) throws(PlaybackError) -> SubtitleLayout {
    try display.subtitleLayout(of: video, style: style, own)
  }

  var arrangementGeneration: Int { display.arrangementGeneration }
  func nudge() { display.nudge() }
}
