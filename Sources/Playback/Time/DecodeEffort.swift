/// How much of a video is decoded. Less effort lowers the quality, and lets a slow machine keep up.
public enum DecodeEffort: String, CaseIterable, Comparable, Sendable {
  case whole
  /// Skips the loop filter, which smooths the edges of blocks.
  case withoutLoopFilter = "no-loop-filter"
  /// Also skips frames that no other frame needs.
  case referencesOnly = "references-only"
  /// Skips the rest of a group of pictures once a frame is late.
  case groupBeginnings = "group-beginnings"

  public static func < (a: DecodeEffort, b: DecodeEffort) -> Bool { a.rank < b.rank }

  /// One step less or more, within the range.
  var less: DecodeEffort { Self.allCases[min(rank + 1, Self.allCases.count - 1)] }
  var more: DecodeEffort { Self.allCases[max(rank - 1, 0)] }

  private var rank: Int {
    switch self {
    case .whole: 0
    case .withoutLoopFilter: 1
    case .referencesOnly: 2
    case .groupBeginnings: 3
    }
  }
}
