internal import VitrineLinux
internal import VitrineTiming

/// The search for single pictures in a source, with limits because sources may be damaged, endless
/// or on a network. Thread-bound, like its source.
struct StillSearch {
  let packets = 500
  let time: Duration
  let interrupter: Demuxer.Interrupter
  /// The latest picture, by the packet that it is from.
  private var latest: (identity: Int64, frame: Frame)?

  /// How far back to retry if there is no picture up to the end.
  static let step = MediaTime(2, 1)

  init(_ interrupter: Demuxer.Interrupter, isRemote: Bool = false) {
    self.interrupter = interrupter
    time = .seconds(isRemote ? 10 : 2)
  }

  mutating func frame(of packet: Packet, in track: Track?) throws(MediaError) -> Frame? {
    if let latest, latest.identity == packet.identity { return latest.frame }
    guard let track, let frame = try Self.decode(packet, of: track) else { return nil }
    latest = packet.identity.map { ($0, frame) }
    return frame
  }

  /// Decodes with a new decoder, so that earlier damage has no effect, and flushes it at once:
  /// otherwise it would wait for frames that may precede this one in presentation order.
  static func decode(_ packet: Packet, of track: Track) throws(MediaError) -> Frame? {
    var decoder = try Decoder(of: track, threads: 1, keyFramesOnly: true)
    _ = try decoder.send(packet)
    for _ in 0..<2 {
      if case .frame(let frame) = try decoder.receive() { return frame }
      _ = try decoder.send(nil)
    }
    return nil
  }
}

extension PacketSource where Self: ~Copyable {
  /// Returns the key frame nearest to `time`, which counts from the start; nil if there is none
  /// within the limits of the search.
  mutating func still(
    near time: MediaTime, in content: StillReader.Content, _ search: inout StillSearch
  ) throws(MediaError) -> Frame? {
    guard video != nil else { return try coverPicture() }
    let deadline = HostTime.now() + search.time
    search.interrupter.interrupt(at: deadline)
    defer { search.interrupter.interrupt(at: nil) }
    var place = time
    if case .moving = content { try seek(to: start + place, .preview) }
    var failure: MediaError?
    for _ in 0..<search.packets where HostTime.now() < deadline {
      switch try read() {
      case .video(let packet) where packet.isKey:
        do throws(MediaError) {
          if let frame = try search.frame(of: packet, in: video) { return frame }
        } catch {
          failure = error
        }
      case .ended:
        // A file without an index can be entered anywhere: here, after its last key frame.
        guard case .moving = content, failure == nil, place > .zero else {
          return try Self.nothing(because: failure)
        }
        place = max(place - StillSearch.step, .zero)
        try seek(to: start + place, .before)
      case .video, .audio, .subtitle, .other, .changed, .withoutSubtitles: break
      }
    }
    return try Self.nothing(because: failure)
  }

  private func coverPicture() throws(MediaError) -> Frame? {
    guard let cover, let packet = coverPacket() else { return nil }
    return try StillSearch.decode(packet, of: cover)
  }

  private static func nothing(because failure: MediaError?) throws(MediaError) -> Frame? {
    if let failure { throw failure }
    return nil
  }
}
