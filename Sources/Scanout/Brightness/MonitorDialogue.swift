internal import VitrineLinux
internal import VitrinePictures
internal import VitrineTiming

/// Decides what to send to a monitor, and when, so that it has the requested brightness. Pure.
///
/// Monitors need a pause after each transaction, miss some, and do not answer for seconds after a
/// mode set. A monitor that has answered once may be off for hours, and is tried until it answers
/// again.
struct MonitorDialogue {
  /// A transaction on the bus.
  enum Step: Hashable { case write([UInt8]), read(count: Int) }

  /// A change of the monitor to report.
  enum News: Hashable {
    /// The monitor has the requested brightness for the first time.
    case answered
    /// The monitor has never answered; the dialogue is over.
    case failed(MonitorFault)
    /// A monitor that answered before does not answer any more, and will be tried again.
    case lost(MonitorFault)
  }

  private enum Phase { case asking, awaiting, setting, idle, asleep, failed }

  /// A time without an answer.
  private struct Silence {
    let start: HostTime
    /// The pause before the next attempts.
    var delay = Duration.milliseconds(500)
  }

  private var phase = Phase.asking
  private var wanted = Brightness.asFound
  /// The initial level.
  private var before: MonitorLevel?
  /// The monitor's level, as far as known.
  private var shown: UInt16 = 0
  private var attempts = 0
  /// Nil unless the latest attempt failed.
  private var silence: Silence?
  /// Whether the monitor's first answer was reported.
  private var hasAnswered = false
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
  /// How long a monitor may be silent before that is reported.
  private static let patience = Duration.seconds(30)
  private static let longestDelay = Duration.seconds(8)
  private static let retryInterval = Duration.seconds(10)

  init(at now: HostTime) { (quietUntil, due) = (now, now) }

  /// Requests a brightness. With `isRenewed`, the monitor was turned on or connected again, and is
  /// queried again.
  mutating func request(_ brightness: Brightness, isRenewed: Bool = false) {
    wanted = brightness
    guard phase != .failed, isRenewed || phase != .asleep else { return }
    if isRenewed { (phase, attempts, silence) = (.asking, 0, nil) }
    if phase == .idle { phase = .setting }
    due = quietUntil
  }

  /// The monitor was turned off or disconnected: the requested brightness waits for the next renewed
  /// request.
  mutating func sleep() {
    if phase != .failed { (phase, due) = (.asleep, nil) }
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
    case .idle, .asleep, .failed:
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
      recordAnswer()
    }
    pause(at: now)
  }

  /// Records the bytes that the monitor sent.
  mutating func recordReply(_ bytes: [UInt8], at now: HostTime) {
    do {
      let level = try MonitorMessage.level(in: bytes)
      // A level that the player has not set was set by hand.
      if before == nil || level.current != shown { before = level }
      (shown, phase) = (level.current, .setting)
      recordAnswer()
      pause(at: now)
    } catch {
      recordFailure(error, at: now)
    }
  }

  private mutating func recordAnswer() {
    (attempts, silence, isLost) = (0, nil, false)
    guard !hasAnswered, target == nil else { return }
    (hasAnswered, news) = (true, .answered)
  }

  mutating func recordFailure(_ fault: MonitorFault, at now: HostTime) {
    attempts += 1
    if phase == .awaiting { phase = .asking }
    pause(at: now)
    var silence = silence ?? Silence(start: now)
    defer { self.silence = silence }
    guard attempts >= Self.attemptsAtOnce else { return }
    attempts = 0
    let end = silence.start + Self.patience
    // A monitor that answers will not answer otherwise later.
    guard fault == .unsupported || now >= end else {
      due = max(quietUntil, min(now + silence.delay, end))
      silence.delay = min(silence.delay * 2, Self.longestDelay)
      return
    }
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
