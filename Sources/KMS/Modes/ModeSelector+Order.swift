import VitrinePictures

extension ModeSelector {
  /// The policy's candidates, best first.
  var ranked: [Mode] {
    switch policy {
    case .pin(let request):
      // The monitor's own first: it was built for that timing.
      return [listed.best(for: request), custom.best(for: request)].compactMap { $0 }
    case .preferred:
      return (listed.best(for: nil).map { [$0] } ?? []) + byHeight
    case .highest: return byHeight
    }
  }

  private var byHeight: [Mode] {
    listed.enumerated().sorted { a, b in
      let (first, second) = (a.element.rank, b.element.rank)
      return first == second ? a.offset < b.offset : first.lexicographicallyPrecedes(second)
    }.map(\.element)
  }
}

extension Mode {
  /// Smaller is better: progressive at 49 to 76 Hz, other progressive, interlaced; then the
  /// largest; then the nearest to 60 Hz.
  fileprivate var rank: [Double] {
    let isUsual = 49...76 ~= refresh
    let kind = isInterlaced ? 2.0 : isUsual ? 0 : 1
    return [kind, -Double(size.width * size.height), abs(refresh - 60)]
  }
}

extension ModePolicy {
  func reason(_ mode: Mode, outOf best: Mode?) -> String {
    let what =
      switch self {
      case .pin: "as pinned"
      case .preferred: "as the display prefers"
      case .highest: "the highest"
      }
    guard let best, best != mode else { return "\(mode): \(what)" }
    return "\(mode): the best that the board can scan out; \(best), \(what), is too much for it"
  }
}
