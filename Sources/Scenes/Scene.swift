package import VitrinePictures

/// The damage between two scenes.
package enum Scene {
  /// The parts of the display that have to be redrawn (damage rectangles), in pixels of the upright
  /// display.
  package static func changes(from old: [Drawing], to new: [Drawing]) -> [Rect] {
    let (before, after) = (Set(old), Set(new))
    // Unchanged drawings must also keep their order, which decides what is on top.
    guard old.filter(after.contains) == new.filter(before.contains) else {
      return (old + new).map(\.extent)
    }
    let gone = old.indices.filter { !after.contains(old[$0]) }
    let come = new.indices.filter { !before.contains(new[$0]) }
    guard gone == come else {
      return gone.map { old[$0].extent } + come.map { new[$0].extent }
    }
    return gone.flatMap { place in
      old[place].growth(to: new[place]).map { [$0] } ?? [old[place].extent, new[place].extent]
    }
  }
}

extension Drawing {
  /// The difference of a bar whose right end has moved. Nil for any other change.
  fileprivate func growth(to other: Drawing) -> Rect? {
    guard case .box(_, let radius) = shape, other.shape == shape, other.opacity == opacity,
      clip == nil, other.clip == nil, other.frame.x == frame.x, other.frame.y == frame.y,
      other.frame.height == frame.height
    else { return nil }
    let (shorter, longer) = (
      min(frame.width, other.frame.width), max(frame.width, other.frame.width)
    )
    // The end is round, and antialiased over the pixel before it.
    let end = max(min(radius, frame.height / 2), 0) + 1
    guard shorter > 2 * end else { return nil }
    return Rect(
      x: frame.x + shorter - end, y: frame.y, width: longer - shorter + end, height: frame.height)
  }
}
