internal import VitrineLinux
internal import VitrineMedia
internal import VitrineNetwork
internal import VitrineStreams

/// The bytes of a stretch as a demuxer's source. In fragmented MP4 it ends where the timestamps
/// start over, because FFmpeg would drop the rest.
///
/// Bound to the demuxer's thread except for `interrupt`, which does nothing: the feed waits, and
/// its reader is interrupted.
final class StretchBytes: ByteSource, @unchecked Sendable {
  // @unchecked since only the demuxer's thread touches the variables.
  private let feed: SegmentFeed
  let stretch: SegmentStretch
  private let reader: Demuxer.Interrupter
  private var part: [UInt8] = []
  private var offset = 0
  /// The start time from the first part's tag, in nanoseconds.
  private(set) var stamp: Int64?
  private var isAtEnd = false
  private var head: [UInt8] = []
  private var clock = FragmentClock()
  private var rest: Rest?

  /// A part for the next demuxer.
  private struct Rest {
    let before: HLSTimeline.Place
    let bytes: [UInt8]
  }

  /// `reader` is notified of each read.
  init(_ feed: SegmentFeed, _ stretch: SegmentStretch, _ reader: Demuxer.Interrupter) {
    self.feed = feed
    self.stretch = stretch
    self.reader = reader
  }

  /// Returns the source for the rest of the stretch if its timestamps have started over; nil at its
  /// end.
  func restarted() -> StretchBytes? {
    guard let rest else { return nil }
    let next = StretchBytes(feed, stretch.restarted(behind: rest.before), reader)
    (next.head, next.part) = (head, head + rest.bytes)
    _ = next.clock.restarts(with: rest.bytes)
    return next
  }

  func open() throws(ByteSourceError) -> (size: Int64?, isSeekable: Bool) { (nil, false) }

  func read(
    at position: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ByteSourceError) -> Int {
    reader.countRead()
    while offset == part.count, !isAtEnd { try readNext() }
    let count = min(buffer.count, part.count - offset)
    guard count > 0 else { return 0 }
    unsafe part.withUnsafeBytes { bytes in
      unsafe buffer.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)]))
    }
    offset += count
    return count
  }

  private func readNext() throws(ByteSourceError) {
    do throws(NetworkError) {
      guard let next = try feed.part(of: stretch) else { return isAtEnd = true }
      let plain = try next.plain()
      if !next.head.isEmpty { head = next.head }
      if !head.isEmpty, clock.restarts(with: plain) {
        rest = Rest(
          before: HLSTimeline.Place(before: next.segment, start: next.place.start), bytes: plain)
        return isAtEnd = true
      }
      part = next.head.isEmpty ? plain : next.head + plain
      offset = 0
      guard stretch.standsAlone, let tag = AudioTimestampTag(part) else { return }
      (stamp, offset) = (stamp ?? tag.stamp, tag.count)
    } catch {
      throw error == .cancelled ? .interrupted : .failed(error.description)
    }
  }

  func interrupt() {}
}
