public import Pictures

/// Compares what is seen at one moment with what is seen at another.
public enum Scene {
  /// The parts of the display that have to be drawn again, in pixels of the upright display.
  public static func changes(from old: [Drawing], to new: [Drawing]) -> [Rect] {
    let (before, after) = (Set(old), Set(new))
    // What stays must also stay in its order: what is drawn later lies above.
    guard old.filter(after.contains) == new.filter(before.contains) else {
      return (old + new).map(\.extent)
    }
    return old.filter { !after.contains($0) }.map(\.extent)
      + new.filter { !before.contains($0) }.map(\.extent)
  }
}
