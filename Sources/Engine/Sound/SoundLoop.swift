internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineSound
internal import VitrineTiming

/// The loop of the sound thread: fifty times a second it checks the device, fills it, and publishes
/// the clock. Once a second without a device and sound.
struct SoundLoop: ~Copyable {
  private var device: SoundDevice
  private let shared: Shared<SoundState>
  private let changed: @Sendable () -> Void
  private var mix: SoundMix
  private var measured: SampleClock?
  private var progress = SoundProgress()
  private var delay: DelayLine
  /// The frames by which the sound is ahead of the picture.
  private let lead: Int64
  private let preRoll: Int64
  /// Whether the device was opened and has not started since.
  private var isNew = false
  /// The delayed frames that were played before the device is opened for another coding.
  private var drained = 0

  private static let tick = Duration.milliseconds(20)
  /// The interval while only a new device can change anything.
  private static let rest = Duration.seconds(1)

  init(
    device: consuming SoundDevice, _ options: SoundOptions, format: SoundFormat,
    shared: Shared<SoundState>,
    changed: @escaping @Sendable () -> Void
  ) {
    self.device = device
    self.shared = shared
    self.changed = changed
    let frames = Int64(saturating: options.delay.seconds * Double(format.rate))
    delay = DelayLine(frames: Int(max(frames, 0)), channels: format.frameSize)
    lead = max(-frames, 0)
    preRoll = Int64(saturating: options.preRoll.seconds * Double(format.rate))
    mix = SoundMix(
      format: format, clock: shared.value.clock, levelsLoudness: options.levelsLoudness)
  }

  /// Runs until the commands are closed; with `drains`, until all sound has been played.
  mutating func run(
    _ commands: BoundedQueue<SoundFeed.Command>, wakeup: Wakeup, drains: Shared<Bool>
  ) {
    // Both fail only if file descriptors run out; then there is no sound.
    guard let loop = try? EventLoop(), let timer = try? Timer(),
      (try? loop.add(wakeup.descriptor, token: 0)) != nil,
      (try? loop.add(timer.descriptor, token: 1)) != nil
    else { return }
    while !commands.isExhausted || (drains.value && device.isOpen && hasUnplayedSound) {
      let now = HostTime.now()
      if device.openIfDue(now) { useNewDevice() }
      keepFilled(now)
      while let command = commands.tryPop() {
        if case .accompany(let monitor) = command { device.accompany(monitor, now) }
        mix.carryOut(command)
        if case .choose(let choice, let done) = command {
          choose(choice, now, done)
        }
        publish()
        changed()
      }
      keepFilled(now)
      let rests = mix.isIdle && !device.isOpen && !commands.isExhausted
      timer.set(to: now + (rests ? Self.rest : Self.tick))
      try? loop.wait { $0 == 0 ? wakeup.clear() : timer.clear() }
    }
  }

  private mutating func choose(
    _ choice: SoundChoice, _ now: HostTime, _ done: (String?) -> Void
  ) {
    var refusal: String?
    do {
      if try device.choose(choice, now) { useNewDevice() }
    } catch {
      refusal = error.description
    }
    publish()
    done(refusal)
  }

  private mutating func useNewDevice() {
    (measured, isNew) = (nil, true)
    guard let format = device.format else { return }
    if format != mix.format {
      delay = DelayLine(frames: delay.frames, channels: format.frameSize)
    }
    mix.change(to: format)
  }

  /// Whether written sound has not been played yet.
  private var hasUnplayedSound: Bool {
    mix.clock.steady.position(at: .now()) < Double(mix.soundedUntil) + Double(delay.frames)
  }

  private mutating func keepFilled(_ now: HostTime) {
    mix.deviceCodings = device.isTrusted ? device.codings : []
    mix.receiveChunks()
    if let status = device.status, !isOpenForCoding(status, now) { return publish() }
    switch device.status {
    case .none:
      if mix.isCodingRefused {
        mix.change(to: .standard)
        // Compressed sound would be noise on the next device.
        delay = DelayLine(frames: delay.frames, channels: mix.format.frameSize)
      }
      passTime(now)
    case .some(let status):
      switch status.state {
      case .gone: lose(SoundError("status", device.name, .noDevice))
      case .prepared, .underrun: restart(status, now)
      case .running: follow(status, now)
      }
    }
    publish()
  }

  /// Opens the device for the coding of the following sound, once the sound before it was heard. Returns
  /// false until then.
  private mutating func isOpenForCoding(_ status: PCM.Status, _ now: HostTime) -> Bool {
    let wanted = mix.wantedCoding
    guard wanted != mix.format.coding else {
      drained = 0
      return true
    }
    if status.state == .running, !isHeard(now) { return false }
    device.reopen(for: wanted)
    useNewDevice()
    if drained > 0 { fillDelay() }
    drained = 0
    return true
  }

  /// Whether all sound was heard, including the delayed one, which is written here.
  private mutating func isHeard(_ now: HostTime) -> Bool {
    do {
      while drained < delay.frames {
        let frames = delay.output(delay.frames - drained)
        let taken = try device.write(frames)
        guard taken > 0 else { break }
        delay.exchange(frames.prefix(taken * mix.format.frameSize))
        drained += taken
      }
    } catch {
      return true
    }
    // By the clock, because a stalled device does not accept the rest.
    let end = mix.written + Int64(delay.frames)
    return Int64(mix.clock.steady.position(at: now)) + lead >= end
  }

  /// Fills the delay with the sound that was due while the one before it was played.
  private mutating func fillDelay() {
    delay.move(to: mix.written)
    var left = delay.frames
    while left > 0, let count = mix.prepare(left, reserve: 0), count > 0 {
      delay.exchange(mix.output(count))
      mix.advance(count)
      left -= count
    }
  }

  /// Measures the position of a playing device and fills it up.
  private mutating func follow(_ status: PCM.Status, _ now: HostTime) {
    let (position, time) = (mix.written - Int64(status.delay) - lead, status.time)
    switch progress.check(position: position, now: now) {
    case .moving where device.isOnTrial:
      if progress.hasMoved { return startOver(now) }
    case .moving:
      measured?.observe(sample: position, at: time.nanoseconds > 0 ? time : now)
      if let measured { mix.clock.steady.follow(measured, at: now) }
    case .resting: break
    case .standing: return lose(.stalled(device.name), isStalled: true)
    }
    fill(mix.depth - status.delay, reserve: status.delay)
  }

  /// A stalled device plays at last: its samples are late by as long as it was stalled, and
  /// pictures do not wait for that.
  private mutating func startOver(_ now: HostTime) {
    do { try device.startOver() } catch { return lose(error, isStalled: true) }
    device.confirmPlayback()
    restart(now)
  }

  /// Restarts a stopped device: at the start, or after an underrun. The timeline continued, so the
  /// missed sound is skipped and the picture is not affected.
  private mutating func restart(_ status: PCM.Status, _ now: HostTime) {
    if status.state == .underrun {
      shared.update { $0.underruns += 1 }
      do { try device.prepare() } catch { return lose(error) }
    }
    restart(now)
  }

  private mutating func restart(_ now: HostTime) {
    let heard = max(Int64(mix.clock.steady.position(at: now).rounded(.up)), 0)
    let start = heard + lead
    mix.restart(at: start)
    delay.move(to: start)
    if isNew { mix.startNoEarlier(than: start +| preRoll) }
    isNew = false
    fill(mix.depth, reserve: 0)
    do { try device.start() } catch { return lose(error) }
    measured = SampleClock(rate: Double(mix.format.rate), sample: heard, at: .now())
    progress.begin(at: heard, now: now)
    changed()
  }

  private mutating func lose(_ error: SoundError, isStalled: Bool = false) {
    measured = nil
    device.lose(error, isStalled: isStalled)
  }

  /// Without a device, frames are discarded when they are due.
  private mutating func passTime(_ now: HostTime) {
    let ahead = Int64(mix.clock.steady.position(at: now)) + Int64(mix.depth)
    mix.pass(to: ahead)
    publishChanges()
  }

  /// Writes at most `frames` more; `reserve` are in the device already.
  private mutating func fill(_ frames: Int, reserve: Int) {
    var left = frames
    while left > 0 {
      guard let count = mix.prepare(left, reserve: reserve + frames - left) else { break }
      do {
        let taken = try write(mix.output(count))
        guard taken > 0 else { break }
        mix.advance(taken)
        left -= taken
      } catch {
        // The next check of the device finds out whether it had an underrun or is gone.
        if error.isGone { lose(error) }
        break
      }
    }
    publishChanges()
  }

  private mutating func write(_ samples: ArraySlice<Int16>) throws(SoundError) -> Int {
    guard delay.frames > 0 else { return try device.write(samples) }
    let taken = try device.write(delay.output(samples.count / mix.format.frameSize))
    delay.exchange(samples.prefix(taken * mix.format.frameSize))
    return taken
  }

  private mutating func publishChanges() {
    guard mix.hasChanges else { return }
    mix.hasChanges = false
    publish()
    changed()
  }

  private mutating func publish() {
    let (clock, name) = (mix.clock, device.isTrusted ? device.name : nil)
    let (codings, cause) = (mix.deviceCodings, mix.decodingCause)
    let (choice, ended, format) = (device.choice, mix.ended, mix.format)
    shared.update { state in
      state.clock = clock
      if format.coding == nil { state.format = format }
      state.coding = format.coding
      (state.codings, state.decodingCause) = (codings, cause)
      (state.choice, state.device) = (choice, name)
      state.ended = ended
    }
  }
}

extension SoundDevice {
  var status: PCM.Status? {
    switch pcm {
    case .some(let pcm): pcm.status()
    case .none: nil
    }
  }

  var format: SoundFormat? {
    switch pcm {
    case .some(let pcm): coding.map { SoundFormat($0) } ?? pcm.format
    case .none: nil
    }
  }

  var name: String {
    switch pcm {
    case .some(let pcm): pcm.name
    case .none: "sound"
    }
  }

  mutating func write(_ samples: ArraySlice<Int16>) throws(SoundError) -> Int {
    try pcm?.write(samples) ?? 0
  }

  func prepare() throws(SoundError) {
    switch pcm {
    case .some(let pcm): try pcm.prepare()
    case .none: break
    }
  }

  func startOver() throws(SoundError) {
    switch pcm {
    case .some(let pcm): try pcm.startOver()
    case .none: break
    }
  }

  func start() throws(SoundError) {
    switch pcm {
    case .some(let pcm): try pcm.start()
    case .none: break
    }
  }
}
