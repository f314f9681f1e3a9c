/// Why a simulation never shows an item.
package enum NeverShown: Hashable, Sendable {
  /// Its last day or time is before the simulation.
  case expired
  /// Its windows open at this moment, after the simulation.
  case later(Moment)
  /// Its windows never open: the days and times exclude each other.
  case closed
  /// Its calendar has no event for it in the period that was read. Later events are unknown.
  case noEvent
  /// A higher level has the screen whenever its windows are open.
  case below
  /// Its windows are open, but its turn does not come in this period.
  case noTurn
  /// It fills gaps, and there are none.
  case filler
  /// It is shown only while the machine's clock is not set.
  case clockless

  /// Whether only a change of the list can make it appear.
  package var isFault: Bool { self == .closed }
}

extension Programme {
  /// The limit of changes examined for one item, enough for a simulation of years.
  private static let mostEdges = 100_000

  /// Returns why an available item was not shown in a period. `wasCandidate` means that it was on the
  /// highest level at some time.
  func reason(of item: Int, notShownFrom begin: Moment, until end: Moment, wasCandidate: Bool)
    -> NeverShown
  {
    let rules = items[item].rules
    if rules.effectiveMode == .clockless { return .clockless }
    if rules.conditions.contains(where: { $0.hasExpired(at: begin.second, clock) }) {
      return .expired
    }
    guard var second = opening(of: rules.conditions, from: begin.second) else {
      return reason(of: rules.conditions, closedFrom: begin.second)
    }
    guard second < end.second else { return .later(Moment(second: second)) }
    if wasCandidate { return .noTurn }
    var probe = self
    for _ in 0..<Self.mostEdges where second < end.second {
      let moment = Moment(second: second)
      if rules.conditions.state(at: second, clock).isOpen, probe.hasOnTop(item, at: moment) {
        return .noTurn
      }
      guard let next = probe.nextEdge(after: moment), next > second else { break }
      second = next
    }
    return rules.effectiveMode == .fill ? .filler : .below
  }

  private mutating func hasOnTop(_ item: Int, at moment: Moment) -> Bool {
    _ = nextEdge(after: moment)
    return candidates.contains(item)
  }

  /// A calendar is only read for the simulated period. The list is at fault only if the windows
  /// never open even without the calendar.
  private func reason(of conditions: [Condition], closedFrom second: Int64) -> NeverShown {
    guard conditions.contains(where: { $0.calendar != nil }) else { return .closed }
    let others = conditions.map { condition in
      var condition = condition
      condition.calendar = nil
      return condition
    }
    return opening(of: others, from: second) == nil ? .closed : .noEvent
  }

  /// Returns the first second at or after `second` at which all conditions are open.
  private func opening(of conditions: [Condition], from second: Int64) -> Int64? {
    var second = second
    for _ in 0..<Self.mostEdges {
      let state = conditions.state(at: second, clock)
      if state.isOpen { return second }
      guard let next = state.until, next > second else { return nil }
      second = next
    }
    return nil
  }
}
