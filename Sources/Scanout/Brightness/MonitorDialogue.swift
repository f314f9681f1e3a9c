internal import VitrineLinux
internal import VitrinePictures
internal import VitrineTiming

/// Decides what to send to a monitor, and when, so that it has the requested brightness. Pure.
///
/// Monitors need a pause after each transaction, and may miss some. A monitor that has answered once
/// may be off for hours, and is tried until it answers again.
struct MonitorDialogue {
  /// A transaction on the bus.
  enum Step: Hashable { case write([UInt8]), read(count: Int) }

  /// A change of the monitor to report.
  enum News: Hashable {
    /// The monitor has never answered; the dialogue is over.
    case failed(MonitorFault)
    /// A monitor that answered before does not answer any more, and will be tried again.
    case lost(MonitorFault)
  }

  private enum Phase { case asking, awaiting, setting, idle, failed }

  private var phase = Phase.asking
  private var wanted = Brightness.asFound
  /// The initial level.
  private var before: MonitorLevel?
  /// The monitor's level, as far as known.
  private var shown: UInt16 = 0
  private var attempts = 0
  /// Whether the monitor's silence was reported.
  private var isLost = false
  private var news: News?
  /// When the monitor accepts the next transaction.
  private var quietUntil: HostTime
  /// When the next step is due; nil if there is nothing to do.
  private(set) var due: HostTime?

  /// The pause after each transaction: 50 ms after a command, 40 ms before a reply.
  private static let pause = Duration.milliseconds(50)
  private static let attemptsAtOnce = 4
  private static let retryInterval = Duration.seconds(10)

  init(at now: HostTime) { (quietUntil, due) = (now, now) }

  /// Requests a brightness. With `isRenewed`, the monitor may be another one.
  mutating func request(_ brightness: Brightness, isRenewed: Bool = false) {
    wanted = brightness
    guard phase != .failed else { return }
    if isRenewed { (phase, attempts) = (.asking, 0) }
    if phase == .idle { phase = .setting }
    due = quietUntil
  }

  /// Leaves only the restoration of the initial level to do, if it differs.
  mutating func finish() {
    wanted = .asFound
    (phase, due) = target == nil ? (.idle, nil) : (.setting, quietUntil)
  }

  /// The level to set; nil if the monitor is at that level.
  private var target: UInt16? {
    guard let before else { return nil }
    let level = wanted.percent.map(before.level(at:)) ?? before.current
    return level == shown ? nil : level
  }

  /// The next transaction, if it is due. Report its result.
  mutating func step(at now: HostTime) -> Step? {
    guard let due, due <= now else { return nil }
    switch phase {
    case .asking: return .write(MonitorMessage.question)
    case .awaiting: return .read(count: MonitorMessage.replyLength)
    case .setting:
      if let target { return .write(MonitorMessage.setting(target)) }
      phase = .idle
      fallthrough
    case .idle, .failed:
      self.due = nil
      return nil
    }
  }

  /// Records that the monitor accepted a message.
  mutating func recordWrite(at now: HostTime) {
    if phase == .asking {
      phase = .awaiting
    } else {
      shown = target ?? shown
      (attempts, isLost) = (0, false)
    }
    pause(at: now)
  }

  /// Records the bytes that the monitor sent.
  mutating func recordReply(_ bytes: [UInt8], at now: HostTime) {
    do {
      let level = try MonitorMessage.level(in: bytes)
      // A level that the player has not set is that of another monitor, or set by hand.
      if before == nil || level.current != shown { before = level }
      (shown, phase, attempts, isLost) = (level.current, .setting, 0, false)
      pause(at: now)
    } catch {
      recordFailure(error, at: now)
    }
  }

  mutating func recordFailure(_ fault: MonitorFault, at now: HostTime) {
    attempts += 1
    if phase == .awaiting { phase = .asking }
    pause(at: now)
    guard attempts >= Self.attemptsAtOnce else { return }
    attempts = 0
    guard before != nil else {
      (phase, due, news) = (.failed, nil, .failed(fault))
      return
    }
    due = now + Self.retryInterval
    if !isLost { news = .lost(fault) }
    isLost = true
  }

  /// The latest event, once.
  mutating func consumeNews() -> News? {
    defer { news = nil }
    return news
  }

  private mutating func pause(at now: HostTime) {
    quietUntil = now + Self.pause
    due = quietUntil
  }
}
