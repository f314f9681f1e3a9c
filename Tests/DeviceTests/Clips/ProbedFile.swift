import Foundation

/// The properties of a file that make playback expensive, as measured with ffprobe and ffmpeg. Tests compare them with
/// the output of `vitrine check`.
struct ProbedFile {
  /// The number of frames in the decoded part; nil if there are none.
  let frames: Int?
  /// Why the file could be better, from its own properties alone.
  private(set) var costs: [String] = []

  private struct Probe: Decodable {
    struct Stream: Decodable {
      let codec_type: String
      let width, height, channels: Int?
      let pix_fmt, field_order: String?
    }
    struct Format: Decodable { let duration: String? }
    struct Packet: Decodable {
      let dts_time: String?
      let flags: String
    }
    let streams: [Stream]?
    let format: Format?
    let packets: [Packet]?
  }

  /// Probes the first `seconds` of a file for a mode of `width` by `height`.
  init(_ path: String, seconds: Int, width: Int, height: Int) throws {
    let probed = try Lab.run(
      "ffprobe",
      ["-v", "quiet", "-of", "json", "-show_entries", Self.entries, "-show_packets"]
        + ["-select_streams", "v:0", path])
    let all = try Lab.run(
      "ffprobe", ["-v", "quiet", "-of", "json", "-show_entries", Self.entries, path])
    let video = try? JSONDecoder().decode(Probe.self, from: Data(probed.output.utf8))
    let file = try? JSONDecoder().decode(Probe.self, from: Data(all.output.utf8))
    let streams = file?.streams ?? []
    let decoded = try Lab.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-t", "\(seconds)", "-i", path]
        + ["-fps_mode", "passthrough", "-progress", "pipe:1", "-f", "null", "-"])
    let lines = decoded.output.split(separator: "\n")
    let counts = lines.filter { $0.hasPrefix("frame=") }.compactMap { Int($0.dropFirst(6)) }
    frames = counts.last
    if lines.contains(where: { !$0.contains("=") || $0.hasPrefix("[") }) {
      costs.append("FFmpeg finds faults in it")
    }
    let isStill = (video?.packets?.count ?? 0) < 2
    for stream in streams where stream.codec_type == "video" && !isStill {
      if stream.width ?? 0 > width || stream.height ?? 0 > height { costs.append("too large") }
      if stream.pix_fmt?.contains(/1[0246]le$/) == true { costs.append("more than eight bits") }
      if ["tt", "bb", "tb", "bt"].contains(stream.field_order) { costs.append("interlaced") }
    }
    if streams.contains(where: { $0.channels ?? 0 > 2 }) { costs.append("many channels") }
    if !isStill { addPlaces(file?.format?.duration.flatMap(Double.init), video?.packets ?? []) }
  }

  private static let entries =
    "stream=codec_type,width,height,channels,pix_fmt,field_order:format=duration:packet=dts_time,flags"

  /// Adds the properties that make seeking slow.
  private mutating func addPlaces(_ duration: Double?, _ packets: [Probe.Packet]) {
    if duration == nil { costs.append("no duration") }
    let times = packets.compactMap { $0.dts_time.flatMap(Double.init) }
    if zip(times, times.dropFirst()).contains(where: { $1 < $0 }) { costs.append("times jump") }
    let keys = packets.filter { $0.flags.contains("K") }.compactMap {
      $0.dts_time.flatMap(Double.init)
    }
    let edges = (keys + [times.last].compactMap(\.self)).sorted()
    if zip(edges, edges.dropFirst()).contains(where: { $1 - $0 > 12 }) {
      costs.append("key frames far apart")
    }
  }
}
