// Whether a live presentation is over.
extension DASHPresentation {
  /// Whether nothing is added any more to a live presentation, so that what it lists is a film: its end
  /// is known and has passed, its MPD stays as it is and lists all, or what it lists has long gone by its
  /// own clock, as in a copy of an MPD that was live once.
  func isOver(at now: Seconds) -> Bool {
    let time = now - availabilityStart
    if let end = plannedEnd, time > end + margin { return true }
    guard let end = listedEnd else { return false }
    if updatePeriod == nil { return true }
    // A server whose clock is wrong writes its MPD again and again.
    return time > end + margin && published.map { now > $0 + margin } ?? true
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
    case .template(_, _, _, .timeline(let runs)), .list(_, _, .timeline(let runs)):
      listedEnd(of: runs)
    }
  }

  private func listedEnd(of runs: [DASHRun]) -> Double? {
    guard let last = runs.last, last.again >= 0 else { return nil }
    var time = 0.0
    for run in runs {
      time = run.start.map(Double.init) ?? time
      // One that goes on to the next has its end there.
      time += Double(run.length) * (Double(max(run.again, 0)) + 1)
    }
    return (time - Double(origin)) / Double(timescale)
  }
}
