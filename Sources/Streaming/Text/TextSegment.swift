internal import VitrineMarkup
internal import VitrineMedia
internal import VitrineNetwork
internal import VitrineStreams

/// The subtitles that a segment holds, as a file of WebVTT, and what its times count from.
struct TextSegment {
  enum Clock: Hashable {
    /// Stamps, as those of the segments beside it, once so many nanoseconds are added; those begin again
    /// after a period.
    case stamps(offset: Int64, period: Int64?)
    /// Nothing says it.
    case unknown
  }

  let file: [UInt8]
  let clock: Clock

  /// Reads WebVTT, TTML, or MP4 with one of them, which begins with `head`.
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
      throw .lied("its subtitles are neither WebVTT nor TTML, but \(samples.entry)")
    }
    var found: [TextCue] = []
    for sample in samples.samples where !sample.bytes.isEmpty {
      // A file in a sample counts from the same 0 as that, and says nothing of other times.
      for cue in try cues(Array(sample.bytes)) where found.count < TimedTextReader.mostCues {
        var cut = cue
        (cut.start, cut.end) = (max(cue.start, sample.start), min(cue.end, sample.end))
        found.append(cut)
      }
    }
    return found
  }

  private static func cues(_ file: [UInt8]) throws(NetworkError) -> [TextCue] {
    do throws(MarkupFault) {
      return try TimedTextReader.read(file)
    } catch {
      throw .lied("its subtitles are neither WebVTT nor TTML: line \(error.line): \(error.cause)")
    }
  }
}
