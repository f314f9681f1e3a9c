internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineScenes
internal import VitrineTiming

/// A display in memory for preflight checks, with the layout of the expected real display.
/// Thread-safe.
final class PreflightDisplay: PictureDisplay {
  let theme = Theme()
  private let route: ExpectedRoute
  private let arrangement: Arrangement
  private let make: BufferMaker
  private let importMemory: BufferImporter
  private let ownEpoch: Epoch
  private let latest = Shared<Shown?>(nil)

  /// The kind of the pictures, and the plan for them.
  struct Shown: Sendable {
    let description: PictureDescription
    let plan: ScanoutPlan
  }

  init(_ route: ExpectedRoute, _ arrangement: Arrangement) {
    self.route = route
    self.arrangement = arrangement
    let memory = MemoryDisplay(size: route.size, refresh: max(route.refresh, 1))
    (make, importMemory, ownEpoch) = (memory.bufferMaker, memory.bufferImporter, memory.epoch)
  }

  /// The latest plan.
  var shown: Shown? { latest.value }

  func size() -> PixelSize { route.size }
  func epoch() -> Epoch { ownEpoch }
  func isCached() -> Bool { true }
  func uprightSize() -> PixelSize {
    (arrangement.rotation + route.panelRotation).upright(route.size)
  }

  func plan(for description: PictureDescription) throws(PlaybackError) -> ScanoutPlan {
    var plan = try route.plan(for: description, arrangement)
    plan.epoch = ownEpoch
    let shown = Shown(description: description, plan: plan)
    latest.update { $0 = shown }
    return plan
  }

  func makeBuffer(
    _ format: PixelFormat, size: PixelSize, room: PixelSize?
  ) throws(PlaybackError) -> ScanoutBuffer {
    try make(format, size, room)
  }

  func importBuffer(
    _ memory: [DMABuffer], _ layout: DMABufferLayout, for plan: ScanoutPlan
  ) throws(PlaybackError) -> ScanoutBuffer {
    try importMemory(memory, layout)
  }

  func pool(_ key: PoolKey, limit: Int) -> ScanoutPool {
    ScanoutPool(key, limit: limit) { [make] () throws(PlaybackError) in
      try make(key.format, key.size, key.room)
    }
  }

  func recycle(_ pools: [ScanoutPool]) {}

  func subtitleLayout(of video: PictureDescription?, style: SubtitleStyle) -> SubtitleLayout {
    let upright = uprightSize()
    return SubtitleLayout(
      panel: route.size, rotation: arrangement.rotation + route.panelRotation,
      video: PixelRect(upright), storage: upright, style: style)
  }

  var subtitleLook: SubtitleLook { SubtitleLook() }
  var arrangementGeneration: Int { 0 }
  func nudge() {}
}
