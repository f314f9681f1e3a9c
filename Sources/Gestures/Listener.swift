public import VitrinePictures
public import VitrineTiming

/// Whether the program that plays wants to be told of touches and keys, and which keys it keeps for itself.
public struct Listener: Hashable, Sendable {
  /// Whether it wants to be told.
  public var isThere = false
  /// The keys that are its own: they mean nothing else.
  public var keys = OwnKeys.these([])

  public init() {}
}

/// Keys, by the kernel's names.
public enum OwnKeys: Hashable, Sendable {
  case these(Set<String>)
  case all

  package func holds(_ name: String) -> Bool {
    switch self {
    case .these(let names): names.contains(name)
    case .all: true
    }
  }
}

/// What the program that plays is told.
public enum OwnInput: Hashable, Sendable {
  case touch(OwnTouch)
  /// By the kernel's name. To each `isDown` there is one that is not.
  case key(String, isDown: Bool, at: HostTime)
}

/// What a finger has done, on something of the program's own or on the picture.
public struct OwnTouch: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// `count` counts those that follow each other at once on the same.
    case tap(count: Int)
    case longPress
    /// First `dragBegan`, then any number of `dragMoved`, at last one of the other two.
    case dragBegan, dragMoved, dragEnded, dragCancelled
  }

  public var kind: Kind
  /// The program's name of what the finger came down on; nil is the picture.
  public var area: String?
  /// Where the finger came down, in points of the upright display.
  public var start: Point
  /// Where it is.
  public var place: Point
  public var time: HostTime

  public init(
    _ kind: Kind, on area: String?, from start: Point, to place: Point, at time: HostTime
  ) {
    (self.kind, self.area, self.start, self.place, self.time) = (kind, area, start, place, time)
  }
}

extension OwnInput: CustomStringConvertible {
  /// For the log.
  public var description: String {
    switch self {
    case .touch(let touch): "\(touch.kind) \(touch.area ?? "picture")"
    case .key(let name, let isDown, _): "key \(name) \(isDown ? "down" : "up")"
    }
  }
}
