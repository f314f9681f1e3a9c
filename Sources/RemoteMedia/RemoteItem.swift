package import VitrineAddresses
internal import VitrineLinux
package import VitrineMedia
package import VitrineNetwork
package import VitrinePictures
package import VitrinePlayback
package import VitrineTiming

/// An item on a server. Thread-safe.
package final class RemoteItem: Sendable {
  private let url: RemoteURL
  private let sources: RemoteSources
  private let preferences: Shared<StreamPreferences>
  private let state = Shared(State.closed)

  private enum State {
    case closed
    /// A file, and its duration if that is known.
    case file(RemoteByteSource, length: MediaTime?)
    case segments(SegmentFeeds)
    case sent(SentLine)
  }

  /// Downloads nothing before `open`.
  package init(
    _ url: RemoteURL, _ sources: RemoteSources, preferences: StreamPreferences = StreamPreferences()
  ) {
    (self.url, self.sources, self.preferences) = (url, sources, Shared(preferences))
  }

  /// Opens the item; waits until its kind is known.
  ///
  /// The choice of renditions leaves out those larger than `display`. After opening, waiting for a
  /// segment ends once `isLeft` reports a seek: reads are interrupted until then.
  package func open(
    _ interrupter: Demuxer.Interrupter, limits: PictureLimits = .ofThisMachine,
    display: () -> PixelSize? = { nil }, isLeft: @escaping @Sendable () -> Bool = { false }
  ) throws(MediaError) -> OpenedItem {
    if !url.isWeb { return try receive(interrupter, limits) }
    let source = try fetching { () throws(NetworkError) in
      try RemoteByteSource(url, sources, ahead: preferences.value.ahead)
    }
    interrupter.watch(source)
    state.update { $0 = .file(source, length: nil) }
    do throws(MediaError) {
      if let playlist = try playlist(source.file) {
        source.interrupt()
        var policy = VariantPolicy()
        (policy.preference, policy.largest) = (preferences.value.quality, display())
        let segments = try open(playlist, policy, interrupter, limits)
        if case .segments(let feeds) = state.value { feeds.leave(where: isLeft) }
        return .segments(segments)
      }
      let demuxer = try Demuxer(reading: source, interrupter: interrupter, limits: limits)
      let length = demuxer.duration
      state.update { $0 = .file(source, length: length) }
      return .file(demuxer)
    } catch {
      source.interrupt()
      throw error
    }
  }

  private func receive(
    _ interrupter: Demuxer.Interrupter, _ limits: PictureLimits
  ) throws(MediaError) -> OpenedItem {
    let line = SentLine(target: preferences.value.sentLatency)
    interrupter.watch(line)
    state.update { $0 = .sent(line) }
    let connecting = SentConnecting(url, sources.rules(for: url), interrupter, limits)
    return .sent(try SentSource(connecting, line))
  }

  private func open(
    _ playlist: RemotePlaylist, _ policy: VariantPolicy, _ interrupter: Demuxer.Interrupter,
    _ limits: PictureLimits
  ) throws(MediaError) -> SegmentSource {
    let feeds = SegmentFeeds(latency: preferences.value.latency)
    interrupter.watch(feeds)
    state.update { $0 = .segments(feeds) }
    do throws(MediaError) {
      let rows = SegmentRows(
        policy: policy, sources: sources, feeds: feeds, interrupter: interrupter, limits: limits,
        isForStills: preferences.value.isForStills)
      let source = try SegmentSource(try playlist.plan(over: sources), rows)
      // The selected quality may have changed meanwhile.
      feeds.setQuality(preferences.value.quality)
      return source
    } catch {
      feeds.interrupt()
      throw error
    }
  }

  /// Returns nil if the file is not a playlist.
  private func playlist(_ file: RemoteFile) throws(MediaError) -> RemotePlaylist? {
    try fetching { () throws(NetworkError) in try RemotePlaylist(readingAll: file, at: url) }
  }

  /// Selects the rendition to play.
  package func setQuality(_ preference: VariantPolicy.Preference) {
    preferences.update { $0.quality = preference }
    if case .segments(let feeds) = state.value { feeds.setQuality(preference) }
  }

  /// Checks `isLeft` again.
  package func lookAgain() {
    if case .segments(let feeds) = state.value { feeds.lookAgain() }
  }

  /// Returns how the item is downloading. `read` is how far its demuxer is ahead of playback.
  package func arrival(read: MediaTime, at position: MediaTime) -> Arrival {
    switch state.value {
    case .closed: .awaited
    case .segments(let feeds): feeds.arrival(read: read, at: position)
    case .sent(let line): line.arrival(at: position, now: .now())
    case .file(let source, let length): Self.arrival(source.file.progress, length, read)
    }
  }

  private static func arrival(
    _ progress: RemoteFile.Progress, _ length: MediaTime?, _ read: MediaTime
  ) -> Arrival {
    var lead = BufferingPolicy.Lead(
      time: max(read, .zero), bytes: progress.ahead, isFull: progress.isFull)
    var flow: Arrival.Flow?
    if let length, let size = progress.size, size > 0, length > .zero {
      flow = .init(needed: Double(size) * 8 / length.seconds, received: progress.received)
      // Estimates the time from the average bit rate.
      let ahead = length.duration.seconds * Double(progress.ahead) / Double(size)
      lead.time = lead.time + Duration(roundingNanoseconds: ahead * 1e9)
      lead.bytes = 0
    }
    var arrival = Arrival(
      lead: lead, isAwaited: progress.isStarving, networkError: progress.trouble?.description)
    arrival.flow = flow
    return arrival
  }
}

extension RemoteItem {
  /// Opens an item for single pictures.
  static func stills(
    at url: RemoteURL, _ sources: RemoteSources, _ interrupter: Demuxer.Interrupter
  ) throws(MediaError) -> StillReader? {
    switch try RemoteItem(url, sources, preferences: .stills).open(interrupter) {
    case .file(let demuxer): return StillReader(onServer: demuxer, interrupter: interrupter)
    case .segments(let stream): return try StillReader(stream: stream, interrupter: interrupter)
    case .sent: return nil
    }
  }
}

extension RemoteItem: RemoteStream {
  package func read(
    into reader: inout some PacketReceiver, _ interrupter: Demuxer.Interrupter,
    display: () -> PixelSize?, isLeft: @escaping @Sendable () -> Bool
  ) throws(MediaError) {
    switch try open(interrupter, display: display, isLeft: isLeft) {
    case .file(let demuxer):
      var source = demuxer
      try reader.receive(&source)
    case .segments(let segments):
      var source = segments
      try reader.receive(&source)
    case .sent(let sent):
      var source = sent
      try reader.receive(&source)
    }
  }
}

/// The packet source of an opened item.
package enum OpenedItem: ~Copyable {
  case file(Demuxer)
  case segments(SegmentSource)
  case sent(SentSource)
}
