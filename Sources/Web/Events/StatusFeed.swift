import NIOCore
import VitrineControl
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists

/// The newest status of one player for all who follow it: each change once, ten times a second at the most,
/// written once for all of them. Thread-bound to the server's thread.
final class StatusFeed {
  private let controlled: any Controlled
  private let loop: NIOIsolatedEventLoop
  private let limits: WebLimits
  private var followers: [ObjectIdentifier: (ByteBuffer) -> Void] = [:]
  private let mail: Mail
  private var last: JSONValue?
  private var lastQueue: Queue?
  private var isDue = false
  private var lastTime = NIODeadline.uptimeNanoseconds(0)
  private var sinceWord = 0
  private var beat: Scheduled<Void>?

  /// What the player's thread leaves. Thread-safe.
  private final class Mail: Sendable {
    struct State { var isFollowed = false, isFull = false }
    private let state = Shared(State())

    func follow(_ isFollowed: Bool) { state.update { $0.isFollowed = isFollowed } }
    func clear() { state.update { $0.isFull = false } }

    /// Whether the server is to be told.
    func put() -> Bool {
      state.update { state in
        guard state.isFollowed, !state.isFull else { return false }
        state.isFull = true
        return true
      }
    }
  }

  init(_ controlled: any Controlled, _ loop: ServerLoop, _ limits: WebLimits) {
    let mail = Mail()
    (self.controlled, self.limits, self.mail) = (controlled, limits, mail)
    self.loop = loop.loop.assumeIsolated()
    let bound = NIOLoopBoundBox<StatusFeed?>(nil, eventLoop: loop.loop)
    controlled.observeStatus {
      // It does not live longer than the loop: the server that ends takes no more mail.
      if mail.put() { loop.execute { bound.value?.note() } }
    }
    bound.value = self
  }

  /// `send` gets lines of the stream, at once with the status as it is.
  func follow(_ follower: AnyObject, _ send: @escaping (ByteBuffer) -> Void) {
    let isFirst = followers.isEmpty
    followers[ObjectIdentifier(follower)] = send
    let status = JSONValue(controlled.status)
    if isFirst {
      mail.follow(true)
      (last, lastQueue) = (status, controlled.queue)
      scheduleLook()
    }
    send(Self.event("status", status))
    send(Self.event("queue", total(controlled.queue)))
  }

  func unfollow(_ follower: AnyObject) {
    followers[ObjectIdentifier(follower)] = nil
    guard followers.isEmpty else { return }
    mail.follow(false)
    beat?.cancel()
    beat = nil
  }

  /// Nothing is told any more.
  func close() {
    followers = [:]
    mail.follow(false)
    beat?.cancel()
  }

  var count: Int { followers.count }

  /// The one that is due tells the newest, whatever comes until then.
  private func note() {
    guard !isDue else { return }
    isDue = true
    loop.scheduleTask(deadline: lastTime + limits.statusInterval) { [self] in
      isDue = false
      lastTime = .now()
      mail.clear()
      tellStatus()
    }
  }

  private func tellStatus() {
    let status = JSONValue(controlled.status)
    if status != last {
      last = status
      send(Self.event("status", status))
    }
    tellQueue()
  }

  private func tellQueue() {
    let queue = controlled.queue
    guard queue != lastQueue else { return }
    lastQueue = queue
    send(Self.event("queue", total(queue)))
  }

  private func scheduleLook() {
    beat = loop.scheduleTask(in: .seconds(1)) { [self] in
      look()
      // A client that went meanwhile may have been the last.
      if !followers.isEmpty { scheduleLook() }
    }
  }

  /// Once a second: the queue and what a schedule says may change while the player has no news, and lines
  /// that are silent are cut.
  private func look() {
    if !isDue { tellStatus() }
    sinceWord += 1
    guard sinceWord >= Int(limits.heartbeat.nanoseconds / 1_000_000_000) else { return }
    send(ByteBuffer(string: ":\n\n"))
  }

  private func send(_ lines: ByteBuffer) {
    sinceWord = 0
    for follower in followers.values { follower(lines) }
  }

  private func total(_ queue: Queue) -> JSONValue {
    .object(["total": .number(Double(queue.entries.count))])
  }

  /// In the form of the HTML standard's server-sent events: JSON has no line ends in it.
  private static func event(_ name: String, _ value: JSONValue) -> ByteBuffer {
    var lines = ByteBuffer(string: "event: \(name)\ndata: ")
    lines.writeBytes(value.line)
    lines.writeString("\n")
    return lines
  }
}
