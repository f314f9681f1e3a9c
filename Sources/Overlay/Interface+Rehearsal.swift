public import Timing

extension Interface {
  /// What a tap would bring, for whoever wants to be ready for it. Empty in the list.
  public func rehearsal(at now: HostTime) -> [Drawing] {
    guard !isListShown else { return [] }
    var tapped = self
    tapped.visibility.show(at: now)
    return tapped.drawings(at: now + Appearance.length)
  }
}
