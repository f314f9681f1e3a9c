internal import VitrineMarkup
internal import VitrineMedia
internal import VitrineNetwork
internal import VitrineStreams

/// The subtitles of a segment as a WebVTT file, and the clock of its times.
struct TextSegment {
  enum Clock: Hashable {
    /// The timestamps of the other segments, after adding `offset` nanoseconds. They wrap after
    /// `period`.
    case stamps(offset: Int64, period: Int64?)
    /// The file does not specify it.
    case unknown
  }

  let file: [UInt8]
  let clock: Clock

  /// Reads WebVTT, TTML, or MP4 with one of these, which begins with `head`.
  init(_ bytes: [UInt8], head: [UInt8]) throws(NetworkError) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    if start.starts(with: Array("WEBVTT".utf8)) {
      file = bytes
      let map = TimestampMap(inHeadOf: bytes)
      clock = map.map { .stamps(offset: $0.offset, period: TimestampMap.period) } ?? .unknown
    } else if let samples = FragmentSamples(bytes, head: head.isEmpty ? bytes : head) {
      file = TextCue.file(try Self.cues(samples))
      clock = .stamps(offset: 0, period: nil)
    } else {
      file = TextCue.file(try Self.cues(bytes))
      clock = .unknown
    }
  }

  private static func cues(_ samples: FragmentSamples) throws(NetworkError) -> [TextCue] {
    if samples.entry == "wvtt" { return samples.cues }
    guard samples.entry == "stpp" else {
      throw .invalidResponse(
        "unsupported subtitle format \(samples.entry): expected WebVTT or TTML")
    }
    var found: [TextCue] = []
    for sample in samples.samples where !sample.bytes.isEmpty {
      // A file in a sample has the same zero as the sample, and no other clock.
      for cue in try cues(Array(sample.bytes)) where found.count < TimedTextReader.mostCues {
        var cut = cue
        (cut.start, cut.end) = (max(cue.start, sample.start), min(cue.end, sample.end))
        found.append(cut)
      }
    }
    return found
  }

  private static func cues(_ file: [UInt8]) throws(NetworkError) -> [TextCue] {
    do throws(MarkupError) {
      return try TimedTextReader.read(file)
    } catch {
      throw .invalidResponse(
        "unsupported subtitle format: expected WebVTT or TTML: line \(error.line): \(error.cause)")
    }
  }
}
