import CVitrineFFmpeg
import Glibc
internal import VitrineLinux

/// The FFmpeg demuxers that may open a file: those that read only that file, and of those that open
/// other files the one for the file's extension.
enum AllowedFormats {
  /// These open further files, devices or the network, or run scripts.
  private static let openers: Set<String> = [
    "hls", "dash", "concat", "imf", "webm_dash_manifest", "sdp", "rtsp", "rtp", "sap", "msnwctcp",
    "lavfi", "avisynth", "vapoursynth", "vobsub",
  ]
  /// By file extension, in lower case.
  private static let asked = ["m3u8": "hls", "m3u": "hls", "idx": "vobsub"]

  /// Returns the names for FFmpeg's `format_whitelist`.
  static func names(for path: String) -> String {
    let wanted = ending(of: path).flatMap { asked[$0] }
    return all.filter { $0 == wanted || isAlone($0) }.joined(separator: ",")
  }

  /// The demuxers that open nothing else.
  static let alone = all.filter(isAlone).joined(separator: ",")

  private static func isAlone(_ format: String) -> Bool {
    format.split(separator: ",").allSatisfy { !openers.contains(String($0)) }
  }

  private static let all = {
    var (names, position) = unsafe ([String](), UnsafeMutableRawPointer?.none)
    while let format = unsafe av_demuxer_iterate(&position) {
      unsafe names.append(String(cString: format.pointee.name))
    }
    return names
  }()

  /// Returns the extension of a path.
  static func ending(of path: String) -> String? {
    let name = path.utf8.suffix(from: path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return Substring(name[name.index(after: dot)...]).lowercased()
  }

  /// Returns the format of a file that may not be opened as such; nil for all other files.
  static func opener(_ path: String) -> String? {
    guard let file = try? FileDescriptor(reading: path),
      let head = try? file.bytes(at: 0, count: 4096)
    else { return nil }
    let text = String(decoding: head, as: UTF8.self)
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if start.hasPrefix("#EXTM3U") { return "hls" }
    if start.hasPrefix("ffconcat version") { return "concat" }
    if start.hasPrefix("<"), text.contains("<MPD") { return "dash" }
    return probed(head)
  }

  private static func probed(_ head: [UInt8]) -> String? {
    // FFmpeg reads slightly beyond the buffer.
    var bytes = head + [UInt8](repeating: 0, count: Int(AVPROBE_PADDING_SIZE))
    return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      var data = unsafe AVProbeData()
      unsafe data.buf = buffer.baseAddress
      unsafe data.buf_size = CInt(head.count)
      return unsafe "".withCString { name in
        unsafe data.filename = unsafe name
        guard let format = unsafe av_probe_input_format(&data, 1) else { return nil }
        let name = unsafe String(cString: format.pointee.name)
        return isAlone(name) ? nil : name
      }
    }
  }
}
