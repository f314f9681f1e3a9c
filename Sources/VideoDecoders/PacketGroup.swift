public import Media

/// The packets since the last key frame: what another decoder begins with in the place of one that
/// failed. A value.
public struct PacketGroup {
  public private(set) var packets: [Packet] = []
  private var weight = 0

  public init() {}

  /// In bytes; of a longer group nothing is kept, and another decoder begins with the next.
  private static let most = 32 << 20

  public mutating func note(_ packet: Packet) {
    if packet.isKey { (packets, weight) = ([], 0) }
    // What follows no key frame is of no use.
    guard packet.isKey || !packets.isEmpty else { return }
    weight += packet.weight
    if weight > Self.most { return packets = [] }
    packets.append(packet)
  }

  public mutating func removeAll() { (packets, weight) = ([], 0) }
}
