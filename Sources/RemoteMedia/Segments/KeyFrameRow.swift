internal import VitrineLinux
internal import VitrineMedia
internal import VitrineNetwork
internal import VitrinePlayback
internal import VitrineTiming

/// The key-frame-only stream: one picture at each position, for scrubbing. Bound to the demuxer's
/// thread.
final class KeyFrameRow {
  private let row: RowReader
  /// The picture at the seek position, until it is read.
  private var packet: Packet?
  /// Set after an error: the stream is not tried again.
  private var isBroken = false

  init(_ row: RowReader) {
    self.row = row
    row.select(sound: nil)
  }

  var track: Track? { row.video }

  /// Waits for the picture at a time of the list. Returns false if there is none.
  func seek(to time: Duration, _ times: inout StretchTimes) throws(MediaError) -> Bool {
    packet = nil
    guard !isBroken else { return false }
    do throws(MediaError) {
      row.feed.seek(to: time)
      row.leave()
      try row.begin(&times)
      while packet == nil, !row.hasEnded, row.stretch != nil {
        if case .video(let found) = try row.next(&times) { packet = found }
      }
    } catch .interrupted {
      throw .interrupted
    } catch {
      isBroken = true
    }
    isBroken = isBroken || packet == nil
    return !isBroken
  }

  /// Returns the picture once, and then `.ended`.
  func read() -> PacketReading { packet.take().map { .video($0) } ?? .ended }
}
