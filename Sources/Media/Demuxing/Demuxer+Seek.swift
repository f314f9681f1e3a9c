import CVitrineFFmpeg
import VitrineLinux
import VitrinePictures
internal import VitrinePlayback
package import VitrineTiming

extension Demuxer {
  /// How close a seek comes to its target.
  package enum SeekMode: Hashable, Sendable {
    /// To the key frame before it, from which every frame up to the target can be decoded.
    case before
    /// To the nearest key frame if the container has an index, otherwise to the preceding one.
    case nearest
    /// To the nearest key frame, for a single picture: reading does not continue there.
    case preview
    /// To the key frame after it, since the part before is unreadable. Throws if there is none.
    case after

    var mayBeAfter: Bool { self == .nearest || self == .preview }
  }

  /// Seeks to a key frame near `time`; the next packets come from there. Packets of other tracks
  /// start at or before that place, in file order.
  package mutating func seek(to time: MediaTime, _ mode: SeekMode) throws(MediaError) {
    landing = nil
    guard let track = video ?? audio else { return }
    if let timeline { return try seek(to: time, in: timeline) }
    guard let timestamp = track.timebase.timestamp(of: time) else {
      throw .call("seeking", .invalidData)
    }
    // The caller passes presentation times, but an index may contain decoding times. So the index
    // only decides on the direction of the nearest key frame.
    try find(
      timestamp, on: track, mode,
      isForward: mode == .after || mode.mayBeAfter && isNearerAfter(timestamp, track))
    guard mode != .after, !hasIndex, track.kind == .video else { return }
    do throws(MediaError) {
      if try findKeyFrame(before: time, track) { return }
    } catch {
      // An earlier part may be unreadable.
      if error == .interrupted { throw error }
    }
    try find(timestamp, on: track, .before)
  }

  /// Wraps `av_seek_frame`.
  private mutating func find(
    _ timestamp: Int64, on track: Track, _ mode: SeekMode, isForward: Bool = false
  ) throws(MediaError) {
    failure = nil
    readings = FIFO()
    var result = unsafe FFmpegCode(
      rawValue: av_seek_frame(
        // bound: FFmpeg's own index
        context, CInt(track.index), timestamp, isForward ? 0 : AVSEEK_FLAG_BACKWARD))
    if result.rawValue < 0, mode != .after {
      // There is none in that direction: use the one at the beginning.
      result = unsafe FFmpegCode(
        // bound: FFmpeg's own index
        rawValue: avformat_seek_file(context, CInt(track.index), .min, timestamp, .max, 0))
    }
    if result == .exit { throw .interrupted }
    guard result.rawValue >= 0 else { throw .call("seeking", result) }
  }

  /// How far before the target a key frame is looked for, in seconds.
  private static let distances: [Int64] = [0, 1, 2, 4, 8, 16, 32]
  /// The limits of a search, in packets and bytes: files may have wrong timestamps.
  private static let (mostReadings, mostRead) = (40_000, 128 << 20)
  /// How far apart tracks are stored.
  private static let distanceOfTracks = MediaTime(2, 1)

  /// Containers without an index find any packet of a time. Moves to the last key frame before the time. Returns false if
  /// there is none within reach.
  private mutating func findKeyFrame(before time: MediaTime, _ track: Track) throws(MediaError)
    -> Bool
  {
    var (end, readings, bytes) = (time, Self.mostReadings, Self.mostRead)
    for distance in Self.distances {
      let place = time - MediaTime(distance, 1)
      if place <= start {
        try findBeginning(track)
      } else if distance > 0, let timestamp = track.timebase.timestamp(of: place) {
        try find(timestamp, on: track, .before)
      }
      if try readToKeyFrame(before: time, until: end, track, &readings, &bytes) { return true }
      if place <= start {
        // The first key frame is after the time.
        try findBeginning(track)
        return true
      }
      if readings <= 0 || bytes <= 0 { break }
      end = place
    }
    return false
  }

  private mutating func findBeginning(_ track: Track) throws(MediaError) {
    guard let context = unsafe context, let timestamp = track.timebase.timestamp(of: start) else {
      return
    }
    readings = FIFO()
    // With a generic index, FFmpeg would forget the timestamps.
    let isUnfit = AVFMT_NO_BYTE_SEEK | AVFMT_GENERIC_INDEX
    let canSeekBytes = unsafe context.pointee.iformat.pointee.flags & isUnfit == 0
    if canSeekBytes, unsafe av_seek_frame(context, -1, 0, AVSEEK_FLAG_BYTE) >= 0 { return }
    try find(timestamp, on: track, .before)
  }

  /// Reads until a decoding time, and keeps what `read` has to return, from the last key frame before the target on. Returns
  /// false if there is none.
  private mutating func readToKeyFrame(
    before time: MediaTime, until end: MediaTime, _ track: Track, _ readings: inout Int,
    _ bytes: inout Int
  ) throws(MediaError) -> Bool {
    var (kept, hasKey): ([PacketReading], Bool) = ([], false)
    read: while readings > 0, bytes > 0 {
      readings -= 1
      let reading: PacketReading
      do throws(MediaError) {
        reading = try read()
      } catch {
        guard error == .interrupted else { break }
        throw error
      }
      var isPast = false
      switch reading {
      case .video(let packet):
        let pts = packet.pts(in: track.timebase)
        if packet.isKey, let pts, pts <= time {
          // Sound before it in the file may belong to it.
          kept.removeAll { if case .video = $0 { true } else { false } }
          hasKey = true
        }
        if hasKey { kept.append(reading) }
        bytes -= packet.weight
        // Nothing that follows is shown earlier, or it was read before.
        isPast = (packet.dts(in: track.timebase) ?? pts).map { $0 > end } ?? false
      case .audio(let packet):
        kept.append(reading)
        bytes -= packet.weight
        // The video may have ended.
        let dts = audio.flatMap { packet.dts(in: $0.timebase) }
        isPast = dts.map { $0 > end + Self.distanceOfTracks } ?? false
      case .subtitle(let packet):
        kept.append(reading)
        bytes -= packet.weight
      case .ended: break read
      default: continue
      }
      if isPast { break }
    }
    if hasKey { for reading in kept { self.readings.append(reading) } }
    return hasKey
  }

  /// Seeks to the approximate byte position of a time.
  private mutating func seek(to time: MediaTime, in timeline: FileTimeline) throws(MediaError) {
    let place = min(max(time - start, .zero), timeline.duration)
    failure = nil
    readings = FIFO()
    let result = unsafe FFmpegCode(
      rawValue: av_seek_frame(context, -1, timeline.byte(at: place), AVSEEK_FLAG_BYTE))
    if result == .exit { throw .interrupted }
    guard result.rawValue >= 0 else { throw .call("seeking", result) }
    landing = start + place
  }

  /// Whether the container has an index. Otherwise FFmpeg records the places that it has read,
  /// between which there may be any number of key frames.
  var hasIndex: Bool {
    guard let format = unsafe context?.pointee.iformat else { return false }
    return unsafe format.pointee.flags & (AVFMT_GENERIC_INDEX | AVFMT_TS_DISCONT) == 0
  }

  private func isNearerAfter(_ timestamp: Int64, _ track: Track) -> Bool {
    guard hasIndex, let stream = unsafe context?.pointee.streams[track.index] else {
      return false
    }
    let before = unsafe avformat_index_get_entry_from_timestamp(
      stream, timestamp, CInt(AVSEEK_FLAG_BACKWARD))?.pointee.timestamp
    let after = unsafe avformat_index_get_entry_from_timestamp(stream, timestamp, 0)?.pointee
      .timestamp
    guard let before = before, let after = after else { return false }
    return after -| timestamp < timestamp -| before
  }
}

extension Demuxer {
  /// Selects the tracks to read; nil deselects a kind.
  package mutating func select(video: Track?, audio: Track?, subtitle: Track?) {
    self.video = video
    self.audio = audio
    self.subtitle = subtitle
    discardOthers()
  }

  /// Lets the container skip the tracks that are not selected.
  func discardOthers() {
    guard let context = unsafe context else { return }
    let wanted = [video?.index, audio?.index, subtitle?.stream]
    // bound: FFmpeg's count
    for index in 0..<Int(unsafe context.pointee.nb_streams) {
      unsafe context.pointee.streams[index]?.pointee.discard =
        wanted.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  static func allTracks(
    of context: UnsafeMutablePointer<AVFormatContext>, _ limits: PictureLimits
  ) -> [Track] {
    // bound: FFmpeg's count
    let count = Int(unsafe context.pointee.nb_streams)
    let streams = (0..<count).compactMap { index -> Track? in
      guard let stream = unsafe context.pointee.streams[index] else { return nil }
      switch unsafe stream.pointee.codecpar.pointee.codec_type {
      case AVMEDIA_TYPE_VIDEO: return unsafe track(.video, stream, in: context, limits)
      case AVMEDIA_TYPE_AUDIO: return unsafe track(.audio, stream, in: context, limits)
      case AVMEDIA_TYPE_SUBTITLE: return unsafe track(.subtitle, stream, in: context, limits)
      default: return nil
      }
    }
    var next = count
    return streams.flatMap { track in
      track.codec == Track.teletextCodec ? track.teletextTracks(next: &next) : [track]
    }
  }

  static func track(
    _ kind: Track.Kind, _ stream: UnsafePointer<AVStream>,
    in context: UnsafeMutablePointer<AVFormatContext>, _ limits: PictureLimits
  ) -> Track? {
    let isStill =
      unsafe isSinglePicture(String(cString: context.pointee.iformat.pointee.name))
      || stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
    return unsafe Track(kind, stream, isStill: isStill, limits)
  }

  /// Returns the packet of a cover picture, which the container stores separately.
  package func coverPacket() -> Packet? {
    guard let cover, let stream = unsafe context?.pointee.streams[cover.index],
      let packet = Packet(), unsafe stream.pointee.attached_pic.size > 0
    else { return nil }
    var picture = unsafe stream.pointee.attached_pic
    guard unsafe av_packet_ref(packet.raw, &picture) >= 0 else { return nil }
    return packet
  }

  /// A file inside the container, such as a font of its subtitles.
  package struct Attachment: Sendable {
    package let name: String
    package let mediaType: String
    package let bytes: [UInt8]
  }

  /// Returns attached files of at most `limit` bytes each, up to the demuxer's limit for their
  /// total.
  package func attachments(limit: Int) -> [Attachment] {
    guard let context = unsafe context else { return [] }
    var left = limits.fonts
    // bound: FFmpeg's count
    return (0..<Int(unsafe context.pointee.nb_streams)).compactMap { index in
      guard let stream = unsafe context.pointee.streams[index],
        let parameters = unsafe stream.pointee.codecpar,
        unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_ATTACHMENT,
        let data = unsafe parameters.pointee.extradata,
        case let size = unsafe Int(parameters.pointee.extradata_size), size > 0,
        size <= min(limit, left)
      else { return nil }
      left -= size
      return unsafe Attachment(
        name: metadataText("filename", in: stream.pointee.metadata) ?? "",
        mediaType: metadataText("mimetype", in: stream.pointee.metadata) ?? "",
        bytes: Array(UnsafeBufferPointer(start: data, count: size)))
    }
  }
}
