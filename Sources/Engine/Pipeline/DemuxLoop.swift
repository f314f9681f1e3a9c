internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout
internal import VitrineTiming
internal import VitrineVideoDecoders

/// The work of a pipeline's demux thread: opens the item, and feeds its packets to the decoders,
/// run after run, until the pipeline is closed.
struct DemuxLoop: PacketReceiver {
  private let pipeline: Pipeline
  private var order: Pipeline.RunOrder
  private var sidecars = SidecarFiles()
  private var captionSearch = CaptionSearch()

  static let mostSubtitles = 8 << 20

  init(_ pipeline: Pipeline, first: Pipeline.RunOrder) {
    self.pipeline = pipeline
    order = first
  }

  mutating func run() {
    defer {
      pipeline.feeds.video.close()
      pipeline.feeds.audio.close()
    }
    let still = StillPicture(pipeline.display)
    switch pipeline.item.source {
    case .color(let color):
      return show(order) { () throws(PlaybackError) in try still.color(color) }
    case .card(let title, let detail, let severity):
      return show(order) { () throws(PlaybackError) in
        try still.card(title: title, detail: detail, severity)
      }
    case .file, .remote: break
    }
    do throws(MediaError) {
      try pipeline.readSource(into: &self)
    } catch .interrupted {
    } catch {
      // A seek may have started another run, which fails for the same reason.
      pipeline.queues.report(.failed(PlaybackError(error)))
    }
  }

  /// Plays run after run, starting with the first.
  mutating func receive(_ source: inout some PacketSource & ~Copyable) throws(MediaError) {
    try open(&source, order)
    var isFirst = true
    while !pipeline.isClosed {
      do throws(MediaError) {
        try begin(order, &source, seeks: !isFirst)
        if try read(order.queues, &source) {
          pipeline.feeds.video.force(.end)
          pipeline.feeds.audio.force(.end)
        }
      } catch {
        // Another run was requested: this one no longer matters.
        guard error == .interrupted, pipeline.hasOrder else { throw error }
      }
      isFirst = false
      guard let next = pipeline.awaitOrder() else { return }
      // Only the latest of several orders counts.
      order = next
      while let later = pipeline.nextOrder() { order = later }
    }
  }

  /// Shows an item that is a single generated picture, with nothing to read.
  private func show(_ first: Pipeline.RunOrder, _ draw: () throws(PlaybackError) -> Frame) {
    first.queues.report(
      .opened(
        MediaSummary(
          duration: pipeline.item.shownDuration, video: pipeline.item.name, isStill: true),
        tracks: [], start: .zero))
    var order: Pipeline.RunOrder? = first
    while let queues = order?.queues {
      queues.settle(at: .zero)
      queues.await([.video])
      let end = min(pipeline.item.shownDuration, queues.bounds.end ?? pipeline.item.shownDuration)
      queues.ending.update {
        $0 = RunQueues.Ending(lastPicture: .zero, pictureEnd: end, isCertain: true)
      }
      queues.sound.close()
      let still = StillPicture(pipeline.display)
      still.show(in: queues, start: .zero, draw)
      order = pipeline.awaitOrder()
    }
  }

  private mutating func open(
    _ source: inout some PacketSource & ~Copyable, _ order: Pipeline.RunOrder
  ) throws(MediaError) {
    defer { pipeline.source.setReading(false) }
    sidecars = SidecarFiles(
      of: pipeline.item,
      firstIndex: max(source.infos.map(\.index).max() ?? -1, source.cover?.index ?? -1) + 1)
    pipeline.setOrigin(source.start)
    _ = try source.choose(order.choices, sidecars)
    let (title, cover) = (source.title ?? pipeline.item.name, source.coverImage)
    let (pools, video, audio) = (pipeline.pools, pipeline.feeds.video, pipeline.feeds.audio)
    let (clock, decoders, inUse) = (pipeline.clock, pipeline.decoders, pipeline.deviceInUse)
    pipeline.start("video") {
      var decoding = VideoDecoding(
        video, pools, DecoderSelector(decoders, pools, inUse: inUse), title: title, cover: cover,
        clock: clock,
        starving: { audio.wakeAll() })
      decoding.run()
    }
    let sound = pipeline.sound
    pipeline.start("audio") {
      AudioDecoding(audio, sound, starving: { video.wakeAll() }).run()
    }
    order.queues.report(
      .opened(
        source.summary, tracks: source.infos + sidecars.infos, start: source.start))
  }

  private mutating func begin(
    _ order: Pipeline.RunOrder, _ source: inout some PacketSource & ~Copyable, seeks: Bool
  ) throws(MediaError) {
    let queues = order.queues
    pipeline.source.setReading(true)
    defer { pipeline.source.setReading(false) }
    let gain = pipeline.sound.gain.map { $0(pipeline.item, source.tags) } ?? ItemGain()
    queues.settle(at: source.start, gain: gain)
    let selected = try source.choose(order.choices, sidecars)
    // A run that was left meanwhile may have found the captions.
    if sidecars.hasCaptions { queues.report(.tracks(source.infos + sidecars.infos)) }
    queues.report(.selected(selected))
    // There is always a picture: without a video track, a title card.
    queues.await(source.audio == nil ? [.video] : [.video, .audio])
    if let start = queues.bounds.start ?? (seeks ? source.start : nil) {
      let there = try source.reachable(start)
      if there < start, queues.bounds.start != nil { queues.begin(at: there) }
      try source.seek(to: there, queues.bounds.seekMode)
    } else if let beginning = source.beginning {
      queues.begin(at: beginning)
    }
    promiseEnding(queues, source)
    beginSubtitles(order, selected.first { $0.kind == .subtitle }, source)
    pipeline.feeds.video.force(.begin(queues, source.video))
    pipeline.feeds.audio.force(.begin(queues, source.audio))
  }

  private func beginSubtitles(
    _ order: Pipeline.RunOrder, _ info: TrackInfo?,
    _ source: borrowing some PacketSource & ~Copyable
  ) {
    var subtitles: SubtitleSource?
    let captions = info.flatMap { sidecars.captions(of: $0) }
    if let track = source.subtitle {
      subtitles = .track(track, source.attachments(limit: Self.largestFont))
    } else if let place = info.flatMap({ sidecars.source(of: $0.index) }) {
      subtitles = .sidecar(place)
    } else if let info, let captions {
      subtitles = Track(captions: info, captions).map { .captions($0) }
    }
    order.queues.sendCaptions(to: captions == nil ? nil : pipeline.feeds.subtitles)
    pipeline.beginSubtitles(
      Pipeline.SubtitleRun(
        queues: order.queues, source: subtitles, choices: order.choices,
        video: source.video?.picture))
  }

  /// The first packets of the video have shown that it has captions: they can be chosen, and are shown from here on if the
  /// choices so far select them.
  private mutating func addCaptions(
    _ services: [CaptionService], _ source: inout some PacketSource & ~Copyable
  ) throws(MediaError) {
    let sounds = source.infos.filter { $0.kind == .audio && !$0.audience.describesPicture }
    sidecars.addCaptions(
      services, language: (sounds.first(where: \.isDefault) ?? sounds.first)?.language)
    order.queues.report(.tracks(source.infos + sidecars.infos))
    let selected = try source.choose(order.choices, sidecars)
    guard let captions = selected.first(where: { $0.kind == .subtitle }),
      let service = sidecars.captions(of: captions), services.contains(service)
    else { return }
    order.queues.report(.selected(selected))
    beginSubtitles(order, captions, source)
  }

  private static let largestFont = 32 << 20

  /// Takes the end from the container until the last packets are known.
  private func promiseEnding(_ queues: RunQueues, _ source: borrowing some PacketSource & ~Copyable)
  {
    guard let duration = source.duration else { return }
    let end = min(source.start + duration, queues.bounds.end ?? source.start + duration)
    queues.ending.update {
      $0 = RunQueues.Ending(lastPicture: end, pictureEnd: end, isCertain: false)
    }
  }

  /// Reads until the end of the source or of the run. Returns false if another run was requested.
  private mutating func read(_ queues: RunQueues, _ source: inout some PacketSource & ~Copyable)
    throws(MediaError) -> Bool
  {
    var (end, packets) = (EndFinder(queues.bounds, source), PacketReader(source))
    // The duration of a stream with discontinuities is only a guess.
    var recovery = ReadRecovery(
      end: source.mayJump ? nil : source.duration.map { source.start + $0 })
    var soundTimeout = TrackTimeout.firstSound
    while !pipeline.hasOrder {
      // A preview is one picture; it does not end the item.
      if queues.bounds.isPreview, queues.firstPicture != nil { return true }
      let isTaken: Bool
      let reading: PacketReading
      pipeline.source.recordPacket()
      do throws(MediaError) {
        reading = try read(&packets, &source, queues, end, &recovery)
      } catch {
        guard error != .interrupted, end.progress.furthest != nil, !queues.bounds.isPreview else {
          throw error
        }
        return finish(queues, end, PlaybackError(error))
      }
      switch reading {
      case .video(let packet):
        if let track = source.video { record(packet, track, &end, queues) }
        let captions = captionSearch.services(in: packet)
        if !captions.isEmpty { try addCaptions(captions, &source) }
        let weight = weight(packet, source.video, source.headroom, Pipeline.Feeds.videoRoom)
        isTaken = enqueue(packet, weight, to: pipeline.feeds.video, other: pipeline.feeds.audio)
        soundTimeout.record(bytes: packet.weight, at: nil)
        // All sound found so far is decoded, and there was no more in everything that was read.
        if soundTimeout.isOver, pipeline.feeds.audio.isEmpty { queues.stopAwaiting(.audio) }
      case .audio(let packet):
        if let track = source.audio { record(packet, track, &end, queues) }
        let weight = weight(packet, source.audio, source.headroom, Pipeline.Feeds.audioRoom)
        isTaken = enqueue(packet, weight, to: pipeline.feeds.audio, other: pipeline.feeds.video)
      case .subtitle(let packet):
        // Subtitles are small: packets that do not fit are dropped, and nothing waits for them.
        let hasRoom = pipeline.feeds.subtitles.weight < Self.mostSubtitles
        isTaken =
          !hasRoom || pipeline.feeds.subtitles.force(.packet(packet), weight: packet.weight)
      case .other: isTaken = true
      case .changed(let kind):
        isTaken = true
        change(kind, source)
      case .withoutSubtitles(let error):
        isTaken = true
        queues.report(.withoutSubtitles(PlaybackError(error)))
      case .ended:
        if queues.bounds.isPreview { return true }
        if try repeats(&end, queues, &source) {
          packets = PacketReader(source)
          continue
        }
        return finish(queues, end)
      }
      if !isTaken { throw .interrupted }
      if end.progress.isPast { return finish(queues, end) }
    }
    return false
  }

  /// Reads the next packet, or a later one if the file cannot be read here, or the end if it cannot
  /// be read further.
  private func read(
    _ packets: inout PacketReader, _ source: inout some PacketSource & ~Copyable,
    _ queues: RunQueues, _ end: EndFinder,
    _ recovery: inout ReadRecovery
  ) throws(MediaError) -> PacketReading {
    pipeline.source.setReading(true)
    defer { pipeline.source.setReading(false) }
    while true {
      do throws(MediaError) {
        let reading = try packets.next(&source)
        recovery.succeed()
        return reading
      } catch .call(let call, let code) {
        if pipeline.hasOrder { return .other }
        // Without a single packet there is nothing to play.
        guard let reached = end.progress.furthest ?? queues.bounds.start else {
          throw .call(call, code)
        }
        if recovery.isFirst { queues.report(.damaged(PlaybackError(MediaError.call(call, code)))) }
        switch recovery.fail(reached: reached, now: .now()) {
        case .again: break
        // If this seek fails, so does the next read, and the next target is further ahead.
        case .jump(let target):
          if (try? source.seek(to: target, .after)) != nil { packets = PacketReader(source) }
        case .end: packets.end()
        }
      }
    }
  }

  /// The packets that follow need another decoder.
  private func change(_ kind: TrackInfo.Kind, _ source: borrowing some PacketSource & ~Copyable) {
    switch kind {
    case .video: if let track = source.video { pipeline.feeds.video.force(.change(track)) }
    case .audio: if let track = source.audio { pipeline.feeds.audio.force(.change(track)) }
    case .subtitle: break
    }
  }

  private func record(
    _ packet: Packet, _ track: Track, _ end: inout EndFinder, _ queues: RunQueues
  ) {
    end.record(packet, track)
    let reached = end.progress.readTo
    queues.readTo.update { $0 = reached }
  }

  /// Repeats an animation until it was shown for long enough.
  private func repeats(
    _ end: inout EndFinder, _ queues: RunQueues, _ source: inout some PacketSource & ~Copyable
  ) throws(MediaError) -> Bool {
    guard end.repeats(forAtLeast: queues.bounds.imageDuration) else { return false }
    try source.seek(to: source.start, .before)
    return true
  }

  private func finish(_ queues: RunQueues, _ end: EndFinder, _ failure: PlaybackError? = nil)
    -> Bool
  {
    // A single picture before a failure is not a still image.
    let imageDuration = failure == nil ? queues.bounds.imageDuration : .zero
    var ending = end.ending(imageDuration: imageDuration)
    ending.failure = failure
    queues.ending.update { $0 = ending }
    pipeline.display.nudge()
    return true
  }

  /// The share of a queue's capacity that a packet uses: its bytes, or its share of the decoders'
  /// headroom if that is larger.
  private func weight(
    _ packet: Packet, _ track: Track?, _ headroom: MediaTime?, _ room: Int
  ) -> Int {
    guard let headroom, let time = track.flatMap({ packet.duration(in: $0.timebase) }) else {
      return packet.weight
    }
    let share = min(time.seconds / headroom.seconds, 1)
    return max(packet.weight, Int(share * Double(room)))
  }

  /// Waits for room, but not while the other track's queue is empty: badly interleaved files store
  /// one track entirely before the other.
  private func enqueue(
    _ packet: Packet, _ weight: Int, to queue: BoundedQueue<Pipeline.Feed>,
    other: BoundedQueue<Pipeline.Feed>
  ) -> Bool {
    let mostAhead = 64 << 20
    guard queue.weight < mostAhead else {
      return queue.push(.packet(packet), weight: weight)
    }
    // The other decoder wakes this queue when it runs out of packets.
    return queue.push(.packet(packet), weight: weight, unless: { other.isEmpty })
  }
}

extension RunQueues.Bounds {
  fileprivate var seekMode: Demuxer.SeekMode {
    isExact ? .before : isPreview ? .preview : .nearest
  }
}
