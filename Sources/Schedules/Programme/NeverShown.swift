/// Why a rehearsal never shows an item.
public enum NeverShown: Hashable, Sendable {
  /// Its last day or time lies before the rehearsal.
  case expired
  /// Its windows open after the rehearsal, at this moment.
  case later(Moment)
  /// Its windows never open: the days and times exclude each other.
  case closed
  /// Its calendar has no event for it in the time that was read of it. Later events are unknown.
  case noEvent
  /// Whenever its windows are open, a higher level has the screen.
  case below
  /// Its windows are open, and its turn does not come in this time.
  case noTurn
  /// It fills gaps, and there is none.
  case filler
  /// It is for a machine whose clock is not set.
  case clockless

  /// Whether only a change of the list has it shown.
  public var isFault: Bool { self == .closed }
}

extension Programme {
  /// No item has more edges than this in a rehearsal of years.
  private static let mostEdges = 100_000

  /// Why an item that is there was not shown between two moments. `hasStood` tells whether it was on the level that
  /// had the screen.
  func reason(of item: Int, notShownFrom begin: Moment, until end: Moment, hasStood: Bool)
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
    if hasStood { return .noTurn }
    var probe = self
    for _ in 0..<Self.mostEdges where second < end.second {
      let moment = Moment(second: second)
      if rules.conditions.spell(at: second, clock).isOpen, probe.hasOnTop(item, at: moment) {
        return .noTurn
      }
      guard let next = probe.nextEdge(after: moment), next > second else { break }
      second = next
    }
    return rules.effectiveMode == .fill ? .filler : .below
  }

  private mutating func hasOnTop(_ item: Int, at moment: Moment) -> Bool {
    _ = nextEdge(after: moment)
    return standing.contains(item)
  }

  /// A calendar is read for the rehearsal's time alone, so only what is closed without it is a fault of the list.
  private func reason(of conditions: [Condition], closedFrom second: Int64) -> NeverShown {
    guard conditions.contains(where: { $0.calendar != nil }) else { return .closed }
    let others = conditions.map { condition in
      var condition = condition
      condition.calendar = nil
      return condition
    }
    return opening(of: others, from: second) == nil ? .closed : .noEvent
  }

  /// The first second from a moment on at which all of these are open.
  private func opening(of conditions: [Condition], from second: Int64) -> Int64? {
    var second = second
    for _ in 0..<Self.mostEdges {
      let spell = conditions.spell(at: second, clock)
      if spell.isOpen { return second }
      guard let next = spell.until, next > second else { return nil }
      second = next
    }
    return nil
  }
}
