public import VitrineMedia
public import VitrineTiming

/// The packets since the last key frame of which a picture came: what another decoder begins with in the
/// place of one that failed. A value.
public struct PacketGroup {
  public private(set) var packets: [Packet] = []
  /// The key frames among them: where they are, and when they are seen.
  private var keys: [(index: Int, time: MediaTime?)] = []
  private var weight = 0
  /// Whether there were more than are kept: another decoder begins with the next key frame.
  public private(set) var isCut = false

  /// In bytes; of a longer group nothing is kept, and another decoder begins with the next.
  private let most: Int

  public init(most: Int = 32 << 20) { self.most = most }

  public mutating func note(_ packet: Packet, in timebase: Timebase) {
    if packet.isKey {
      keys.append((packets.count, packet.pts(in: timebase)))
      isCut = false
    }
    // What follows no key frame is of no use.
    guard !keys.isEmpty else { return }
    weight += packet.weight
    packets.append(packet)
    while weight > most, keys.count > 1 { begin(with: 1) }
    if weight > most {
      removeAll()
      isCut = true
    }
  }

  /// A picture came out: of what is before the key frame that it is, or follows, none is missing. Where it
  /// has no time, none of what is before the last two.
  public mutating func notePicture(at time: MediaTime?) {
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

  public mutating func removeAll() { (packets, keys, weight, isCut) = ([], [], 0, false) }
}
