internal import VitrineTiming

/// The samples of the only track in a segment of fragmented MP4: ISO/IEC 14496-12, 8.8.
package struct FragmentSamples: Hashable, Sendable {
  package struct Sample: Hashable, Sendable {
    /// In milliseconds.
    package let start: Int64
    package let end: Int64
    package let bytes: ArraySlice<UInt8>
  }

  /// The format of the samples: `stpp` and `wvtt` are text.
  package let entry: String
  package private(set) var samples: [Sample] = []
  private let timescale: Int64
  private var defaults: Defaults

  /// The values for samples whose run does not specify them.
  private struct Defaults: Hashable {
    var duration: Int64 = 0
    var size: Int64 = 0
  }

  private static let most = 100_000

  /// `head` is the initialization section, and `bytes` the segment. Returns nil if the head is
  /// invalid.
  package init?(_ bytes: [UInt8], head: [UInt8]) {
    let media: [StaticString] = ["moov", "trak", "mdia"]
    guard let clock = MediaBox.first(media + ["mdhd"], in: head[...]),
      let unit = clock.number(clock.number(0, 1) == 1 ? 20 : 12, 4), unit > 0,
      let entries = MediaBox.first(media + ["minf", "stbl", "stsd"], in: head[...]),
      let entry = MediaBox.all(in: entries.content.dropFirst(8)).first
    else { return nil }
    self.entry = String(
      decoding: (0..<4).map { UInt8(truncatingIfNeeded: entry.kind >> (24 - 8 * $0)) },
      as: UTF8.self)
    timescale = unit
    let usual = MediaBox.first(["moov", "mvex", "trex"], in: head[...])
    defaults = Defaults(duration: usual?.number(12, 4) ?? 0, size: usual?.number(16, 4) ?? 0)
    append(MediaBox.all(in: bytes[...]))
  }

  /// Samples are consecutive in the `mdat` that follows their `moof`.
  private mutating func append(_ boxes: [MediaBox]) {
    var fragment: MediaBox?
    for box in boxes {
      switch box.kind {
      case MediaBox.code("moof"): fragment = MediaBox.first(["traf"], in: box.content)
      case MediaBox.code("mdat"):
        if let fragment { append(fragment, box.content) }
        fragment = nil
      default: break
      }
    }
  }

  private mutating func append(_ fragment: MediaBox, _ data: ArraySlice<UInt8>) {
    let parts = MediaBox.all(in: fragment.content)
    guard let begin = parts.first(where: { $0.kind == MediaBox.code("tfdt") }),
      var time = begin.number(4, begin.number(0, 1) == 1 ? 8 : 4)
    else { return }
    let header = parts.first { $0.kind == MediaBox.code("tfhd") }
    let usual = header.map(defaults(of:)) ?? defaults
    var rest = data
    for run in parts where run.kind == MediaBox.code("trun") {
      guard append(run, usual, &time, &rest) else { return }
    }
  }

  private func defaults(of header: MediaBox) -> Defaults {
    var found = defaults
    let flags = header.number(1, 3) ?? 0
    var place = 8
    for (flag, count) in [(Int64(1), 8), (2, 4)] where flags & flag != 0 { place += count }
    if flags & 8 != 0 {
      found.duration = header.number(place, 4) ?? found.duration
      place += 4
    }
    if flags & 16 != 0 { found.size = header.number(place, 4) ?? found.size }
    return found
  }

  /// Returns false if the run is damaged.
  private mutating func append(
    _ run: MediaBox, _ usual: Defaults, _ time: inout Int64, _ rest: inout ArraySlice<UInt8>
  ) -> Bool {
    guard let flags = run.number(1, 3), let count = run.number(4, 4),
      count <= Self.most - samples.count
    else { return false }
    var place = 8
    for flag in [Int64(1), 4] where flags & flag != 0 { place += 4 }
    for _ in 0..<count {
      var (duration, size) = (usual.duration, usual.size)
      for flag in [Int64(0x100), 0x200, 0x400, 0x800] where flags & flag != 0 {
        guard let value = run.number(place, 4) else { return false }
        if flag == 0x100 { duration = value }
        if flag == 0x200 { size = value }
        place += 4
      }
      guard size <= rest.count else { return false }
      let end = time.saturatingAdd(duration)
      samples.append(
        Sample(
          start: milliseconds(time), end: milliseconds(end), bytes: rest.prefix(Int(size))))
      rest = rest.dropFirst(Int(size))
      time = end
    }
    return true
  }

  private func milliseconds(_ time: Int64) -> Int64 {
    Int64(saturating: Double(time) * 1000 / Double(timescale))
  }
}

extension FragmentSamples {
  /// The text of `wvtt` samples: ISO/IEC 14496-30, 5.
  package var cues: [TextCue] {
    samples.flatMap { sample in
      MediaBox.all(in: sample.bytes).filter { $0.kind == MediaBox.code("vttc") }
        .compactMap { MediaBox.first(["payl"], in: $0.content) }
        .map {
          TextCue(
            start: sample.start, end: sample.end, text: String(decoding: $0.content, as: UTF8.self))
        }
    }
  }
}
