import CVitrineFFmpeg
import Glibc
internal import VitrineLinux
internal import VitrinePlayback
package import VitrineTiming

/// A complete subtitle file next to a video. Its packets stay encoded until their time, because
/// decoded pictures take far more memory.
package struct SubtitleFile: Sendable {
  /// The best of its tracks; only VobSub files have more than one.
  package let track: Track
  /// In file order.
  package let packets: [Packet]
  /// The character set of text that is not UTF-8, for `SubtitleDecoder`.
  package let encoding: String?

  /// The default limit, in bytes.
  package static let usualLimit = 16 << 20
  /// Many tiny packets take far more memory than the file.
  private static let mostPackets = 100_000

  /// Reads a file of any kind that FFmpeg supports; a VobSub pair by either of its names. Throws if
  /// the file is larger than `limit` bytes.
  package static func load(
    path: String, limit: Int = usualLimit, interrupter: Demuxer.Interrupter = .init()
  ) throws(MediaError) -> SubtitleFile {
    let path = indexFile(of: path)
    try check(path, limit: limit)
    var demuxer = try Demuxer(subtitles: path, interrupter: interrupter)
    guard let track = demuxer.subtitle else { throw .noTracks }
    let packets = try readAll(&demuxer, limit: limit)
    let encoding = isUnicode(packets, of: track) ? nil : "CP1252"
    return SubtitleFile(track: track, packets: packets, encoding: encoding)
  }

  /// Reads a file in memory, of any kind that is a single file.
  package static func load(_ bytes: [UInt8]) throws(MediaError) -> SubtitleFile {
    var demuxer = try Demuxer(subtitlesIn: bytes)
    guard let track = demuxer.subtitle else { throw .noTracks }
    let packets = try readAll(&demuxer, limit: usualLimit)
    let encoding = isUnicode(packets, of: track) ? nil : "CP1252"
    return SubtitleFile(track: track, packets: packets, encoding: encoding)
  }

  /// Returns the time of a packet; nil if the file has none.
  package func time(of index: Int) -> MediaTime? {
    let timestamp = unsafe packets[index].raw.pointee.pts
    return timestamp == vitrine_no_pts ? nil : track.timebase.mediaTime(of: timestamp)
  }

  /// Returns the first packet to decode for the subtitles at `time`, if they began within the
  /// previous minute.
  package func firstPacket(showingAt time: MediaTime) -> Int {
    let earliest = time - MediaTime(60, 1)
    return packets.indices.first { index in self.time(of: index).map { $0 >= earliest } ?? false }
      ?? packets.count
  }

  private static func readAll(
    _ demuxer: inout Demuxer, limit: Int
  ) throws(MediaError) -> [Packet] {
    var (packets, weight) = ([Packet](), 0)
    while true {
      switch try demuxer.read() {
      case .subtitle(let packet):
        weight += packet.byteCount
        guard weight <= limit, packets.count < mostPackets else { throw tooLarge }
        packets.append(packet)
      case .video, .audio, .other, .changed, .withoutSubtitles: break
      case .ended: return packets
      }
    }
  }

  private static let tooLarge = MediaError.call(
    "reading", FFmpegCode(rawValue: vitrine_posix_error(EFBIG)))

  /// A VobSub file has its pictures in `.sub` and their times in `.idx`, where reading starts.
  private static func indexFile(of path: String) -> String {
    guard path.lowercased().hasSuffix(".sub") else { return path }
    let stem = String(path.dropLast(4))
    let indices = [".idx", ".IDX"].map { stem + $0 }
    return indices.first(where: { unsafe access(kernelPath($0), R_OK) == 0 }) ?? path
  }

  private static func check(_ path: String, limit: Int) throws(MediaError) {
    var status = stat()
    // The demuxer reports other errors.
    guard unsafe stat(kernelPath(path), &status) == 0 else { return }
    if status.st_size > limit { throw tooLarge }
  }

  /// Whether text is UTF-8. UTF-16 was already converted.
  private static func isUnicode(_ packets: [Packet], of track: Track) -> Bool {
    let codec = unsafe track.parameters.raw.pointee.codec_id
    guard let descriptor = unsafe avcodec_descriptor_get(codec),
      unsafe descriptor.pointee.props & AV_CODEC_PROP_TEXT_SUB != 0,
      // It mixes text with binary lengths, and MP4 requires Unicode.
      codec != AV_CODEC_ID_MOV_TEXT
    else { return true }
    return packets.allSatisfy { packet in
      let bytes = unsafe UnsafeBufferPointer(
        start: packet.raw.pointee.data, count: packet.byteCount)
      return unsafe String(validating: bytes, as: UTF8.self) != nil
    }
  }
}
