internal import VitrineLinux
internal import VitrineMedia
package import VitrinePictures
package import VitrinePlayback
package import VitrineScanout
package import VitrineScenes
internal import VitrineTiming

/// The display as a decoder thread sees it: how pictures are shown, and memory for them.
/// Thread-safe; some calls wait for the display's thread.
protocol PictureDisplay: Sendable {
  /// The theme of title cards.
  var theme: Theme { get }
  /// In pixels.
  func size() throws(PlaybackError) -> PixelSize
  /// The epoch of new plans and buffers.
  func epoch() throws(PlaybackError) -> Epoch
  /// The size with the content's rotation applied.
  func uprightSize() throws(PlaybackError) -> PixelSize
  /// Whether scanout memory is about as fast to read as ordinary memory.
  func isCached() throws(PlaybackError) -> Bool
  func plan(for description: PictureDescription) throws(PlaybackError) -> ScanoutPlan
  func makeBuffer(
    _ format: PixelFormat, size: PixelSize, room: PixelSize?
  ) throws(PlaybackError) -> ScanoutBuffer
  /// Imports memory that a device writes, to be shown by this plan.
  func importBuffer(
    _ memory: [DMABuffer], _ layout: DMABufferLayout, for plan: ScanoutPlan
  ) throws(PlaybackError) -> ScanoutBuffer
  /// A pool for pictures of a kind, reused if possible.
  func pool(_ key: PoolKey, limit: Int) -> ScanoutPool
  /// Returns pools that a pipeline no longer needs.
  func recycle(_ pools: [ScanoutPool])
  /// The placement of subtitles over video of this kind.
  func subtitleLayout(
    of video: PictureDescription?, style: SubtitleStyle
  ) throws(PlaybackError) -> SubtitleLayout
  /// The latest look of subtitles.
  var subtitleLook: SubtitleLook { get }
  /// Counts the changes of the arrangement; older plans are invalid.
  var arrangementGeneration: Int { get }
  /// Notifies the presenter of a queued picture.
  func nudge()
  /// The calls to the display so far.
  var calls: DisplayCalls { get }
  /// The part of the display for an inset; nil if it has none.
  var inset: (any PictureDisplay)? { get }
  /// Whether the display may read pictures to compose them with those of other videos.
  var isMixed: Bool { get }
}

/// Calls to the display, whose thread may be busy for long on a slow machine.
struct DisplayCalls: Sendable {
  /// Calls in progress.
  var pending = 0
  var completed = 0
}

extension PictureDisplay {
  /// Only `ItemDisplay` counts calls.
  var calls: DisplayCalls { DisplayCalls() }
  var inset: (any PictureDisplay)? { nil }
  var isMixed: Bool { false }
}

/// How subtitles look, while they are shown.
struct SubtitleLook: Hashable, Sendable {
  /// Nil until it has been changed.
  var style: SubtitleStyle?
  var sample: SubtitleSample?
}

/// The display thread's display, as the decoder threads see it. The first request waits until the
/// display is open.
package final class SharedDisplay: PictureDisplay {
  let theme: Theme
  private let thread: any PresenterHost
  private let arranged: Shared<Arranged>
  /// The configured parts of the display for pictures, and for the videos above them.
  private let zones: (picture: FilmArea?, inset: FilmArea?)
  /// Whether it is a part of another player's display.
  let isZone: Bool
  /// Whether other players show their pictures above these.
  private let hasZones: @Sendable () -> Bool
  private let look = Shared(SubtitleLook())
  private let poolCache = ScanoutPoolCache()
  private let cache = Shared(Cache())

  /// The facts about the display, and a counter of display changes.
  private struct Cache {
    var facts: Facts?
    var changes = 0
  }

  private struct Facts {
    let display: DisplayFacts
    let isCached: Bool
  }

  package init(
    _ thread: any PresenterHost, fit: Fit, rotation: Rotation, theme: Theme = Theme(),
    area: FilmArea? = nil, inset: FilmArea? = nil, isZone: Bool = false,
    hasZones: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.isZone, self.hasZones) = (isZone, hasZones)
    zones = (area, inset)
    self.thread = thread
    self.theme = theme
    arranged = Shared(Arranged(place: Arrangement(fit: fit, rotation: rotation), firstArea: area))
  }

  /// How the content fills the screen.
  private struct Arranged {
    var place: Arrangement
    /// The part of the upright display for pictures; nil for all of it.
    var area: PixelRect?
    /// Applies until an area is set.
    var firstArea: FilmArea?
    var changes = 0
  }

  /// Changes how pictures fill the screen, from the next plan on.
  func setFit(_ wanted: Fit) {
    arranged.update {
      $0.place.fit = wanted
      $0.changes += 1
    }
  }

  /// Shows pictures in a part of the upright display, from the next plan on; nil uses all of it.
  func setArea(_ wanted: PixelRect?) {
    arranged.update {
      ($0.area, $0.firstArea) = (wanted, nil)
      $0.changes += 1
    }
  }

  /// Rotates all pictures from the next plan on.
  func setRotation(_ wanted: Rotation) {
    arranged.update {
      $0.place.rotation = wanted
      $0.changes += 1
    }
  }

  var subtitleLook: SubtitleLook { look.value }

  /// Changes the look of all subtitles, within a tenth of a second.
  func setSubtitleStyle(_ style: SubtitleStyle) { look.update { $0.style = style } }
  func setSubtitleSample(_ sample: SubtitleSample?) { look.update { $0.sample = sample } }

  /// Another epoch has started: all facts, plans and buffers are invalid.
  func displayChanged() {
    cache.update {
      $0.facts = nil
      $0.changes += 1
    }
    arranged.update { $0.changes += 1 }
    poolCache.clear()
  }

  package var arrangementGeneration: Int { arranged.value.changes }

  func subtitleLayout(
    of video: PictureDescription?, style: SubtitleStyle
  ) throws(PlaybackError) -> SubtitleLayout {
    try subtitleLayout(of: video, style: style, ItemArrangement())
  }

  func subtitleLayout(
    of video: PictureDescription?, style: SubtitleStyle, _ own: ItemArrangement
  ) throws(PlaybackError) -> SubtitleLayout {
    let (panel, arranged) = (try size(), try arrangementOnPanel(own))
    let upright = arranged.rotation.upright(panel)
    var (place, storage) = (PixelRect(upright), upright)
    if let video, !video.size.isEmpty {
      let aspect = (video.uprightAspect.across, video.uprightAspect.down)
      place =
        arranged.placement(
          of: video.uprightSize, pixelAspect: aspect, rotatedBy: arranged.rotation, on: panel
        ).destination
      storage = video.uprightSize
    }
    return SubtitleLayout(
      panel: panel, rotation: arranged.rotation, video: place, storage: storage, style: style,
      isInPart: arranged.area != nil)
  }

  func pool(_ key: PoolKey, limit: Int) -> ScanoutPool {
    if let used = poolCache.removePool(for: key) { return used }
    return ScanoutPool(key, limit: limit) { [self] () throws(PlaybackError) in
      let buffer = try makeBuffer(key.format, size: key.size, room: key.room)
      if key.room == nil, let range = key.range {
        buffer.clear(ColorDescription(matrix: .bt709, range: range))
      }
      return buffer
    }
  }

  func recycle(_ pools: [ScanoutPool]) {
    // Pools of another epoch are useless, and keep the earlier device open.
    guard let epoch = cache.value.facts?.display.epoch else { return }
    poolCache.insert(pools.filter { $0.isOf(epoch) })
    // The display may have changed meanwhile, and the cache may have been cleared too early.
    if cache.value.facts?.display.epoch != epoch { poolCache.clear() }
  }

  /// Frees unused memory. This also breaks a reference cycle: the pools' allocator refers to the
  /// display.
  func forgetPools() { poolCache.clear() }

  func size() throws(PlaybackError) -> PixelSize { try known().display.size }
  /// The whole display in coordinates of the part that is used.
  func screen() throws(PlaybackError) -> PixelRect { try known().display.screen }
  /// How that part moves.
  func shift() throws(PlaybackError) -> PixelShift { try known().display.shift }
  func epoch() throws(PlaybackError) -> Epoch { try known().display.epoch }
  func uprightSize() throws(PlaybackError) -> PixelSize { try uprightSize(ItemArrangement()) }
  /// Does not wait for the display's thread.
  var uprightSizeIfKnown: PixelSize? {
    cache.value.facts == nil ? nil : try? uprightSize()
  }
  func uprightSize(_ own: ItemArrangement) throws(PlaybackError) -> PixelSize {
    try arrangementOnPanel(own).rotation.upright(try size())
  }

  /// The content's rotation on the panel. Users count from upright, however the panel is mounted.
  /// Applies to pictures, interface and touch.
  func onPanel(_ wanted: Rotation) throws(PlaybackError) -> Rotation {
    wanted + (try known().display.panelRotation)
  }

  private func arrangementOnPanel(
    _ own: ItemArrangement
  ) throws(PlaybackError) -> Arrangement {
    arrangement(own, on: try known().display)
  }

  private func arrangement(_ own: ItemArrangement, on display: DisplayFacts) -> Arrangement {
    let all = arranged.value
    var wanted = own.applied(to: all.place)
    wanted.rotation = wanted.rotation + display.panelRotation
    // It is requested in the coordinates of the interface, without the item's own rotation.
    let rotation = all.place.rotation + display.panelRotation
    let upright = rotation.upright(display.size)
    var area = all.area ?? all.firstArea?(upright)
    if own.isInset {
      // Elsewhere, such as on a page of the gallery, it is above the picture.
      let zone = area == zones.picture?(upright) ? zones.inset?(upright) : nil
      area = zone ?? (area ?? PixelRect(upright)).inset
    }
    wanted.area = area.map { rotation.onPanel($0, of: display.size) }
    wanted.isInset = wanted.isInset || isZone
    return wanted
  }

  var isMixed: Bool { isZone || hasZones() }

  func isCached() throws(PlaybackError) -> Bool { try known().isCached }
  /// Nil if the display does not report its physical size.
  func pixelsPerMillimetre() throws(PlaybackError) -> Double? {
    try known().display.pixelsPerMillimetre
  }

  package func plan(for description: PictureDescription) throws(PlaybackError) -> ScanoutPlan {
    try plan(for: description, ItemArrangement())
  }

  /// Waits for the display's thread only for the first picture of a kind, which needs test commits.
  func plan(
    for description: PictureDescription, _ own: ItemArrangement
  ) throws(PlaybackError) -> ScanoutPlan {
    let display = try known().display
    let arrangement = arrangement(own, on: display)
    // Planes cannot mix signals.
    let description = isMixed ? description.inSDR : description
    if let plan = display.plans?.plan(for: description, arrangement) { return plan }
    let answer = thread.ask { presenter -> Result<ScanoutPlan, PlaybackError> in
      Result { () throws(PlaybackError) in try presenter.plan(for: description, arrangement) }
    }
    guard let answer else { throw Self.gone }
    return try answer.get()
  }

  func makeBuffer(
    _ format: PixelFormat, size: PixelSize, room: PixelSize?
  ) throws(PlaybackError) -> ScanoutBuffer {
    let make = try known().display.makeBuffer
    do throws(PlaybackError) {
      return try make(format, size, room)
    } catch {
      // The cache may hold the memory that is missing.
      guard poolCache.clear() else { throw error }
      return try make(format, size, room)
    }
  }

  func importBuffer(
    _ memory: [DMABuffer], _ layout: DMABufferLayout, for plan: ScanoutPlan
  ) throws(PlaybackError) -> ScanoutBuffer {
    let display = try known().display
    let buffer = try display.importBuffer(memory, layout)
    guard plan.epoch == nil || plan.epoch == display.epoch else { return buffer }
    // This cannot be published beforehand: only a test commit of this very memory shows whether the
    // display accepts it, and only the display's thread commits. Decoders import each buffer once.
    let answer = thread.ask { presenter -> Result<Void, PlaybackError> in
      Result { () throws(PlaybackError) in try presenter.accepts(buffer, by: plan) }
    }
    guard let answer else { throw Self.gone }
    try answer.get()
    return buffer
  }

  func nudge() { thread.nudge() }

  private func known() throws(PlaybackError) -> Facts {
    while true {
      let before = cache.value
      if let facts = before.facts { return facts }
      let found = try measured()
      // The display may have changed during the request and the measurement.
      let isCurrent = cache.update { now in
        guard now.changes == before.changes else { return false }
        now.facts = found
        return true
      }
      if isCurrent { return found }
    }
  }

  /// Waits for the display's thread only until the display is open.
  private func measured() throws(PlaybackError) -> Facts {
    guard let display = thread.facts ?? thread.ask({ $0.facts.value }) ?? nil else {
      throw Self.gone
    }
    let sample = try display.makeBuffer(.xrgb8888, PixelSize(128, 128), nil)
    return unsafe Facts(
      display: display, isCached: MemorySpeed.isCached(UnsafeRawBufferPointer(sample.bytes)))
  }

  private static let gone = PlaybackError(
    .display, "the display was removed", exitStatus: .unavailable)
}

extension PixelRect {
  /// The place of an interpreter: at the right, above the usual place of subtitles and controls.
  var inset: PixelRect {
    let isWide = width >= height
    let size = PixelSize(width * (isWide ? 30 : 45) / 100, height * (isWide ? 30 : 25) / 100)
    let margin = min(width, height) / 50
    return PixelRect(
      x: right - margin - size.width, y: bottom - height * 15 / 100 - size.height,
      width: size.width, height: size.height)
  }
}

/// Measures how fast the CPU reads memory.
enum MemorySpeed {
  /// Whether reading this memory takes at most four times as long as reading ordinary memory.
  /// Write-combined memory takes ten times and more.
  static func isCached(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let own = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
    defer { unsafe own.deallocate() }
    unsafe own.initializeMemory(as: UInt8.self, repeating: 1)
    var (time, ordinary) = (Duration.seconds(1), Duration.seconds(1))
    // Other work on the machine only makes reading longer, so a slow result is measured again.
    for _ in 0..<4 {
      time = unsafe min(time, readingTime(bytes))
      ordinary = unsafe min(ordinary, readingTime(UnsafeRawBufferPointer(own)))
      if time <= ordinary * 4 { return true }
    }
    return false
  }

  /// The best of three.
  private static func readingTime(_ bytes: UnsafeRawBufferPointer) -> Duration {
    (0..<3).map { _ in
      let start = HostTime.now()
      let words = bytes.count / MemoryLayout<UInt64>.size
      let sum = (0..<words).reduce(into: UInt64(0)) { sum, word in
        unsafe sum &+= bytes.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self)
      }
      // The sum is used so that the compiler does not remove the reads.
      return sum == 1 ? .zero : HostTime.now() - start
    }.min() ?? .zero
  }
}
