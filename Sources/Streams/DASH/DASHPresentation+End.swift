// The end of a live presentation.
extension DASHPresentation {
  /// Whether segments are still added.
  package var isRunning: Bool { isLive && !isOver }

  /// Turns a live presentation that is over at `now` into an on-demand one: its end was announced,
  /// or its segments are long gone by its own clock, as in a copy of an MPD.
  ///
  /// To be called when it is opened. During playback, old segments do not mean the end: an encoder
  /// may pause for a minute.
  package mutating func open(at now: Seconds) {
    guard isLive else { return }
    isOver = isEndAnnounced(at: now) || isOld(at: now)
  }

  /// Whether the end is known and has passed. An MPD that is never updated is complete.
  func isEndAnnounced(at now: Seconds) -> Bool {
    let time = now - availabilityStart
    if updatePeriod == nil, let end = listedEnd ?? plannedEnd { return time >= end }
    return plannedEnd.map { time > $0 + margin } ?? false
  }

  private func isOld(at now: Seconds) -> Bool {
    guard let end = listedEnd else { return false }
    // A server with a wrong clock still rewrites its MPD.
    return now - availabilityStart > end + margin && published.map { now > $0 + margin } ?? true
  }

  /// How long after the announced end segments may still appear.
  private var margin: Seconds {
    max(window ?? 0, (updatePeriod ?? 0) * Self.updates, Self.leastMargin)
  }

  private static let updates = 10.0
  private static let leastMargin: Seconds = 60

  /// The end according to the MPD, from its time 0.
  private var plannedEnd: Seconds? {
    if let duration { return (periods.first?.start ?? 0) + duration }
    guard updatePeriod == nil, let last = periods.last else { return nil }
    return last.duration.map { last.start + $0 }
  }

  /// The end of the newest listed segment; nil if some segments are not listed but follow from the
  /// clock.
  private var listedEnd: Seconds? {
    var end: Seconds?
    let sets = periods.last?.sets.filter { $0.kind != .text } ?? []
    for representation in sets.flatMap(\.representations) {
      guard let listed = representation.listedEnd else { return nil }
      end = max(end ?? listed, listed)
    }
    return end.flatMap { end in periods.last.map { $0.start + end } }
  }
}

extension DASHRepresentation {
  /// The end of the last listed segment, in its period's time; nil if the segments are unlimited,
  /// or none is listed.
  fileprivate var listedEnd: Double? {
    switch addressing {
    case .whole, .file: nil
    case .list(_, let resources, .fixed(let length)):
      Double(resources.count) * Double(length) / Double(timescale)
    case .template(_, _, _, .fixed): nil
    case .template(_, _, _, .timeline(let timeline)), .list(_, _, .timeline(let timeline)):
      timeline.end.map { ($0 - Double(origin)) / Double(timescale) }
    }
  }
}
