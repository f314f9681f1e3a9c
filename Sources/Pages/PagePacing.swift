package import VitrineTiming

/// When the client's pictures are copied, and when the client draws the next one: at most 30 times a second, and only
/// once the interface has shown the previous picture. While the display is off, the page rests.
package struct PagePacing: Hashable, Sendable {
  /// A picture waits to be copied.
  package private(set) var hasPicture = false
  /// The client waits for a frame callback.
  package private(set) var hasCallbacks = false
  /// The copied picture has not been drawn by the interface.
  private var isUndrawn = false
  private var copied: HostTime?
  private var called: HostTime?

  static let interval = Duration.nanoseconds(33_333_333)

  package init() {}

  package mutating func commit(picture: Bool, callbacks: Bool) {
    hasPicture = hasPicture || picture
    hasCallbacks = hasCallbacks || callbacks
  }

  /// The interface has drawn the latest copy.
  package mutating func recordDrawing() { isUndrawn = false }

  /// Whether to copy the waiting picture now.
  package mutating func copies(at now: HostTime) -> Bool {
    guard hasPicture, copied.map({ $0 + Self.interval <= now }) ?? true else { return false }
    (hasPicture, isUndrawn, copied) = (false, true, now)
    return true
  }

  /// Whether to answer the frame callbacks now.
  package mutating func calls(at now: HostTime) -> Bool {
    guard hasCallbacks, !hasPicture, !isUndrawn,
      called.map({ $0 + Self.interval <= now }) ?? true
    else { return false }
    (hasCallbacks, called) = (false, now)
    return true
  }

  /// When to check again if nothing else happens.
  package var deadline: HostTime? {
    let copy = hasPicture ? copied.map { $0 + Self.interval } : nil
    let call = hasCallbacks && !hasPicture && !isUndrawn ? called.map { $0 + Self.interval } : nil
    return [copy, call].compactMap(\.self).min()
  }
}
