import VitrinePictures

extension ModeSelector {
  /// The mode of the base mode's size whose rate suits the content, and why; the base mode if there
  /// is none.
  func matching(_ match: RateMatch, _ base: Mode, _ fits: (Mode) -> Bool) -> (Mode, String) {
    var known: Set<Mode> = []
    let sized = (listed + custom).filter { mode in
      mode.size == base.size && !mode.isInterlaced && known.insert(mode).inserted
    }
    for factor in match.factors {
      guard let wanted = match.content.times(factor) else { continue }
      if let mode = sized.nearest(to: wanted).first(where: fits) {
        let times = factor == 1 ? "" : "\(factor) times "
        return (mode, "\(mode): \(times)the content's \(match.content) Hz")
      }
    }
    let usual = sized.nearest(to: match.usual).first(where: fits) ?? base
    return (usual, "\(usual): no refresh rate matches the content's \(match.content) Hz")
  }
}

extension RateMatch {
  /// The possible repeats of each picture, best first: the fewest that reach 24 Hz.
  var factors: [Int64] {
    let rising = (1...5).map(Int64.init).filter { content.value * Double($0) >= 23.9 }
    guard prefersDouble, content.value <= 30.1, rising.contains(2) else { return rising }
    return [2] + rising.filter { $0 != 2 }
  }

  /// The rate for content that suits no mode: 60 Hz, or 60000/1001 if that is the content's family,
  /// so that the cadence is regular.
  fileprivate var usual: Refresh {
    let (whole, slower) = (Refresh(60), Refresh(60_000, 1001))
    let family = (content.value * 1.001).rounded()
    let isSlower =
      abs(content.value * 1.001 - family) < abs(content.value - content.value.rounded())
    return (isSlower ? slower : whole) ?? content
  }
}

extension [Mode] {
  /// The modes within 0.1 % of a rate, the nearest first: 23.976 for 23.976, or 24 if there is no
  /// such mode. The limit allows for clocks rounded to kHz.
  fileprivate func nearest(to rate: Refresh) -> [Mode] {
    compactMap { mode in mode.refreshFraction.map { (mode, rate.distance(to: $0)) } }
      .filter { $0.1 <= 0.001_02 }
      .sorted { $0.1 < $1.1 }
      .map(\.0)
  }
}
