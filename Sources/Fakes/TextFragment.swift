/// Subtitles in fragmented MP4, as written by a packager: a header, and one segment after the
/// other.
package struct TextFragment {
  /// `stpp` or `wvtt`.
  package let entry: String
  package let timescale: Int

  package init(_ entry: String, timescale: Int) {
    self.entry = entry
    self.timescale = timescale
  }

  package static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8, 4) + Array(name.utf8) + content
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  package var head: [UInt8] {
    func box(_ name: String, _ content: [UInt8]) -> [UInt8] { Self.box(name, content) }
    func number(_ value: Int) -> [UInt8] { Self.number(value, 4) }
    let clock = box("mdhd", number(0) + number(0) + number(0) + number(timescale) + number(0))
    let entries = box("stsd", number(0) + number(1) + box(entry, [UInt8](repeating: 0, count: 8)))
    let media = box("mdia", clock + box("minf", box("stbl", entries)))
    let usual = box("trex", number(0) + number(1) + number(1) + number(timescale) + number(0))
    return box("moov", box("trak", media) + box("mvex", usual))
  }

  /// Samples with their durations, from a start time on, all in units of the timescale.
  package func segment(at start: Int, _ samples: [(length: Int, bytes: [UInt8])]) -> [UInt8] {
    func box(_ name: String, _ content: [UInt8]) -> [UInt8] { Self.box(name, content) }
    func number(_ value: Int) -> [UInt8] { Self.number(value, 4) }
    let header = box("tfhd", number(0x02_0000) + number(1))
    let begin = box("tfdt", number(0x0100_0000) + Self.number(start, 8))
    let rows = samples.flatMap { number($0.length) + number($0.bytes.count) }
    let run = box("trun", number(0x301) + number(samples.count) + number(0) + rows)
    let fragment = box(
      "moof", box("mfhd", number(0) + number(1)) + box("traf", header + begin + run))
    return box("styp", Array("msdh".utf8) + number(0)) + fragment
      + box("mdat", samples.flatMap(\.bytes))
  }

  /// A sample of `wvtt` that shows a text.
  package static func cue(_ text: String) -> [UInt8] { box("vttc", box("payl", Array(text.utf8))) }
}
