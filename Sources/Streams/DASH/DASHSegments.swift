package import VitrineAddresses
internal import VitrineTiming

/// The segments of an encoding: those in the MPD, and files whose indexes have to be downloaded.
///
/// `list` builds the segments. An MPD may describe thousands of encodings with a hundred thousand
/// segments each, most of which never play.
package struct DASHSegments: Hashable, Sendable {
  /// The content of a period.
  enum Piece: Hashable, Sendable {
    case listed(DASHRepresentation, DASHRepresentation.Place)
    case file(DASHFile)
  }

  /// A list without segments, with the properties of the whole.
  private let frame: HLSMediaPlaylist
  private let pieces: [Piece]
  /// Whether the segments keep the number of the first one. Otherwise they are numbered from 0.
  private let keepsFirstNumber: Bool

  init(_ frame: HLSMediaPlaylist, _ pieces: [Piece], keepsFirstNumber: Bool) {
    self.frame = frame
    self.pieces = pieces
    self.keepsFirstNumber = keepsFirstNumber
  }

  /// The files whose indexes are needed, in this order.
  package var files: [DASHFile] {
    pieces.compactMap { piece in if case .file(let file) = piece { file } else { nil } }
  }

  /// Returns the complete list; `indexes` are those of `files`.
  package func list(
    _ indexes: [DASHFile.Index] = []
  ) throws(DASHPresentation.Fault) -> HLSMediaPlaylist {
    var segments: [HLSSegment] = []
    var rest = indexes[...]
    for piece in pieces {
      switch piece {
      case .listed(let representation, let place): segments += try representation.segments(place)
      case .file(let file):
        guard let index = rest.popFirst() else { throw .init("the index was not downloaded") }
        segments += try file.segments(index)
      }
      guard segments.count <= HLSLimits.segments else { throw .init("too many segments") }
    }
    var list = frame
    if let longest = segments.map(\.duration).max() { list.targetDuration = longest }
    if keepsFirstNumber, let first = segments.first { list.numbering.first = first.sequence }
    list.segments = segments.enumerated().map { index, segment in
      segment.numbered(list.numbering.first.saturatingAdd(Int64(index)))
    }
    return list
  }
}

/// A file with all segments of an encoding in a period.
package struct DASHFile: Hashable, Sendable {
  package let url: RemoteURL
  /// Nil means everything before the index.
  let initialization: HLSByteRange?
  /// Nil means somewhere at the beginning, if it exists.
  let index: HLSByteRange?
  /// The timestamp at the start of the period.
  let origin: Duration
  /// The period's start in seconds, and its duration if it is known.
  let start: Double
  let length: Double?

  /// Bytes of a file, and the size of the file if the server sends it.
  package struct Index: Hashable, Sendable {
    let bytes: [UInt8]
    let size: Int64?

    package init(_ bytes: [UInt8], size: Int64?) {
      self.bytes = bytes
      self.size = size
    }
  }

  /// How far to look for an index that the MPD does not locate.
  private static let headBytes: Int64 = 64 << 10

  /// The bytes to download. The file may be shorter.
  package var fetched: Range<Int64> { index?.bounds ?? 0..<Self.headBytes }

  func segments(_ found: Index) throws(DASHPresentation.Fault) -> [HLSSegment] {
    guard let index else { return try self.segments(lookingIn: found) }
    if CueIndex.isOne(found.bytes) { return try cues(found, index) }
    return try segments(
      SegmentIndex.entries(found.bytes, in: index),
      HLSMap(address: SegmentAddress(url), range: head(before: index), key: nil))
  }

  private func head(before index: HLSByteRange) -> HLSByteRange {
    initialization ?? HLSByteRange(start: 0, count: max(index.start, 1))
  }

  /// Looks for an index at the beginning. Without one, the file is a single segment.
  private func segments(lookingIn found: Index) throws(DASHPresentation.Fault) -> [HLSSegment] {
    if let range = SegmentIndex.range(in: found.bytes) {
      // bound: the range was found in these bytes
      let bytes = Array(found.bytes[Int(range.start)..<Int(range.end)])
      let map = HLSMap(address: SegmentAddress(url), range: head(before: range), key: nil)
      return try segments(SegmentIndex.entries(bytes, in: range), map)
    }
    guard let length else { throw .init("a file has neither an index nor a known duration") }
    return [segment(nil, .seconds(bounded: length), nil)]
  }

  /// Returns the segments inside the period.
  private func segments(_ entries: [SegmentIndex.Entry], _ map: HLSMap) -> [HLSSegment] {
    let end = length.map { origin + .seconds(bounded: $0) }
    let kept = entries.filter { entry in
      entry.start + entry.duration > origin && end.map { entry.start < $0 } ?? true
    }
    // If the period contains no segment, its times are wrong and all segments are used.
    return (kept.isEmpty ? entries : kept).map { segment($0.range, $0.duration, map) }
  }

  private func cues(
    _ found: Index, _ index: HLSByteRange
  ) throws(DASHPresentation.Fault) -> [HLSSegment] {
    let head = head(before: index)
    // Clusters follow the index. If the index is at the end of the file, they follow the head.
    let first = index.start <= head.end ? index.end : head.end
    let end = index.start <= head.end ? found.size : index.start
    guard let end else { throw .init("the server did not report the size of an indexed file") }
    let entries = try CueIndex.entries(
      // bound: the end is not before the beginning
      found.bytes, clusters: first..<max(end, first),
      length: origin + .seconds(bounded: length ?? 0))
    return segments(entries, HLSMap(address: SegmentAddress(url), range: head, key: nil))
  }

  private func segment(
    _ range: HLSByteRange?, _ duration: Duration, _ map: HLSMap?
  ) -> HLSSegment {
    var segment = HLSSegment(
      resource: HLSResource(address: SegmentAddress(url), range: range), duration: duration,
      sequence: 0,
      discontinuity: Int64(saturating: start * 1000), map: map, key: nil, date: nil, isGap: false,
      parts: [])
    segment.stampOrigin = origin
    return segment
  }
}

extension DASHRepresentation {
  /// Nil unless the encoding is a file with an index.
  func file(_ place: Place) -> DASHFile? {
    guard case .file(let initialization, let index) = addressing else { return nil }
    return DASHFile(
      url: base, initialization: initialization, index: index, origin: originTime,
      start: place.start, length: place.length)
  }
}
