internal import VitrineAddresses
internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout
internal import VitrineTiming

/// The work of a pipeline's subtitle thread: draws subtitles shortly before they are due.
struct SubtitleDrawing {
  private let feed: BoundedQueue<Pipeline.SubtitleFeed>
  private let pools: PicturePools
  private let clock: @Sendable () -> PlaybackClock
  private let remotes: [any RemoteAccess]
  /// A download in progress, and its run.
  private var download: (file: any RemoteDownload, run: Pipeline.SubtitleRun)?
  /// The latest download: after a seek, it is needed again.
  private var fetched: (place: Item.Source, bytes: [UInt8])?
  /// Reused by all runs: it is large, and its memory has been touched.
  private var ring: SubtitleRing?

  /// How far ahead subtitles are drawn, so that late packets are included.
  private static let lead = MediaTime(1, 1)
  /// The interval to check the time in.
  private static let tick = Duration.milliseconds(100)

  /// The subtitles of one run.
  private struct Scene: ~Copyable {
    let queues: RunQueues
    var screen: SubtitleScreen
    var decoder: SubtitleDecoder
    let ring: SubtitleRing
    /// Added to the events' timestamps to get the source's own time.
    let delay: MediaTime
    /// The time of the latest drawn picture; nil before the first.
    var drawn: MediaTime?
    /// The transfer function of the video below.
    var transfer: HDRMetadata.Transfer?
  }

  init(
    _ feed: BoundedQueue<Pipeline.SubtitleFeed>, _ pools: PicturePools,
    clock: @escaping @Sendable () -> PlaybackClock, remotes: [any RemoteAccess]
  ) {
    self.feed = feed
    self.pools = pools
    self.clock = clock
    self.remotes = remotes
  }

  mutating func run() {
    var scene: Scene?
    while true {
      let isIdle =
        switch scene {
        case .some: false
        case .none: download == nil
        }
      let deadline = isIdle ? nil : HostTime.now() + Self.tick
      switch feed.pop(until: deadline) {
      case .begin(let run): begin(run, &scene)
      case .packet(let packet): add(packet, to: &scene)
      case .captions(let packet, let run): addCaptions(packet, of: run, to: &scene)
      case nil:
        if feed.isExhausted { return cancelDownload() }
      }
      receiveDownload(&scene)
      restyle(&scene)
      drawAhead(&scene)
    }
  }

  private mutating func begin(_ run: Pipeline.SubtitleRun, _ scene: inout Scene?) {
    scene = nil
    cancelDownload()
    guard let source = run.source else { return dropRing() }
    if case .sidecar(.remote(let url)) = source, fetched?.place != .remote(url),
      let file = remotes.download(url, limit: SubtitleFile.usualLimit)
    {
      download = (file, run)
      return
    }
    begin(run, source, &scene)
  }

  private mutating func begin(
    _ run: Pipeline.SubtitleRun, _ source: SubtitleSource, _ scene: inout Scene?
  ) {
    do throws(PlaybackError) {
      scene = try makeScene(run, source)
    } catch {
      run.queues.report(.withoutSubtitles(error))
    }
  }

  private mutating func cancelDownload() {
    download?.file.interrupt()
    download = nil
  }

  /// Takes a finished download. Nothing waits for it: its subtitles appear from then on.
  private mutating func receiveDownload(_ scene: inout Scene?) {
    guard let (file, run) = download else { return }
    // Another run has its own download.
    if run.queues.isClosed { return cancelDownload() }
    guard let result = file.popResult(), let source = run.source else { return }
    download = nil
    switch result {
    case .success(let bytes):
      if case .sidecar(let place) = source { fetched = (place, bytes) }
      begin(run, source, &scene)
    case .failure(let error):
      run.queues.report(.withoutSubtitles(error))
    }
  }

  /// Reuses the memory if it still suits the display.
  private mutating func usableRing() throws(PlaybackError) -> SubtitleRing {
    let display = pools.display
    let key = PoolKey(overlay: try display.size(), epoch: try display.epoch())
    if let ring, ring.pool.key == key { return ring }
    dropRing()
    let made = try SubtitleRing(key, in: pools)
    ring = made
    return made
  }

  private mutating func dropRing() {
    if let ring { pools.release(ring.pool) }
    ring = nil
  }

  private mutating func makeScene(
    _ run: Pipeline.SubtitleRun, _ source: SubtitleSource
  ) throws(PlaybackError) -> Scene {
    let ring = try usableRing()
    let layout = try pools.display.subtitleLayout(
      of: run.video, style: run.choices.subtitleStyle)
    do throws(MediaError) {
      switch source {
      case .track(let track, let attachments):
        let decoder = try SubtitleDecoder(of: track, video: run.video?.size)
        let screen = try SubtitleScreen(
          form: decoder.form, attachments: attachments, layout: layout)
        return Scene(
          queues: run.queues, screen: screen, decoder: decoder, ring: ring,
          delay: run.choices.subtitleDelay)
      case .captions(let track):
        let decoder = try SubtitleDecoder(of: track, video: run.video?.displaySize)
        let screen = try SubtitleScreen(form: decoder.form, attachments: [], layout: layout)
        return Scene(
          queues: run.queues, screen: screen, decoder: decoder, ring: ring,
          delay: run.choices.subtitleDelay)
      case .sidecar(let place):
        return try makeScene(run, try file(place), layout, ring)
      }
    } catch {
      let known = PlaybackError(error)
      guard case .sidecar(let place) = source else { throw known }
      throw PlaybackError(
        known.category, "\(place.text): \(known.message)", exitStatus: known.exitStatus)
    }
  }

  /// Reads a separate subtitle file completely.
  private func file(_ place: Item.Source) throws(MediaError) -> SubtitleFile {
    if let fetched, fetched.place == place { return try SubtitleFile.load(fetched.bytes) }
    switch place {
    case .file(let path): return try SubtitleFile.load(path: path)
    case .remote(let url): throw .unsupported(url.scheme)
    case .color, .card: throw .notAFile
    }
  }

  /// The file's timestamps are relative to the source's beginning.
  private func makeScene(
    _ run: Pipeline.SubtitleRun, _ file: SubtitleFile, _ layout: SubtitleLayout,
    _ ring: SubtitleRing
  ) throws(MediaError) -> Scene {
    var decoder = try SubtitleDecoder(
      of: file.track, video: run.video?.size, encoding: file.encoding)
    var screen = try SubtitleScreen(form: decoder.form, attachments: [], layout: layout)
    let start = run.queues.bounds.start.map { $0 - run.queues.origin } ?? .zero
    let first = decoder.form == .pictures ? file.firstPacket(showingAt: start) : 0
    for packet in file.packets.dropFirst(first) {
      // Damaged events are skipped.
      for event in (try? decoder.decode(packet)) ?? [] { screen.add(event) }
    }
    return Scene(
      queues: run.queues, screen: screen, decoder: decoder, ring: ring,
      delay: run.choices.subtitleDelay + run.queues.origin)
  }

  /// Ignores frames of an earlier run, which the video thread may still be writing.
  private func addCaptions(_ packet: Packet, of run: Run, to scene: inout Scene?) {
    guard scene?.queues.run == run, scene?.decoder.track.captions != nil else { return }
    add(packet, to: &scene)
  }

  private func add(_ packet: Packet, to scene: inout Scene?) {
    guard let delay = scene?.delay else { return }
    // Damaged events are skipped; the next one may be good.
    for event in (try? scene?.decoder.decode(packet)) ?? [] {
      scene?.screen.add(event)
      if let drawn = scene?.drawn, event.start + delay <= drawn { redraw(&scene) }
    }
  }

  /// Applies a style that was changed since.
  private func restyle(_ scene: inout Scene?) {
    guard var layout = scene?.screen.layout else { return }
    let look = pools.display.subtitleLook
    layout.style = look.style ?? layout.style
    layout.sample = look.sample
    guard layout != scene?.screen.layout else { return }
    scene?.screen.change(to: layout)
    redraw(&scene)
  }

  /// Draws again because of an event that belongs in an earlier drawing.
  private func redraw(_ scene: inout Scene?) {
    guard let queues = scene?.queues else { return }
    queues.subtitles.removeAll()
    scene?.drawn = nil
  }

  private func drawAhead(_ scene: inout Scene?) {
    guard let queues = scene?.queues, !queues.isClosed,
      let now = clock().mediaTime(of: queues.run, at: .now()) ?? queues.firstPicture
    else { return }
    let transfer = queues.transfer
    if transfer != scene?.transfer {
      redraw(&scene)
      scene?.transfer = transfer
    }
    while queues.subtitles.weight < 2, let time = nextTime(scene, now: max(now, queues.startTime)) {
      guard draw(time, &scene) else { return }
      pools.display.nudge()
    }
  }

  private func nextTime(_ scene: borrowing Scene?, now: MediaTime) -> MediaTime? {
    switch scene {
    case .none: return nil
    case .some(let scene):
      guard let drawn = scene.drawn else { return now }
      guard let change = scene.screen.nextChange(after: drawn - scene.delay) else { return nil }
      let next = change + scene.delay
      // Pictures that are already over are skipped.
      if next < now { return now }
      return next <= now + Self.lead ? next : nil
    }
  }

  /// Returns false while no memory is free.
  private func draw(_ time: MediaTime, _ scene: inout Scene?) -> Bool {
    guard let queues = scene?.queues, let ring = scene?.ring, let delay = scene?.delay else {
      return false
    }
    let transfer = scene?.transfer
    let words = scene?.screen.words(at: time - delay)
    let picture = unsafe ring.picture(queues.run, from: time, for: transfer, words: words) {
      bytes, pitch in
      unsafe scene?.screen.draw(at: time - delay, into: bytes, pitch: pitch)
    }
    guard let picture else { return false }
    queues.subtitles.force(picture)
    scene?.drawn = time
    return true
  }
}
