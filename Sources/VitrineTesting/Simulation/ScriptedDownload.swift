internal import VitrinePlayback
internal import VitrineTiming

/// The amount of a source that was downloaded.
struct ScriptedDownload {
  /// The download speed, as a multiple of the playback speed; nil for a local file.
  private let pace: Double?
  private var latest: HostTime
  private var time = MediaTime.zero
  private(set) var isCut = false

  init(pace: Double?, at now: HostTime) { (self.pace, latest) = (pace, now) }

  /// How much was downloaded, from the source's beginning; nil for a local file.
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

  /// Earlier data is no longer requested.
  mutating func seek(to place: MediaTime) { time = max(time, place) }

  func arrival(at position: MediaTime, of length: MediaTime?, isAwaited: Bool) -> Arrival {
    let isFull = length.map { time >= $0 } ?? false
    let lead = max(min(time, length ?? time) - position, .zero)
    return Arrival(
      lead: .init(time: lead, bytes: 0, isFull: isFull), isAwaited: isAwaited && !isFull,
      networkError: isCut && !isFull ? "the network is down" : nil)
  }
}
