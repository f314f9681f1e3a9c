package import VitrineTiming

/// Whether the page is shown, and what to report about it.
package struct PageHealth: Hashable, Sendable {
  package enum Report: Hashable, Sendable {
    /// The page is not shown, or no longer updated, because of this.
    case failed(String)
    /// The engine has ended. It may be back before that is a fault.
    case ended(String)
    case shown
  }

  private enum State: Hashable, Sendable {
    case absent(since: HostTime)
    case connected(since: HostTime)
    case painted
  }

  private var state: State
  /// Whether a picture has been on the screen before.
  private var hasPicture = false
  private var isReported = false
  /// Why the latest connection has ended.
  private var cause: String?
  private var latestEnd: HostTime?

  /// systemd starts the engine again within this time.
  static let restartTime = Duration.seconds(5)
  /// An engine takes this long to start and to draw on a slow machine.
  static let startTime = Duration.seconds(30)
  /// A crash loop is reported this often.
  static let reportInterval = Duration.seconds(600)

  package init(at now: HostTime) { state = .absent(since: now) }

  package mutating func connect(at now: HostTime) { state = .connected(since: now) }

  package mutating func paint() -> Report? {
    guard state != .painted else { return nil }
    let isNews = isReported || !hasPicture
    (state, hasPicture, isReported, cause) = (.painted, true, false, nil)
    return isNews ? .shown : nil
  }

  /// `cause` is nil if the client has ended by itself.
  package mutating func disconnect(_ cause: String?, at now: HostTime) -> Report? {
    state = .absent(since: now)
    self.cause = cause ?? "the engine has ended"
    if let latestEnd, now - latestEnd < Self.reportInterval { return nil }
    latestEnd = now
    return .ended(text)
  }

  package mutating func timePassed(_ now: HostTime) -> Report? {
    guard let deadline, deadline <= now else { return nil }
    isReported = true
    return .failed(text)
  }

  package var deadline: HostTime? {
    guard !isReported else { return nil }
    return switch state {
    case .absent(let since): since + (hasPicture ? Self.restartTime : Self.startTime)
    case .connected(let since): since + Self.startTime
    case .painted: nil
    }
  }

  private var text: String {
    let kept = hasPicture ? "; its last picture stays" : ""
    return switch state {
    case .absent: (cause ?? "no engine has connected") + kept
    case .connected: "the engine has connected, but draws nothing" + kept
    case .painted: "shown"
    }
  }
}
