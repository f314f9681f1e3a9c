internal import VitrineLinux
internal import VitrineMedia
internal import VitrineNetwork
internal import VitrineStreams

/// The bytes of a stretch as a demuxer reads them: from the first to the last. Bound to the demuxer's
/// thread but for `interrupt`, which does nothing: what waits is the feed, for which its reader is
/// interrupted.
final class StretchBytes: ByteSource, @unchecked Sendable {
  // @unchecked since only the demuxer's thread touches what changes.
  private let feed: SegmentFeed
  private let stretch: SegmentStretch
  private let reader: Demuxer.Interrupter
  private var part: [UInt8] = []
  private var offset = 0
  /// What the first part's tag says of its time, in nanoseconds.
  private(set) var stamp: Int64?
  private var isAtEnd = false

  /// `reader` is told of each reading.
  init(_ feed: SegmentFeed, _ stretch: SegmentStretch, _ reader: Demuxer.Interrupter) {
    (self.feed, self.stretch, self.reader) = (feed, stretch, reader)
  }

  func open() throws(ByteSourceError) -> (size: Int64?, isSeekable: Bool) { (nil, false) }

  func read(
    at position: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ByteSourceError) -> Int {
    reader.noteRead()
    while offset == part.count, !isAtEnd { try takeNext() }
    let count = min(buffer.count, part.count - offset)
    guard count > 0 else { return 0 }
    unsafe part.withUnsafeBytes { bytes in
      unsafe buffer.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)]))
    }
    offset += count
    return count
  }

  private func takeNext() throws(ByteSourceError) {
    do throws(NetworkError) {
      guard let next = try feed.part(of: stretch) else { return isAtEnd = true }
      let plain = try next.plain()
      part = next.head.isEmpty ? plain : next.head + plain
      offset = 0
      guard stretch.standsAlone, let tag = SoundTag(part) else { return }
      (stamp, offset) = (stamp ?? tag.stamp, tag.count)
    } catch {
      throw error == .cancelled ? .interrupted : .failed(error.description)
    }
  }

  func interrupt() {}
}
