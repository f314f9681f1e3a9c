internal import VitrineLinux
package import VitrineMedia
internal import VitrineNetwork
internal import VitrinePictures
package import VitrinePlayback
internal import VitrineStreams
package import VitrineTiming

/// A packet source for a camera or an encoder that sends live. It reconnects indefinitely whenever
/// the sender falls silent, and continues the timeline. Thread-bound.
package final class SentSource: PacketSource {
  private let line: SentLine
  private let connecting: SentConnecting
  private var demuxer: Demuxer?
  private var clock = SentClock()
  private var pending: [PacketReading] = []
  package private(set) var video: Track?
  /// Nil also if the audio is deselected.
  package var audio: Track? { wantsAudio ? sound : nil }
  private var sound: Track?
  private var wantsAudio = true

  private static let videoIndex = 0
  private static let audioIndex = 1
  /// A sender that is silent for longer is gone.
  private static let timeout = Duration.seconds(3)

  /// Waits for the connection; throws if the error is permanent.
  init(_ connecting: SentConnecting, _ line: SentLine) throws(MediaError) {
    self.connecting = connecting
    self.line = line
    begin(try connecting.connect(line, isFirst: true))
    pending = []
  }

  package var subtitle: Track? { nil }
  package var infos: [TrackInfo] { [video?.info, sound?.info].compactMap(\.self) }
  package var cover: Track? { nil }
  package var title: String? { nil }
  package var duration: MediaTime? { nil }
  package var start: MediaTime { .zero }
  package var landing: MediaTime? { nil }
  package var mayJump: Bool { false }
  package var timestampPeriod: MediaTime? { nil }
  package var isSinglePicture: Bool { false }
  package var isAnimation: Bool { false }
  package func coverPacket() -> Packet? { nil }
  package func attachments(limit: Int) -> [Demuxer.Attachment] { [] }

  package func best(_ kind: TrackInfo.Kind) -> TrackInfo? {
    switch kind {
    case .video: video?.info
    case .audio: sound?.info
    case .subtitle: nil
    }
  }

  package func select(_ infos: [TrackInfo]) {
    wantsAudio = infos.contains { $0.kind == .audio }
    chooseTracks()
  }

  deinit {
    connecting.beginFarewell()
    demuxer = nil
  }

  /// Only the live position exists.
  package func reachable(_ time: MediaTime) -> MediaTime { MediaTime(nanoseconds: clock.end) }

  package func seek(to time: MediaTime, _ mode: Demuxer.SeekMode) {}

  /// Returns the next packet, reconnecting as often as needed.
  package func read() throws(MediaError) -> PacketReading {
    while true {
      if !pending.isEmpty { return pending.removeFirst() }
      if demuxer == nil { begin(try connecting.connect(line, isFirst: false)) }
      if let reading = try readOn() { return reading }
    }
  }

  /// Returns nil if the connection is lost.
  private func readOn() throws(MediaError) -> PacketReading? {
    connecting.recordRead()
    do throws(MediaError) {
      switch try demuxer?.read() {
      case .video(let packet):
        connecting.limit(Self.timeout)
        place(packet, demuxer?.video, Self.videoIndex)
        return .video(packet)
      case .audio(let packet):
        // Audio packets do not make up for missing video.
        if demuxer?.bestVideo == nil { connecting.limit(Self.timeout) }
        place(packet, demuxer?.audio, Self.audioIndex)
        return wantsAudio ? .audio(packet) : .other
      case .subtitle, .other, .changed, .withoutSubtitles: return .other
      case .ended, nil: lose(.cut(connecting.host))
      }
    } catch {
      if line.isInterrupted { throw .interrupted }
      lose(NetworkError(error, of: connecting.host))
    }
    return nil
  }

  private func lose(_ cause: NetworkError) {
    connecting.beginFarewell()
    demuxer = nil
    line.lose(cause)
  }

  private func place(_ packet: Packet, _ track: Track?, _ index: Int) {
    guard let track else { return }
    let stamp = packet.stamp(of: track)?.decoding ?? packet.pts(in: track.timebase)?.nanoseconds
    let placed = stamp.map { clock.place($0, track.kind) } ?? (shift: 0, isJump: false)
    packet.move(to: index, from: track.timebase) { $0.saturatingAdd(placed.shift) }
    line.recordPackets(MediaTime(nanoseconds: clock.end), isJump: placed.isJump, at: .now())
  }

  private func begin(_ opened: consuming Demuxer) {
    clock.beginAnew(period: opened.timestampPeriod?.nanoseconds)
    line.begin()
    connecting.limit(Self.timeout)
    demuxer = consume opened
    chooseTracks()
  }

  private func chooseTracks() {
    let newVideo = demuxer?.bestVideo
    let newAudio = demuxer?.bestAudio
    demuxer?.select(video: newVideo, audio: wantsAudio ? newAudio : nil, subtitle: nil)
    if let newVideo { video = renewed(video, newVideo, Self.videoIndex) }
    if let newAudio { sound = renewed(sound, newAudio, Self.audioIndex) }
  }

  /// Announces a track that needs another decoder before its packets.
  private func renewed(_ known: Track?, _ new: Track, _ index: Int) -> Track {
    if let known, known.decodes(like: new) { return known }
    if known != nil { pending.append(.changed(new.kind)) }
    var info = new.info
    info.index = index
    return new.moved(as: info)
  }
}
