import NIOCore
import VitrineControl
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists

/// Sends the events of one player to all followers, and its latest status: each change once, at most
/// ten times a second. Everything is encoded once for all. Confined to the server's thread.
final class StatusFeed {
  private let controlled: any Controlled
  private let loop: NIOIsolatedEventLoop
  private let limits: WebLimits
  private var followers: [ObjectIdentifier: (ByteBuffer) -> Void] = [:]
  private let notifications: Notifications
  private let stopObserving: @Sendable () -> Void
  private var last: JSONValue?
  private var lastQueue: Queue?
  private var isDue = false
  private var lastTime = NIODeadline.uptimeNanoseconds(0)
  private var secondsSinceEvent = 0
  private var pollTask: Scheduled<Void>?

  /// Passes change notifications from the player's thread. Thread-safe.
  private final class Notifications: Sendable {
    struct State { var isFollowed = false, isFull = false }
    private let state = Shared(State())

    func follow(_ isFollowed: Bool) { state.update { $0.isFollowed = isFollowed } }
    var isFollowed: Bool { state.value.isFollowed }
    func clear() { state.update { $0.isFull = false } }

    /// Whether the server has to be notified.
    func put() -> Bool {
      state.update { state in
        guard state.isFollowed, !state.isFull else { return false }
        state.isFull = true
        return true
      }
    }
  }

  init(_ controlled: any Controlled, _ loop: ServerLoop, _ limits: WebLimits) {
    let notifications = Notifications()
    self.controlled = controlled
    self.limits = limits
    self.notifications = notifications
    self.loop = loop.loop.assumeIsolated()
    let bound = NIOLoopBoundBox<StatusFeed?>(nil, eventLoop: loop.loop)
    // A server that is closing drops notifications, so the box is not used after the loop has ended.
    let stopStatus = controlled.observeStatus {
      if notifications.put() { loop.execute { bound.value?.scheduleUpdate() } }
    }
    let stopEvents = controlled.observeEvents { event in
      guard notifications.isFollowed else { return }
      loop.execute { bound.value?.send(Self.event(event.name, event.fields)) }
    }
    stopObserving = {
      stopStatus()
      stopEvents()
    }
    bound.value = self
  }

  /// `send` receives lines of the stream, starting with the current status at once.
  func follow(_ follower: AnyObject, _ send: @escaping (ByteBuffer) -> Void) {
    let isFirst = followers.isEmpty
    followers[ObjectIdentifier(follower)] = send
    let status = controlled.statusValue
    if isFirst {
      notifications.follow(true)
      (last, lastQueue) = (status, controlled.queue)
      schedulePoll()
    }
    send(Self.event("status", status))
    send(Self.event("queue", total(controlled.queue)))
  }

  func unfollow(_ follower: AnyObject) {
    followers[ObjectIdentifier(follower)] = nil
    guard followers.isEmpty else { return }
    notifications.follow(false)
    pollTask?.cancel()
    pollTask = nil
  }

  /// Ends the stream for all followers.
  func close() {
    stopObserving()
    followers = [:]
    notifications.follow(false)
    pollTask?.cancel()
  }

  var count: Int { followers.count }

  /// A pending update will send the latest status, whatever changes until then.
  private func scheduleUpdate() {
    guard !isDue else { return }
    isDue = true
    loop.scheduleTask(deadline: lastTime + limits.events.interval) { [self] in
      isDue = false
      lastTime = .now()
      notifications.clear()
      sendStatus()
    }
  }

  private func sendStatus() {
    let status = controlled.statusValue
    if status != last {
      last = status
      send(Self.event("status", status))
    }
    sendQueue()
  }

  private func sendQueue() {
    let queue = controlled.queue
    guard queue != lastQueue else { return }
    lastQueue = queue
    send(Self.event("queue", total(queue)))
  }

  private func schedulePoll() {
    pollTask = loop.scheduleTask(in: .seconds(1)) { [self] in
      poll()
      // The last client may have left meanwhile.
      if !followers.isEmpty { schedulePoll() }
    }
  }

  /// Called every second: the queue and the schedule may change without a notification, and idle
  /// connections are closed by proxies.
  private func poll() {
    if !isDue { sendStatus() }
    secondsSinceEvent += 1
    guard secondsSinceEvent >= Int(limits.events.heartbeat.nanoseconds / 1_000_000_000) else {
      return
    }
    send(ByteBuffer(string: ":\n\n"))
  }

  private func send(_ lines: ByteBuffer) {
    secondsSinceEvent = 0
    for follower in followers.values { follower(lines) }
  }

  private func total(_ queue: Queue) -> JSONValue {
    .object(["total": .number(Double(queue.entries.count))])
  }

  /// A server-sent event of the HTML standard. The JSON contains no line breaks.
  private static func event(_ name: String, _ value: JSONValue) -> ByteBuffer {
    var lines = ByteBuffer(string: "event: \(name)\ndata: ")
    lines.writeBytes(value.line)
    lines.writeString("\n")
    return lines
  }
}
