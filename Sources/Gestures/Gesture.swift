package import VitrinePictures

/// The meaning of a finger's stroke. `Region` identifies the interface element that the finger
/// landed on; it does not change during a stroke.
package enum Gesture<Region: Hashable & Sendable>: Hashable, Sendable {
  /// A finger has been down long enough to count: show the region as pressed.
  case pressed(Point, Region)
  /// The press has ended without a tap.
  case released
  /// A tap; `count` counts consecutive taps on the same region.
  case tap(Point, Region, count: Int)
  /// The sequence of taps is complete.
  case tapsEnded(Region, count: Int)
  case longPress(Point, Region)
  /// A drag: one `began`, any number of `moved`, then `ended` or `cancelled`.
  case dragBegan(Drag<Region>)
  case dragMoved(Drag<Region>)
  case dragEnded(Drag<Region>)
  /// The drag must be undone: too many fingers, or the device was disconnected.
  case dragCancelled(Drag<Region>)
  case twoFingerTap(Point)
}

/// A finger's movement on the panel.
package struct Drag<Region: Hashable & Sendable>: Hashable, Sendable {
  /// The direction in which it left its start.
  package enum Axis: Hashable, Sendable { case horizontal, vertical }

  package var region: Region
  package var axis: Axis
  package var start: Point
  package var latest: Point
  /// In pixels per second, over the last tenth of a second.
  package var velocity: Point

  package init(_ region: Region, _ axis: Axis, from start: Point, to latest: Point, velocity: Point)
  {
    self.region = region
    self.axis = axis
    self.start = start
    self.latest = latest
    self.velocity = velocity
  }

  package var distance: Point { latest - start }
}
