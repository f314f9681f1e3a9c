internal import VitrineMedia
internal import VitrinePlayback
internal import VitrineTiming

/// What the software decoder has of a group of pictures, so that a seek further ahead in the same group continues there.
///
/// The demuxer reads the group again. Its packets are compared with those that the decoder has, and are sent to the
/// decoder only from the first new one on.
struct DecodedGroup {
  /// The packets that the decoder has, from a key frame on. Only that frame and the last one are compared: a file is read
  /// in the same order each time.
  private var first, last: Stamp
  private var count = 1
  private var weight = 0
  /// The end of the latest picture that was returned. Later ones are still in the decoder.
  private var end: MediaTime?
  /// The group's packets that a run has read again.
  private var again: [Packet] = []

  /// A larger group is decoded again: its packets would take too much memory. In bytes.
  private static let limit = 16 << 20

  private struct Stamp: Equatable {
    let time: MediaTime
    let size: Int

    init?(_ packet: Packet, _ timebase: Timebase) {
      guard let time = packet.pts(in: timebase) else { return nil }
      (self.time, size) = (time, packet.weight)
    }
  }

  /// What a packet of a new run is.
  enum Comparison {
    /// The decoder has it.
    case known
    /// The decoder has all before it: decoding continues with it.
    case next
    /// The decoder has something else, and must be emptied. These packets come first.
    case different([Packet])
  }

  /// Starts with the first packet after an empty decoder; nil if it is no key frame.
  init?(_ packet: Packet, in timebase: Timebase) {
    guard packet.isKey, let stamp = Stamp(packet, timebase) else { return nil }
    (first, last) = (stamp, stamp)
  }

  /// Records the next packet that the decoder has received. Returns false if it has no timestamp or the group is large.
  mutating func append(_ packet: Packet, in timebase: Timebase) -> Bool {
    guard let stamp = Stamp(packet, timebase) else { return false }
    if packet.isKey { (first, count, weight) = (stamp, 0, 0) }
    last = stamp
    count += 1
    weight += packet.weight
    return weight < Self.limit
  }

  mutating func recordPicture(until end: MediaTime) { self.end = max(self.end ?? end, end) }

  /// Whether all pictures from a time on are still to come.
  func hasAll(from time: MediaTime) -> Bool { end.map { $0 <= time } ?? true }

  /// A run begins to read the group again.
  mutating func readAgain() { again = [] }

  /// Compares the packets of a new run, one after another, until one is not `known`.
  mutating func compare(_ packet: Packet, in timebase: Timebase) -> Comparison {
    guard again.count < count else {
      again = []
      return .next
    }
    again.append(packet)
    let stamp = Stamp(packet, timebase)
    let isSame = (again.count > 1 || stamp == first) && (again.count < count || stamp == last)
    return isSame ? .known : .different(again)
  }

  /// The packets of a new run that were `known`: no other followed them.
  var unfollowed: [Packet] { again }
}
