internal import VitrinePlayback
internal import VitrineTiming

/// How much of a source has come over the network. A value.
struct ScriptedLine {
  /// So many times as fast as it plays; nil of what is on this machine.
  private let pace: Double?
  private var latest: HostTime
  private var time = MediaTime.zero
  private(set) var isCut = false

  init(pace: Double?, at now: HostTime) { (self.pace, latest) = (pace, now) }

  /// From the source's beginning; nil of what is on this machine.
  var fetched: MediaTime? { pace == nil ? nil : time }

  mutating func pass(to now: HostTime) {
    defer { latest = max(latest, now) }
    guard let pace, !isCut, now > latest else { return }
    time = time + MediaTime(nanoseconds: Int64((now - latest).seconds * pace * 1e9))
  }

  mutating func set(isCut: Bool, at now: HostTime) {
    pass(to: now)
    self.isCut = isCut
  }

  /// What lies before is asked for no more.
  mutating func seek(to place: MediaTime) { time = max(time, place) }

  func arrival(at position: MediaTime, of length: MediaTime?, isAwaited: Bool) -> Arrival {
    let isFull = length.map { time >= $0 } ?? false
    let lead = max(min(time, length ?? time) - position, .zero)
    return Arrival(
      lead: .init(time: lead, bytes: 0, isFull: isFull), isAwaited: isAwaited && !isFull,
      trouble: isCut && !isFull ? "the line is cut" : nil)
  }
}
