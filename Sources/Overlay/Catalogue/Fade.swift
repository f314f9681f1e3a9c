import VitrineTiming

/// A value between 0 and 1 that changes over time.
struct Fade: Hashable, Sendable {
  private var start: HostTime
  private var from: Double
  private var goal: Double
  private var length: Duration

  init(from: Double, to goal: Double, in length: Duration, at time: HostTime) {
    (start, self.from, self.goal, self.length) = (time, from, goal, length)
  }

  func value(at time: HostTime) -> Double {
    let part = (time - start).seconds / length.seconds
    return from + (goal - from) * min(max(part, 0), 1)
  }

  var end: HostTime { start + length }

  func isOver(at time: HostTime) -> Bool { time >= end }

  /// Changes the goal, starting from the current value.
  mutating func redirect(to goal: Double, in length: Duration, at time: HostTime) {
    self = Fade(from: value(at: time), to: goal, in: length, at: time)
  }
}
