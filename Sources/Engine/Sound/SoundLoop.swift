internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineSound
internal import VitrineTiming

/// What the sound thread runs: looks at the device fifty times a second, keeps it filled, and
/// publishes the clock. Where there is neither a device nor a sound, once a second.
struct SoundLoop: ~Copyable {
  private var device: SoundDevice
  private let shared: Shared<SoundState>
  private let changed: @Sendable () -> Void
  private var mix: SoundMix
  private var measured: SampleClock?
  private var progress = SoundProgress()

  private static let tick = Duration.milliseconds(20)
  /// Nothing happens by itself then but a device that comes.
  private static let rest = Duration.seconds(1)

  init(
    device: consuming SoundDevice, format: SoundFormat, shared: Shared<SoundState>,
    changed: @escaping @Sendable () -> Void
  ) {
    self.device = device
    (self.shared, self.changed) = (shared, changed)
    mix = SoundMix(format: format, clock: shared.value.clock)
  }

  /// Runs until there will be no more orders; with `drains`, until all has been heard.
  mutating func run(
    _ orders: BoundedQueue<SoundFeed.Order>, wakeup: Wakeup, drains: Shared<Bool>
  ) {
    // Without these two there is no thread to speak of; they fail only when descriptors run out.
    guard let loop = try? EventLoop(), let timer = try? Timer(),
      (try? loop.add(wakeup.descriptor, token: 0)) != nil,
      (try? loop.add(timer.descriptor, token: 1)) != nil
    else { return }
    while !orders.isExhausted || (drains.value && isHeard) {
      let now = HostTime.now()
      if device.openIfDue(now) { measured = nil }
      keepFilled(now)
      while let order = orders.tryPop() {
        if case .accompany(let sink) = order { device.accompany(sink, now) }
        mix.carryOut(order)
        publish()
        changed()
      }
      keepFilled(now)
      let rests = mix.isIdle && !device.isOpen && !orders.isExhausted
      timer.set(to: now + (rests ? Self.rest : Self.tick))
      try? loop.wait { $0 == 0 ? wakeup.clear() : timer.clear() }
    }
  }

  /// Whether something that was written is still to be heard.
  private var isHeard: Bool {
    mix.clock.steady.position(at: .now()) < Double(mix.soundedUntil)
  }

  private mutating func keepFilled(_ now: HostTime) {
    mix.takeChunks()
    switch device.status {
    case .none: passTime(now)
    case .some(let status):
      switch status.state {
      case .gone: lose(SoundError("status", device.name, .noDevice))
      case .prepared, .underrun: restart(status, now)
      case .running: follow(status, now)
      }
    }
    publish()
  }

  /// The device plays: learn where it is, and fill it up.
  private mutating func follow(_ status: PCM.Status, _ now: HostTime) {
    let (position, time) = (mix.written - Int64(status.delay), status.time)
    switch progress.look(position: position, now: now) {
    case .moving where device.isOnTrial:
      if progress.hasMoved { return startOver(now) }
    case .moving:
      measured?.observe(sample: position, at: time.nanoseconds > 0 ? time : now)
      if let measured { mix.clock.steady.follow(measured, at: now) }
    case .resting: break
    case .standing: return lose(.standing(device.name), isStanding: true)
    }
    fill(mix.depth - status.delay, reserve: status.delay)
  }

  /// A device that stood plays at last: what it was given lies behind by as long as it stood, for
  /// which no picture waits.
  private mutating func startOver(_ now: HostTime) {
    do { try device.startOver() } catch { return lose(error, isStanding: true) }
    device.noteMoving()
    restart(now)
  }

  /// The device stands still: at the beginning, or because it ran dry. The timeline went on, so
  /// what should have been heard meanwhile is left out, and the picture does not notice.
  private mutating func restart(_ status: PCM.Status, _ now: HostTime) {
    if status.state == .underrun {
      shared.update { $0.underruns += 1 }
      do { try device.prepare() } catch { return lose(error) }
    }
    restart(now)
  }

  private mutating func restart(_ now: HostTime) {
    let start = max(Int64(mix.clock.steady.position(at: now).rounded(.up)), 0)
    mix.restart(at: start)
    fill(mix.depth, reserve: 0)
    do { try device.start() } catch { return lose(error) }
    measured = SampleClock(rate: Double(mix.format.rate), sample: start, at: .now())
    progress.begin(at: start, now: now)
    changed()
  }

  private mutating func lose(_ error: SoundError, isStanding: Bool = false) {
    measured = nil
    device.lose(error, isStanding: isStanding)
  }

  /// Without a device: frames are left out when their time has come.
  private mutating func passTime(_ now: HostTime) {
    let ahead = Int64(mix.clock.steady.position(at: now)) + Int64(mix.depth)
    mix.pass(to: ahead)
    noteEdge()
  }

  /// Writes what is due next, `frames` at most; `reserve` are in the device already.
  private mutating func fill(_ frames: Int, reserve: Int) {
    var left = frames
    while left > 0 {
      guard let count = mix.prepare(left, reserve: reserve + frames - left) else { break }
      do {
        let taken = try device.write(mix.output(count))
        guard taken > 0 else { break }
        mix.advance(taken)
        left -= taken
      } catch {
        // The next look at the device finds out whether it ran dry or is gone.
        if error.isGone { lose(error) }
        break
      }
    }
    noteEdge()
  }

  private mutating func noteEdge() {
    guard mix.hasNews else { return }
    mix.hasNews = false
    publish()
    changed()
  }

  private mutating func publish() {
    let (clock, name) = (mix.clock, device.isTrusted ? device.name : nil)
    let ended = mix.ended
    shared.update { state in
      state.clock = clock
      state.device = name
      state.ended = ended
    }
  }
}

extension SoundDevice {
  fileprivate var status: PCM.Status? {
    switch pcm {
    case .some(let pcm): pcm.status()
    case .none: nil
    }
  }

  fileprivate var name: String {
    switch pcm {
    case .some(let pcm): pcm.name
    case .none: "sound"
    }
  }

  fileprivate mutating func write(_ samples: ArraySlice<Int16>) throws(SoundError) -> Int {
    try pcm?.write(samples) ?? 0
  }

  fileprivate func prepare() throws(SoundError) {
    switch pcm {
    case .some(let pcm): try pcm.prepare()
    case .none: break
    }
  }

  fileprivate func startOver() throws(SoundError) {
    switch pcm {
    case .some(let pcm): try pcm.startOver()
    case .none: break
    }
  }

  fileprivate func start() throws(SoundError) {
    switch pcm {
    case .some(let pcm): try pcm.start()
    case .none: break
    }
  }
}
