internal import VitrineGestures
internal import VitrineTiming

/// What a person at the display does.
public enum Input: Hashable, Sendable {
  /// A finger, or what it was about.
  public struct Touch: Hashable, Sendable {
    /// The name of the area of the program's own that the finger came down on; nil is the picture.
    public let area: String?
    /// Where it came down, in points.
    public let startLocation: Point
    /// Where it is.
    public let location: Point
    /// When.
    public let time: Moment
  }

  /// What becomes of a finger that moves.
  public enum Phase: Hashable, Sendable {
    /// It has left the place where it came down.
    case began
    /// It is elsewhere.
    case moved
    /// It was lifted.
    case ended
    /// It was not meant: more fingers have come, the device has gone. What it has done is to be undone.
    case cancelled
  }

  /// A tap; `count` counts those that follow each other at once on the same area. On one of the program's own
  /// the finger may stay as long as it likes.
  case tap(Touch, count: Int)
  /// A finger stays on the picture.
  case longPress(Touch)
  /// A finger moves: first `began`, then any number of `moved`, at last `ended` or `cancelled`.
  case drag(Touch, Phase)
  /// A key went down, by the kernel's name: `KEY_OK`.
  case keyPressed(String, at: Moment)
  /// It was let go. One comes for each that went down, also where its device has gone.
  case keyReleased(String, at: Moment)
}

extension Input {
  /// The area of the program's own that was tapped; nil of anything else.
  public var tappedArea: String? {
    if case .tap(let touch, _) = self { touch.area } else { nil }
  }

  /// The key that went down; nil of anything else.
  public var pressedKey: String? {
    if case .keyPressed(let name, _) = self { name } else { nil }
  }

  init(_ value: OwnInput) {
    switch value {
    case .key(let name, isDown: true, let time): self = .keyPressed(name, at: Moment(time))
    case .key(let name, isDown: false, let time): self = .keyReleased(name, at: Moment(time))
    case .touch(let own):
      let touch = Touch(own)
      switch own.kind {
      case .tap(let count): self = .tap(touch, count: count)
      case .longPress: self = .longPress(touch)
      case .dragBegan: self = .drag(touch, .began)
      case .dragMoved: self = .drag(touch, .moved)
      case .dragEnded: self = .drag(touch, .ended)
      case .dragCancelled: self = .drag(touch, .cancelled)
      }
    }
  }
}

extension Input.Touch {
  fileprivate init(_ own: OwnTouch) {
    (area, startLocation, location) = (own.area, Point(own.start), Point(own.place))
    time = Moment(own.time)
  }
}
