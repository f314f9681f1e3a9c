internal import VitrineGestures
internal import VitrineTiming

/// A touch or a key press at the display.
public enum Input: Hashable, Sendable {
  /// A finger on the touchscreen.
  public struct Touch: Hashable, Sendable {
    /// The name of the area of your own that the finger came down on; nil for the picture. See
    /// ``Drawing/Canvas/hitArea(_:_:)``.
    public let area: String?
    /// The position where the finger came down, in points.
    public let startLocation: Point
    /// The current position, in points.
    public let location: Point
    /// The time of this position.
    public let time: Moment
  }

  /// The phase of a drag.
  public enum Phase: Hashable, Sendable {
    /// The finger has started to move.
    case began
    /// The finger has moved.
    case moved
    /// The finger was lifted.
    case ended
    /// The drag was not intended, because of a second finger or a disconnected device. Undo its
    /// effects.
    case cancelled
  }

  /// A tap. `count` counts consecutive taps on the same area. On your own areas, a tap can take any
  /// length of time.
  case tap(Touch, count: Int)
  /// A finger rests on the picture.
  case longPress(Touch)
  /// A finger moves: one `began`, any number of `moved`, then `ended` or `cancelled`.
  case drag(Touch, Phase)
  /// A key was pressed; the kernel's name, such as `KEY_OK`.
  case keyPressed(String, at: Moment)
  /// A key was released. Each press is followed by one, even if the device is disconnected.
  case keyReleased(String, at: Moment)
}

extension Input {
  /// The name of the area of your own that was tapped; nil for any other input.
  public var tappedArea: String? {
    if case .tap(let touch, _) = self { touch.area } else { nil }
  }

  /// The name of the key that was pressed; nil for any other input.
  public var pressedKey: String? {
    if case .keyPressed(let name, _) = self { name } else { nil }
  }

  init(_ value: AppInput) {
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
  fileprivate init(_ own: AppTouch) {
    (area, startLocation, location) = (own.area, Point(own.start), Point(own.place))
    time = Moment(own.time)
  }
}
