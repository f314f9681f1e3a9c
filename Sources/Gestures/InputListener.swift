package import VitrinePictures
package import VitrineTiming

/// Whether the program receives touches and keys, and which keys it claims.
package struct InputListener: Hashable, Sendable {
  /// Whether it receives input.
  package var isActive = false
  /// The keys that it claims; they have no other effect.
  package var keys = ClaimedKeys.only([])

  package init() {}
}

/// A set of keys, by the kernel's names.
package enum ClaimedKeys: Hashable, Sendable {
  case only(Set<String>)
  case all

  package func contains(_ name: String) -> Bool {
    switch self {
    case .only(let names): names.contains(name)
    case .all: true
    }
  }
}

/// Input for the program.
package enum AppInput: Hashable, Sendable {
  case touch(AppTouch)
  /// By the kernel's name. Each press is followed by a release.
  case key(String, isDown: Bool, at: HostTime)
}

/// A finger's action on one of the program's areas or on the picture.
package struct AppTouch: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// `count` counts consecutive taps on the same area.
    case tap(count: Int)
    case longPress
    /// One `dragBegan`, any number of `dragMoved`, then `dragEnded` or `dragCancelled`.
    case dragBegan, dragMoved, dragEnded, dragCancelled
  }

  package var kind: Kind
  /// The id of the area where the finger landed; nil is the picture.
  package var area: String?
  /// The landing position, in points of the upright display.
  package var start: Point
  /// The current position.
  package var place: Point
  package var time: HostTime

  package init(
    _ kind: Kind, on area: String?, from start: Point, to place: Point, at time: HostTime
  ) {
    self.kind = kind
    self.area = area
    self.start = start
    self.place = place
    self.time = time
  }
}

extension AppInput: CustomStringConvertible {
  /// For the log.
  package var description: String {
    switch self {
    case .touch(let touch): "\(touch.kind) \(touch.area ?? "picture")"
    case .key(let name, let isDown, _): "key \(name) \(isDown ? "down" : "up")"
    }
  }
}
