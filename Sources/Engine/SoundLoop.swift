internal import Linux
internal import Media
internal import Playback
internal import Sound
internal import Timing

/// What the sound thread runs: looks at the device fifty times a second, keeps it filled, and
/// publishes the clock.
struct SoundLoop: ~Copyable {
  private var device: SoundDevice
  private let format: SoundFormat
  private let shared: Shared<SoundState>
  private let changed: @Sendable () -> Void
  private var clock: PlaybackClock
  private var measured: SampleClock?
  /// The place on the ruler of the next frame to be written.
  private var written: Int64 = 0
  /// Up to this place silence is written, so that what follows begins on a vblank.
  private var silentUntil: Int64 = 0
  private var playing: Playing?
  private var isPaused = false
  private let silence: [Int16]

  /// The run whose sound is being written.
  private struct Playing {
    let run: Run
    let chunks: BoundedQueue<SoundChunk>?
    var splicer: SoundSplicer
    /// Frames whose time passed before they could be written: they are left out.
    var owed = 0
    var hasEnded = false
  }

  private static let tick = Duration.milliseconds(20)
  /// How much is written ahead. Little while silent, so that a new run begins soon.
  private static let depthWhilePlaying = Duration.milliseconds(100)
  private static let depthWhileSilent = Duration.milliseconds(40)

  init(
    device: consuming SoundDevice, format: SoundFormat, shared: Shared<SoundState>,
    changed: @escaping @Sendable () -> Void
  ) {
    self.device = device
    (self.format, self.shared, self.changed) = (format, shared, changed)
    clock = shared.value.clock
    silence = Array(repeating: 0, count: format.rate / 10 * format.channels)
  }

  mutating func run(_ orders: BoundedQueue<SoundFeed.Order>, wakeup: Wakeup) {
    // Without these two there is no thread to speak of; they fail only when descriptors run out.
    guard let loop = try? EventLoop(), let timer = try? Timer(),
      (try? loop.add(wakeup.descriptor, token: 0)) != nil,
      (try? loop.add(timer.descriptor, token: 1)) != nil
    else { return }
    while !orders.isExhausted {
      let now = HostTime.now()
      device.openIfDue(now)
      keepFilled(now)
      while let order = orders.tryPop() { carryOut(order) }
      keepFilled(now)
      timer.set(to: now + Self.tick)
      try? loop.wait { $0 == 0 ? wakeup.clear() : timer.clear() }
    }
  }

  // MARK: Orders

  private mutating func carryOut(_ order: SoundFeed.Order) {
    switch order {
    case .begin(let run, let chunks, let start, let vblanks):
      let place = nextPlace(on: vblanks)
      clock.timeline.begin(run, at: start, from: place)
      silentUntil = place
      playing = Playing(
        run: run, chunks: chunks,
        splicer: SoundSplicer(start: start, rate: format.rate, channels: format.channels))
      if isPaused { clock.timeline.pause(from: place) }
    case .leave(let run):
      guard playing?.run == run else { return }
      playing = nil
      shared.update { $0.ended[run] = nil }
    case .pause:
      guard !isPaused else { return }
      isPaused = true
      clock.timeline.pause(from: max(written, silentUntil))
    case .resume(let vblanks):
      guard isPaused else { return }
      isPaused = false
      silentUntil = nextPlace(on: vblanks)
      clock.timeline.resume(from: silentUntil)
    }
    takeChunks()
    publish()
    changed()
  }

  /// The first place that can still be written and is heard on a vblank.
  private func nextPlace(on vblanks: VblankClock?) -> Int64 {
    let free = clock.steady.time(of: Double(written))
    guard let vblank = vblanks?.vblank(after: free - .nanoseconds(1)) else { return written }
    return max(written, Int64(clock.steady.position(at: vblank).rounded()))
  }

  // MARK: The device

  private mutating func keepFilled(_ now: HostTime) {
    takeChunks()
    switch device.status {
    case .none: passTime(now)
    case .some(let status):
      switch status.state {
      case .gone: lose(SoundError("status", device.name, -19))
      case .prepared, .underrun: restart(status, now)
      case .running: follow(status, now)
      }
    }
    publish()
  }

  /// The device plays: learn where it is, and fill it up.
  private mutating func follow(_ status: PCM.Status, _ now: HostTime) {
    let time = status.time.nanoseconds > 0 ? status.time : now
    measured?.observe(sample: written - Int64(status.delay), at: time)
    if let measured { clock.steady.follow(measured, at: now) }
    write(depth - status.delay)
  }

  /// The device stands still: at the beginning, or because it ran dry. The ruler went on, so
  /// what should have been heard meanwhile is left out, and the picture does not notice.
  private mutating func restart(_ status: PCM.Status, _ now: HostTime) {
    if status.state == .underrun {
      shared.update { $0.underruns += 1 }
      do { try device.prepare() } catch { return lose(error) }
    }
    let start = max(Int64(clock.steady.position(at: now).rounded(.up)), 0)
    skip(to: start)
    // Without a device, frames up to here were left out already: silence takes their place.
    silentUntil = max(silentUntil, written)
    written = start
    write(depth)
    do { try device.start() } catch { return lose(error) }
    measured = SampleClock(rate: Double(format.rate), sample: start, at: .now())
    changed()
  }

  private mutating func lose(_ error: SoundError) {
    measured = nil
    device.lose(error)
  }

  /// Without a device: frames are left out when their time has come.
  private mutating func passTime(_ now: HostTime) {
    let ahead = Int64(clock.steady.position(at: now)) + Int64(depth)
    guard ahead > written else { return }
    skip(to: ahead)
    written = ahead
  }

  /// What lies between here and `place` on the ruler is not heard.
  private mutating func skip(to place: Int64) {
    guard !isPaused, playing != nil else { return }
    let missed = place - max(written, silentUntil)
    if missed > 0 { playing?.owed += Int(missed) }
    takeChunks()
  }

  private var depth: Int {
    let isSounding = playing.map { !$0.hasEnded || $0.splicer.count > 0 } ?? false
    let time = isSounding && !isPaused ? Self.depthWhilePlaying : Self.depthWhileSilent
    return Int(time.seconds * Double(format.rate))
  }

  // MARK: Samples

  private mutating func write(_ frames: Int) {
    var left = frames
    while left > 0 {
      let isSilent = isPaused || written < silentUntil || (playing?.splicer.count ?? 0) == 0
      let room = written < silentUntil ? min(left, Int(silentUntil - written)) : left
      do {
        let taken =
          isSilent
          ? try device.write(silence.prefix(room * format.channels))
          : try device.write((playing?.splicer.ready ?? []).prefix(room * format.channels))
        guard taken > 0 else { return }
        note(taken, isSilent: isSilent)
        left -= taken
      } catch {
        // The next look at the device finds out whether it ran dry or is gone.
        if error.isGone { lose(error) }
        return
      }
    }
  }

  private mutating func note(_ frames: Int, isSilent: Bool) {
    if !isSilent {
      playing?.splicer.remove(frames)
      takeChunks()
    } else if !isPaused, written >= silentUntil, playing?.hasEnded == false {
      playing?.owed += frames  // the decoder is late: its frames' time has passed
    }
    written += Int64(frames)
  }

  /// Takes what the decoder has ready, up to what the device may want soon.
  private mutating func takeChunks() {
    guard var current = playing, !current.hasEnded else { return payDebt() }
    let wanted = format.rate / 5 + current.owed
    while current.splicer.count < wanted, let chunk = current.chunks?.tryPop() {
      current.splicer.append(chunk.samples, pts: chunk.pts)
    }
    if current.chunks?.isExhausted ?? true {
      current.hasEnded = true
      let (run, end) = (current.run, current.splicer.endTime)
      shared.update { $0.ended[run] = end }
      changed()
    }
    playing = current
    payDebt()
  }

  private mutating func payDebt() {
    guard let current = playing, current.owed > 0 else { return }
    let paid = min(current.owed, current.splicer.count)
    playing?.splicer.remove(paid)
    playing?.owed -= paid
  }

  private func publish() {
    let (clock, name) = (clock, device.isOpen ? device.name : nil)
    shared.update { state in
      state.clock = clock
      state.device = name
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

  fileprivate func start() throws(SoundError) {
    switch pcm {
    case .some(let pcm): try pcm.start()
    case .none: break
    }
  }
}
