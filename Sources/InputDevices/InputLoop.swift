import Glibc
import VitrineLinux
import VitrineTiming

/// Wakes up the input thread.
struct InputWakeups {
  let ending: Wakeup
  /// For liveness checks.
  let livenessCheck: Wakeup

  init() throws(Errno) { (ending, livenessCheck) = (try Wakeup(), try Wakeup()) }
}

/// The event loop of the thread "input", over devices and hot-plug events. Confined to one thread.
final class InputLoop {
  /// A limit above any real machine, in case a malicious device plugs in more.
  static let mostDevices = 64
  /// The number of events from one device, or of hot-plug events, before others have their turn.
  static let turn = 256

  private enum Token {
    static let ending: UInt64 = 0
    static let more: UInt64 = 1
    static let retry: UInt64 = 2
    static let hotPlug: UInt64 = 3
    static let livenessCheck: UInt64 = 4
    static let firstDevice: UInt64 = 16
  }

  private let options: InputOptions
  private let handler: (InputEvent) -> Void
  private let loop: EventLoop
  private let wakeups: InputWakeups
  /// Rung by the loop when a device has more events than its turn allows.
  private let more: Wakeup
  private let retry: Timer
  private let hotPlug: HotPlug?
  private var devices: [UInt64: OpenDevice] = [:]
  private var unfinished: Set<UInt64> = []
  private var retries = NodeRetries()
  private var nextToken = Token.firstDevice
  private let binding = ThreadBinding()

  init(
    _ options: InputOptions, _ wakeups: InputWakeups,
    handler: @escaping (InputEvent) -> Void
  ) throws(Errno) {
    self.options = options
    self.wakeups = wakeups
    self.handler = handler
    loop = try EventLoop()
    more = try Wakeup()
    retry = try Timer()
    do throws(Errno) {
      hotPlug = try HotPlug()
    } catch {
      // Devices that are already plugged in still work.
      hotPlug = nil
      handler(.refused(path: "hot-plug", error))
    }
    try loop.add(wakeups.ending.descriptor, token: Token.ending)
    try loop.add(wakeups.livenessCheck.descriptor, token: Token.livenessCheck)
    try loop.add(more.descriptor, token: Token.more)
    try loop.add(retry.descriptor, token: Token.retry)
    if let hotPlug { try loop.add(hotPlug.descriptor, token: Token.hotPlug) }
  }
}

extension InputLoop {
  /// Runs until asked to end; calls `answer` for liveness checks.
  func run(answer: () -> Void) throws(Errno) {
    binding.check()
    openAll()
    var isEnding = false
    while !isEnding {
      retry.set(to: retries.due)
      var tokens: [UInt64] = []
      try loop.wait { tokens.append($0) }
      for token in tokens {
        switch token {
        case Token.ending: isEnding = true
        case Token.livenessCheck:
          wakeups.livenessCheck.clear()
          answer()
        case Token.more: more.clear()
        case Token.retry:
          retry.clear()
          for path in retries.due(at: .now()) { open(path) }
        case Token.hotPlug: readHotPlug()
        default: unfinished.insert(token)
        }
      }
      readDevices()
    }
  }

  private func readHotPlug() {
    var isLost = false
    for _ in 0..<Self.turn {
      switch hotPlug?.next() {
      case .added(let path): open(path)
      case .removed(let path): forget(path)
      case .lost: isLost = true
      case nil: return isLost ? openAll() : ()
      }
    }
    if isLost { openAll() }
  }

  /// One turn for each device with events.
  private func readDevices() {
    for token in unfinished.sorted() { read(token) }
    if !unfinished.isEmpty { more.ring() }
  }

  private func read(_ token: UInt64) {
    unfinished.remove(token)
    guard let device = devices[token] else { return }
    do throws(Errno) {
      if try device.read(limit: Self.turn, handler) { unfinished.insert(token) }
    } catch {
      // Usually ENODEV; for any other error the device is of no use either.
      loop.remove(device.node)
      devices[token] = nil
      let now = HostTime.now()
      device.releaseAll(at: now, handler)
      handler(.removed(device.summary, time: now))
    }
  }

  private func openAll() {
    for path in eventNodes() { open(path) }
  }

  private func open(_ path: String) {
    // The previous device of this name may be gone without an event.
    if let token = token(of: path) { read(token) }
    guard token(of: path) == nil else { return }
    do throws(Errno) {
      let properties = hotPlug?.properties(of: path) ?? DeviceProperties()
      guard let device = try OpenDevice(path: path, properties: properties, options: options) else {
        return retries.forget(path)
      }
      guard devices.count < Self.mostDevices else { throw Errno(rawValue: EMFILE) }
      try loop.add(device.node, token: nextToken)
      devices[nextToken] = device
      nextToken += 1
      retries.forget(path)
      handler(.added(device.summary))
      device.begin(at: .now(), handler)
    } catch {
      if let refusal = retries.failed(path, error, at: .now()) {
        handler(.refused(path: path, refusal))
      }
    }
  }

  private func forget(_ path: String) {
    retries.forget(path)
    // Reading fails if the open device is the one that is gone.
    if let token = token(of: path) { read(token) }
  }

  private func token(of path: String) -> UInt64? {
    devices.first { $0.value.summary.path == path }?.key
  }
}
