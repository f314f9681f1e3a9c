// Whether a live presentation is over.
extension DASHPresentation {
  /// Whether segments are added.
  public var isRunning: Bool { isLive && !isOver }

  /// Makes a live presentation that is over when it is opened, at `now`, a film of all that it lists: one
  /// whose end is announced, or whose segments have long gone by its own clock, as in a copy of an MPD
  /// that was live once.
  ///
  /// While it plays, old segments are no end: an encoder may pause for a minute.
  public mutating func open(at now: Seconds) {
    guard isLive else { return }
    isOver = isEndAnnounced(at: now) || isOld(at: now)
  }

  /// Whether its end is known and has passed. An MPD that is never updated lists all.
  func isEndAnnounced(at now: Seconds) -> Bool {
    let time = now - availabilityStart
    if updatePeriod == nil, let end = listedEnd ?? plannedEnd { return time >= end }
    return plannedEnd.map { time > $0 + margin } ?? false
  }

  private func isOld(at now: Seconds) -> Bool {
    guard let end = listedEnd else { return false }
    // A server whose clock is wrong writes its MPD again and again.
    return now - availabilityStart > end + margin && published.map { now > $0 + margin } ?? true
  }

  /// So long behind its end nothing is expected.
  private var margin: Seconds {
    max(window ?? 0, (updatePeriod ?? 0) * Self.updates, Self.leastMargin)
  }

  private static let updates = 10.0
  private static let leastMargin: Seconds = 60

  /// When it ends, as it says itself, from its time 0 on.
  private var plannedEnd: Seconds? {
    if let duration { return (periods.first?.start ?? 0) + duration }
    guard updatePeriod == nil, let last = periods.last else { return nil }
    return last.duration.map { last.start + $0 }
  }

  /// When the newest segment ends that it lists; nil where any of them are told by a clock alone.
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
  /// When the last segment ends that is listed, in the time of its period; nil where there is no end to
  /// them, or none is listed.
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
