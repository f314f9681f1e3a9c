package import VitrineMedia
package import VitrineTiming

/// The packets of a group of pictures sent to the software decoder, so that a seek further ahead in the group continues
/// after them.
///
/// The demuxer reads the group again. Each of its packets is compared with those sent, and decoding continues with the
/// first new one.
package struct DecodedGroup {
  /// The key frame and the last packet. Only these two are compared: a file is read in the same order each time.
  private var first, last: Stamp
  private var count = 1
  private var weight = 0
  /// The end of the latest picture returned. Later ones are still in the decoder.
  package private(set) var end: MediaTime?
  /// The group's packets that a run has read again.
  private var again: [Packet] = []

  /// In bytes. A larger group is decoded again: its packets would take too much memory.
  private static let limit = 16 << 20

  private struct Stamp: Equatable {
    let time: MediaTime
    let size: Int

    init?(_ packet: Packet, _ timebase: Timebase) {
      guard let time = packet.pts(in: timebase) else { return nil }
      (self.time, size) = (time, packet.weight)
    }
  }

  /// The result of comparing a packet of a new run.
  package enum Comparison {
    /// It was sent before.
    case known
    /// Everything before it was sent: decoding continues with it.
    case next
    /// Other packets were sent: the decoder must be flushed, and these come first.
    case different([Packet])
  }

  /// Starts with a packet sent to the decoder; nil unless it is a key frame.
  package init?(_ packet: Packet, in timebase: Timebase) {
    guard packet.isKey, let stamp = Stamp(packet, timebase) else { return nil }
    (first, last) = (stamp, stamp)
  }

  /// Records the next packet sent. Returns false if it has no timestamp or the group is large.
  package mutating func append(_ packet: Packet, in timebase: Timebase) -> Bool {
    guard let stamp = Stamp(packet, timebase) else { return false }
    if packet.isKey { (first, count, weight) = (stamp, 0, 0) }
    last = stamp
    count += 1
    weight += packet.weight
    return weight < Self.limit
  }

  /// Records a picture that the decoder has returned or may skip.
  package mutating func recordPicture(until end: MediaTime) { self.end = max(self.end ?? end, end) }

  /// Whether all pictures from a time on are still to come.
  package func hasAll(from time: MediaTime) -> Bool { end.map { $0 <= time } ?? true }

  /// Whether a run that starts at a time reads this group again.
  package func begins(before time: MediaTime) -> Bool { first.time <= time }

  /// A run begins to read the group again.
  package mutating func readAgain() { again = [] }

  /// Compares the packets of a new run, one after another, until one is not `known`.
  package mutating func compare(_ packet: Packet, in timebase: Timebase) -> Comparison {
    guard again.count < count else {
      again = []
      return .next
    }
    again.append(packet)
    let stamp = Stamp(packet, timebase)
    let isSame = (again.count > 1 || stamp == first) && (again.count < count || stamp == last)
    return isSame ? .known : .different(again)
  }

  /// The packets of a new run that were `known`, if no other followed them.
  package var unfollowed: [Packet] { again }
}
