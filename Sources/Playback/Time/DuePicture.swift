public import VitrineTiming

/// Whether a new picture is due, of a run that plays. A value.
///
/// None is while the next one that was decoded lies in the future: between two pictures of a slide
/// show in a film a minute may pass.
public struct DuePicture: Sendable {
  /// When the next decoded picture is due; nil where there is none, or its time has not begun.
  public var next: HostTime?
  /// Whether a decoded picture waits.
  public var hasNext: Bool
  /// Whether none will come any more.
  public var isExhausted: Bool

  public init(next: HostTime?, hasNext: Bool, isExhausted: Bool) {
    (self.next, self.hasNext, self.isExhausted) = (next, hasNext, isExhausted)
  }

  public func isDue(at now: HostTime) -> Bool {
    guard hasNext else { return !isExhausted }
    return next.map { $0 <= now } ?? true
  }
}
