/// How much of a video is decoded, from all of it to the least. What is less shows less, and lets a
/// machine keep up for which all of it is too much.
public enum DecodeEffort: String, CaseIterable, Comparable, Sendable {
  case whole
  /// What smooths the edges of blocks is left out.
  case withoutLoopFilter = "no-loop-filter"
  /// Frames that no other frame needs are left out, too.
  case referencesOnly = "references-only"
  /// Of each group of frames, which a key frame begins, the rest is left out once a frame is late.
  case groupBeginnings = "group-beginnings"

  public static func < (a: DecodeEffort, b: DecodeEffort) -> Bool { a.rank < b.rank }

  /// One step less, or more; the ends stay.
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
