internal import Synchronization
internal import VitrineAddresses
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// The file or stream of an opened item, and what its demuxer is doing. Thread-safe.
final class ItemSource: Sendable {
  private let item: Item
  /// The source of a remote item.
  private let stream: (any RemoteStream)?
  private let interrupter = Demuxer.Interrupter()
  // Changed for each packet, hence without a lock. No other data depends on them: a relaxed order
  // is enough.
  private let packets = Atomic(0)
  private let isDemuxing = Atomic(false)

  /// Open remote items and their subtitles.
  let remotes: [any RemoteAccess]

  /// `remotes` open a remote item, in the rendition that `quality` selects.
  init(_ item: Item, _ remotes: [any RemoteAccess], quality: VariantPolicy.Preference) {
    self.remotes = remotes
    self.item = item
    if case .remote(let url) = item.source {
      stream = remotes.stream(at: url, quality: quality)
    } else {
      stream = nil
    }
  }

  /// The number of the demuxer's reads from its source.
  var readCount: Int { interrupter.reads }
  /// The number of packets read.
  var packetCount: Int { packets.load(ordering: .relaxed) }
  func recordPacket() { packets.add(1, ordering: .relaxed) }

  /// Whether the demuxer is reading from its source, where a disk or share may block it.
  var isReading: Bool { isDemuxing.load(ordering: .relaxed) }
  func setReading(_ isReading: Bool) { isDemuxing.store(isReading, ordering: .relaxed) }

  /// Opens the item and passes its source to `reader`, which reads it to the end.
  func read(
    into reader: inout some PacketReceiver, display: () -> PixelSize?,
    isLeft: @escaping @Sendable () -> Bool
  ) throws(MediaError) {
    setReading(true)
    defer { setReading(false) }
    guard case .remote(let url) = item.source else {
      var demuxer = try Demuxer(path: item.location, interrupter: interrupter)
      return try reader.receive(&demuxer)
    }
    guard let stream else { throw .unsupported(url.scheme) }
    try stream.read(into: &reader, interrupter, display: display, isLeft: isLeft)
  }

  /// Checks `isLeft` again.
  func lookAgain() { stream?.lookAgain() }

  /// Makes the current and all further reads fail.
  func interrupt() { interrupter.interrupt() }

  func setQuality(_ preference: VariantPolicy.Preference) { stream?.setQuality(preference) }

  /// The state of the download; nil for local files. `read` is how far the demuxer is ahead of
  /// playback.
  func arrival(read: MediaTime, at position: MediaTime) -> Arrival? {
    guard case .remote = item.source else { return nil }
    return stream?.arrival(read: read, at: position) ?? .awaited
  }
}
