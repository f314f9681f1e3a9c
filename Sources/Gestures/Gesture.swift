public import VitrinePictures

/// What a finger's stroke means. `Region` is what lies under the place where it began, as the
/// interface sees it; it stays the same for all of a stroke.
public enum Gesture<Region: Hashable & Sendable>: Hashable, Sendable {
  /// A finger stays down long enough to be one: what it is on may look pressed.
  case pressed(Point, Region)
  /// It was lifted, or has moved on, without being a tap.
  case released
  /// A tap; `count` counts those that follow each other on the same region.
  case tap(Point, Region, count: Int)
  /// No more taps will be counted with the last one.
  case tapsEnded(Region, count: Int)
  case longPress(Point, Region)
  /// A finger moves: first `began`, then any number of `moved`, at last `ended` or `cancelled`.
  case dragBegan(Drag<Region>)
  case dragMoved(Drag<Region>)
  case dragEnded(Drag<Region>)
  /// What was begun is to be undone: too many fingers, or the device went away.
  case dragCancelled(Drag<Region>)
  case twoFingerTap(Point)
}

/// A finger's way across the glass.
public struct Drag<Region: Hashable & Sendable>: Hashable, Sendable {
  /// The direction in which it left the place where it began.
  public enum Axis: Hashable, Sendable { case horizontal, vertical }

  public var region: Region
  public var axis: Axis
  public var start: Point
  public var latest: Point
  /// In pixels a second, of the last tenth of a second.
  public var velocity: Point

  public init(_ region: Region, _ axis: Axis, from start: Point, to latest: Point, velocity: Point)
  {
    (self.region, self.axis, self.start) = (region, axis, start)
    (self.latest, self.velocity) = (latest, velocity)
  }

  public var distance: Point { latest - start }
}
