internal import VitrineLinux
internal import VitrineMedia
internal import VitrineNetwork
internal import VitrinePlayback
internal import VitrineTiming

/// The key frames of a stream, which have a list of their own: one picture at each place, for a finger
/// that looks for one. Bound to the demuxer's thread.
final class KeyFrameRow {
  private let row: RowReader
  /// The picture at the place that was sought, until it is taken.
  private var packet: Packet?
  /// Where they could not be had they are left alone.
  private var isBroken = false

  init(_ row: RowReader) {
    self.row = row
    row.select(sound: nil)
  }

  var track: Track? { row.video }

  /// Waits for the picture at a moment of the list. False where there is none to be had.
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

  /// The picture, and then nothing more.
  func read() -> PacketReading { packet.take().map { .video($0) } ?? .ended }
}
