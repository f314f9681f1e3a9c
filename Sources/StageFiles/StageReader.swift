package import VitrineLinux
package import VitrinePictures
internal import VitrinePlans
package import VitrineScenes
internal import VitrineSchedules
package import VitrineStage
internal import VitrineTiming

/// Draws overlays and zones on a player, and reads their files again on a separate thread whenever they change.
/// Thread-safe.
package final class StageReader: Sendable {
  /// The player's functions.
  package struct Target: Sendable {
    /// Sets the drawing; nil removes it.
    let draw: @Sendable (CustomDrawing?) -> Void
    /// Draws again.
    let redraw: @Sendable () -> Void

    package init(
      draw: @escaping @Sendable (CustomDrawing?) -> Void, redraw: @escaping @Sendable () -> Void
    ) {
      (self.draw, self.redraw) = (draw, redraw)
    }
  }

  /// The overlays and zones to show.
  private struct Wanted: Sendable {
    var overlays: [String: StageOverlay]
    /// Nil if they do not change.
    var zones: (any ZoneSource)??
    /// The players of these zones.
    var videos: (any VideoSource)?
  }

  private struct Work: Sendable {
    var files: StageFiles
    var videos: (any VideoSource)?
    /// Whether the player has the drawing.
    var isDrawn = false
  }

  private let target: Target
  private let pages: (any PageSource)?
  /// The page's part of the upright display, as it was drawn.
  private let pagePlace = Shared<Point?>(nil)
  private let drawnSize = Shared<PixelSize?>(nil)
  private let wanted: Shared<Wanted>
  private let shown: Shared<StageState>
  private let scene: Shared<StageScene>
  private let work: Shared<Work>
  /// Whether changes are applied on a thread.
  private let isThreaded: Bool
  private let thread = Shared<NamedThread?>(nil)
  /// Rings for a change, and is closed at the end.
  private let bell = BoundedQueue<Bool>(limit: 1)

  /// Files and the clock's state are checked this often.
  private static let interval = Duration.seconds(1)

  /// Draws `files`, which may have been read already. A thread starts if they can change, or with the first change;
  /// without threads, changes are applied by the caller, and files are read once.
  package init(
    _ files: StageFiles, on target: Target, pages: (any PageSource)? = nil,
    videos: (any VideoSource)? = nil, isThreaded: Bool = true
  ) throws(Errno) {
    (self.target, self.isThreaded, self.pages) = (target, isThreaded, pages)
    wanted = Shared(Wanted(overlays: files.overlays, zones: .none))
    shown = Shared(files.state)
    scene = Shared(StageScene(files.overlays))
    work = Shared(Work(files: files, videos: videos, isDrawn: !files.isEmpty))
    guard !files.isEmpty else { return }
    target.draw(drawing)
    pages?.show(files.template?.page)
    videos?.show(files.template)
    if files.isChanging { try startThread() }
  }

  /// The size of the upright display at the latest drawing; nil before the first.
  package var size: PixelSize? { drawnSize.value }

  /// The overlays by name.
  package var overlays: [String: StageOverlay] { wanted.value.overlays }

  /// Changes the overlays. They are drawn once their files have been read.
  package func update<Outcome: Sendable>(
    _ body: (inout [String: StageOverlay]) -> Outcome
  ) throws(Errno) -> Outcome {
    let outcome = wanted.update { body(&$0.overlays) }
    try change()
    return outcome
  }

  /// Replaces the zones and their players; nil gives the film the whole display.
  package func set(
    _ zones: (any ZoneSource)?, videos: (any VideoSource)? = nil
  ) throws(Errno) {
    wanted.update { ($0.zones, $0.videos) = (.some(zones), videos) }
    try change()
  }

  private func change() throws(Errno) {
    guard isThreaded else { return apply() }
    try startThread()
    // If it is full, the thread has not seen the previous change yet.
    _ = bell.tryPush(true)
  }

  private func startThread() throws(Errno) {
    guard isThreaded else { return }
    let outcome = thread.update { thread in
      Result { () throws(Errno) in
        guard thread == nil, !bell.isOver else { return }
        thread = try NamedThread("overlays", priority: .background) { [self] in run() }
      }
    }
    try outcome.get()
  }

  private func run() {
    while true {
      let isChanging = work.update { $0.files.isChanging }
      _ = bell.pop(until: isChanging ? .now() + Self.interval : nil)
      guard !bell.isOver else { return }
      apply()
    }
  }

  /// Applies changes, and reads the files that have changed.
  private func apply() {
    let next = wanted.update { wanted in
      defer { (wanted.zones, wanted.videos) = (.none, nil) }
      return wanted
    }
    work.update { work in
      let (before, overlays) = (work.files.state.contents, work.files.overlays)
      work.files.set(next.overlays)
      if let zones = next.zones {
        work.files.set(zones)
        work.videos?.close()
        work.videos = next.videos
      }
      work.files.read()
      shown.update { $0 = work.files.state }
      pages?.show(work.files.template?.page)
      work.videos?.show(work.files.template)
      let isNew = work.files.overlays != overlays
      if isNew { scene.update { $0.set(work.files.overlays) } }
      if work.files.isEmpty == work.isDrawn {
        work.isDrawn.toggle()
        target.draw(work.isDrawn ? drawing : nil)
      } else if isNew || work.files.state.contents != before {
        target.redraw()
      }
    }
  }

  private var drawing: CustomDrawing {
    CustomDrawing(
      tapped: { [scene] name, now in
        guard name != StageScene.pageArea else { return }
        scene.update { $0.tap(name, at: now) }
      },
      touched: { [pages, pagePlace] name, touch in
        guard name == StageScene.pageArea, let corner = pagePlace.value else { return }
        pages?.receive(touch.moved(from: corner))
      }
    ) { [shown, scene, pages, pagePlace, drawnSize] sheet in
      drawnSize.update { $0 = sheet.metrics.size }
      var shown = shown.value
      if let pages, let area = shown.contents.template?.pageArea(on: sheet.metrics.size) {
        pagePlace.update { $0 = Point(Double(area.x), Double(area.y)) }
        shown.contents.page = pages.picture(of: area.size)
      }
      let now = Moment(nanoseconds: TimeOfDay.nanoseconds())
      let reading = ClockReading(now, shown.reading.clock, hasEvidence: shown.reading.isTrusted)
      return scene.update { scene in
        scene.draw(sheet, shown.contents, at: reading) { overlay, pattern in
          let clock = overlay.timeZone.flatMap { shown.clocks[$0] } ?? reading.clock
          let time = clock.time(at: reading.moment.second)
          return DateText.text(pattern, at: time.seconds, in: overlay.language)
        }
      }
    }
  }

  /// Ends the thread and waits for it.
  package func close() {
    bell.close()
    thread.update { $0.take() }?.join()
    pages?.close()
    work.update { $0.videos.take() }?.close()
  }
}

extension AreaTouch {
  /// With positions from another corner.
  fileprivate func moved(from corner: Point) -> AreaTouch {
    switch self {
    case .down(let place): .down(place - corner)
    case .moved(let place): .moved(place - corner)
    case .up, .cancelled: self
    }
  }
}
