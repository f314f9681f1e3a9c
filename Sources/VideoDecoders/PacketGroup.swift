package import VitrineMedia
package import VitrineTiming

/// The packets since the last key frame with a picture, which another decoder starts with if this
/// one fails.
package struct PacketGroup {
  package private(set) var packets: [Packet] = []
  /// The indexes of the key frames, and their presentation times.
  private var keys: [(index: Int, time: MediaTime?)] = []
  private var weight = 0
  /// Whether the group was too long: another decoder starts with the next key frame.
  package private(set) var isCut = false

  /// In bytes. A longer group is dropped, and another decoder starts with the next one.
  private let most: Int

  package init(most: Int = 32 << 20) { self.most = most }

  package mutating func append(_ packet: Packet, in timebase: Timebase) {
    if packet.isKey {
      keys.append((packets.count, packet.pts(in: timebase)))
      isCut = false
    }
    // Packets before a key frame are of no use.
    guard !keys.isEmpty else { return }
    weight += packet.weight
    packets.append(packet)
    while weight > most, keys.count > 1 { begin(with: 1) }
    if weight > most {
      removeAll()
      isCut = true
    }
  }

  /// Records a picture: packets before its key frame are no longer needed. Without a time, those
  /// before the last two key frames are not.
  package mutating func recordPicture(at time: MediaTime?) {
    guard let time else { return begin(with: max(keys.count - 2, 0)) }
    begin(with: keys.lastIndex { $0.time.map { $0 <= time } ?? false } ?? 0)
  }

  private mutating func begin(with key: Int) {
    guard key > 0 else { return }
    let first = keys[key].index
    weight -= packets[..<first].reduce(0) { $0 + $1.weight }
    packets.removeFirst(first)
    keys = keys[key...].map { ($0.index - first, $0.time) }
  }

  package mutating func removeAll() { (packets, keys, weight, isCut) = ([], [], 0, false) }
}
