internal import VitrineTiming

/// From when on which encoding plays. A value.
struct PlayedEncodings: Hashable, Sendable {
  private struct Stretch: Hashable {
    let start: MediaTime
    let encoding: Int
  }

  private var stretches: [Stretch] = []

  /// As many as lie between what is read and what plays, and some more.
  private static let most = 32

  /// What was read from there on before, as after a seek, counts no more. To be told again and again.
  mutating func note(_ encoding: Int, from start: MediaTime) {
    stretches.removeAll { $0.start >= start }
    if stretches.last?.encoding == encoding { return }
    stretches.append(Stretch(start: start, encoding: encoding))
    if stretches.count > Self.most { stretches.removeFirst() }
  }

  /// Nil before the first.
  func encoding(at time: MediaTime) -> Int? {
    (stretches.last { $0.start <= time } ?? stretches.first)?.encoding
  }
}
