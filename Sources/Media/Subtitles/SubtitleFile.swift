import CVitrineFFmpeg
import Glibc
internal import VitrineLinux
internal import VitrinePlayback
public import VitrineTiming

/// A subtitle file that lies beside a video, read whole. Its packets are still encoded: pictures
/// take far more memory decoded, so they are decoded when their time comes.
public struct SubtitleFile: Sendable {
  /// The best of its tracks; only VobSub files have more than one.
  public let track: Track
  /// In the file's order.
  public let packets: [Packet]
  /// The character set of text that is not UTF-8, for `SubtitleDecoder`.
  public let encoding: String?

  /// In bytes, unless the caller wants another.
  public static let usualLimit = 16 << 20
  /// What a packet costs besides its bytes makes a file of tiny ones large.
  private static let mostPackets = 100_000

  /// Reads a file of any kind that FFmpeg knows; a VobSub pair by either of its names.
  /// Files larger than `limit` bytes throw.
  public static func load(
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

  /// Reads a file that is here already, of any kind that is one file.
  public static func load(_ bytes: [UInt8]) throws(MediaError) -> SubtitleFile {
    var demuxer = try Demuxer(subtitlesIn: bytes)
    guard let track = demuxer.subtitle else { throw .noTracks }
    let packets = try readAll(&demuxer, limit: usualLimit)
    let encoding = isUnicode(packets, of: track) ? nil : "CP1252"
    return SubtitleFile(track: track, packets: packets, encoding: encoding)
  }

  /// When a packet is for; nil where the file does not say.
  public func time(of index: Int) -> MediaTime? {
    let timestamp = unsafe packets[index].raw.pointee.pts
    return timestamp == vitrine_no_pts ? nil : track.timebase.mediaTime(of: timestamp)
  }

  /// The packet to decode first so that all that is shown at `time` is known, as far as it
  /// began within the minute before.
  public func firstPacket(showingAt time: MediaTime) -> Int {
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
    // What else is wrong with it, the demuxer tells.
    guard unsafe stat(kernelPath(path), &status) == 0 else { return }
    if status.st_size > limit { throw tooLarge }
  }

  /// Whether text is UTF-8. Text in UTF-16 was converted when it was read.
  private static func isUnicode(_ packets: [Packet], of track: Track) -> Bool {
    let codec = unsafe track.parameters.raw.pointee.codec_id
    guard let descriptor = unsafe avcodec_descriptor_get(codec),
      unsafe descriptor.pointee.props & AV_CODEC_PROP_TEXT_SUB != 0,
      // It has lengths in binary among the text, which MP4 defines to be Unicode.
      codec != AV_CODEC_ID_MOV_TEXT
    else { return true }
    return packets.allSatisfy { packet in
      let bytes = unsafe UnsafeBufferPointer(
        start: packet.raw.pointee.data, count: packet.byteCount)
      return unsafe String(validating: bytes, as: UTF8.self) != nil
    }
  }
}
