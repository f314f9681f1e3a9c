internal import VitrineLinux
package import VitrineMedia
package import VitrinePlayback
internal import VitrineScanout
package import VitrineTiming

/// Places the sound of run after run, with silence between, on the device's timeline without gaps.
/// Bound to the sound thread.
///
/// It does not know devices: its owner requests the next frames (`prepare`, `output`) and reports
/// what was written (`advance`).
package struct SoundMix: ~Copyable {
  private(set) var format: SoundFormat
  package var clock: PlaybackClock
  /// The timeline position of the next frame to be written.
  private(set) var written: Int64 = 0
  /// Runs whose sound has arrived completely, with the media time of its end.
  package private(set) var ended: [Run: MediaTime] = [:]
  /// The position after the last frame that was not silence.
  private(set) var soundedUntil: Int64 = 0
  /// Whether there is a change to publish.
  var hasChanges = false
  private var voice: SoundVoice?
  private var following: (run: SoundRun, vblanks: VblankClock?)?
  /// The start of the following run, once decided.
  private var edge: Int64?
  /// The remainder of the item boundary at which a run started (`ItemBoundary.owed`).
  private var owed: (run: Run, frames: Double)?
  /// Silence is written up to this position, so that the next run starts on a vblank.
  private var silentUntil: Int64 = 0
  /// A run that starts before this position is moved to it.
  private var earliestStart: Int64 = 0
  /// Silence is written from this position on; nil while not paused.
  private var haltedFrom: Int64?
  private var wantedSpeed = 1.0
  /// The rate correction of a live stream; nil for other items.
  private var trim: Double?
  private var speed: Double { wantedSpeed * (trim ?? 1) }
  private var tempo: Tempo?
  /// Whether the filter holds sound from before a skip.
  private var isTempoStale = false
  private var gain: SoundGain
  private var speech: SpokenSound
  private var silence: [Int16]
  private var isSilent = true
  /// The codings accepted by the device.
  package var deviceCodings: Set<SoundCoding> = []
  /// Whether items are played at the same loudness.
  private let levelsLoudness: Bool
  private let binding = ThreadBinding()

  /// How far ahead sound is written. Little during silence, so that a new run starts soon.
  private static let depthWhilePlaying = Duration.milliseconds(100)
  private static let depthWhileSilent = Duration.milliseconds(40)

  package init(format: SoundFormat, clock: PlaybackClock, levelsLoudness: Bool = false) {
    self.levelsLoudness = levelsLoudness
    self.format = format
    self.clock = clock
    gain = SoundGain(rate: format.rate, channels: format.channels, isWide: format.isWide)
    speech = SpokenSound(rate: format.rate, channels: format.channels, isWide: format.isWide)
    silence = Array(repeating: 0, count: format.rate / 10 * format.frameSize)
  }

  /// Another device is open, with the same rate. Positions and the timeline stay.
  package mutating func change(to format: SoundFormat) {
    guard format != self.format else { return }
    self.format = format
    gain.change(channels: format.channels, isWide: format.isWide)
    speech.change(channels: format.channels, isWide: format.isWide)
    silence = Array(repeating: 0, count: format.rate / 10 * format.frameSize)
    voice?.change(to: format)
    if let voice { gain.set(item: voice.source.gain.gain(channels: format.channels)) }
    resetTempo()
  }

  /// In frames.
  package var depth: Int {
    let isSounding = voice.map { $0.hasSound && !$0.hasEnded } ?? false
    let isBusy = haltedFrom == nil && voice != nil && (isSounding || following != nil)
    let time = isBusy ? Self.depthWhilePlaying : Self.depthWhileSilent
    return Int(time.seconds * Double(format.rate))
  }

  /// Whether no sound plays and no run follows: only time passes until the next command.
  package var isIdle: Bool { following == nil && !(voice?.hasSound ?? false) }

  /// Whether only silence follows, until a command, the start of a run or an item boundary.
  package var isSilentAhead: Bool {
    if edge != nil { return false }
    if let haltedFrom, written >= haltedFrom { return true }
    return voice.map { !$0.hasSound || $0.hasEnded && $0.isSpent } ?? true
  }

  package mutating func carryOut(_ command: SoundCommand) {
    binding.check()
    switch command {
    case .begin(let run, let vblanks): begin(run, vblanks)
    case .follow(let run, let vblanks): follow(run, vblanks)
    case .leave(let run): leave(run)
    case .pause: pause()
    case .resume(let vblanks): resume(vblanks)
    case .setSpeed(let wanted): change { $0.wantedSpeed = wanted }
    case .trim(let trim): change { $0.trim = trim }
    case .setVolume(let volume):
      gain.set(volume)
      speech.set(volume: volume)
    case .speak(let samples): speech.say(samples)
    case .leap(let run, let time): leap(run, by: time)
    case .step(let run, let media): step(run, to: media)
    case .accompany, .choose: break  // the device's
    }
    receiveChunks()
  }

  /// Moves decoded sound to the current run's voice.
  package mutating func receiveChunks() {
    binding.check()
    let speed = speed
    let codings = codings
    guard voice?.receiveChunks(speed: speed, codings: codings) == true, let voice else { return }
    ended[voice.run] = voice.endTime
    hasChanges = true
  }
}

// Compressed sound
extension SoundMix {
  /// Why compressed sound has to be decoded now, although the device takes it; nil if it passes through.
  package var decodingCause: DecodingCause? {
    if levelsLoudness { return .loudness }
    if wantedSpeed != 1 { return .speed }
    if trim != nil { return .liveStream }
    if !gain.isIdle { return .volume }
    return speech.isIdle ? nil : .speech
  }

  /// The codings that pass through to the device now.
  package var codings: Set<SoundCoding> { decodingCause == nil ? deviceCodings : [] }

  /// The coding for which the device should be open; nil for samples.
  package var wantedCoding: SoundCoding? {
    if isCodingRefused { return nil }
    guard let voice, voice.isSpent, let next = voice.awaitedFormat else { return format.coding }
    return next.coding
  }

  /// Whether the device is open for a coding that does not pass through any more.
  package var isCodingRefused: Bool { format.coding.map { !codings.contains($0) } ?? false }
}

// Requests
extension SoundMix {
  private mutating func begin(_ run: SoundRun, _ vblanks: VblankClock?) {
    // It has already followed the previous run.
    guard voice?.run != run.run else { return }
    (following, edge) = (nil, nil)
    let place = nextPlace(on: vblanks)
    silentUntil = place
    if haltedFrom != nil { haltedFrom = place }
    start(run, at: place)
  }

  private mutating func follow(_ run: SoundRun, _ vblanks: VblankClock?) {
    // The following run had already started when it was left: this one starts next.
    guard voice != nil else { return begin(run, vblanks) }
    following = (run, vblanks)
  }

  private mutating func start(_ run: SoundRun, at place: Int64) {
    clock.timeline.begin(run.run, at: run.start, from: place, speed: haltedFrom == nil ? speed : 0)
    switchVoice(to: run)
  }

  private mutating func switchVoice(to run: SoundRun) {
    ended = ended.filter { $0.key >= (voice?.run ?? run.run) }
    voice = SoundVoice(run, format: format)
    gain.set(item: run.gain.gain(channels: format.channels))
    resetTempo()
  }

  private mutating func leave(_ run: Run) {
    if following?.run.run == run {
      (following, edge) = (nil, nil)
      clock.timeline.remove(run)
    }
    guard voice?.run == run else { return }
    (voice, edge) = (nil, nil)
    ended[run] = nil
  }

  private mutating func pause() {
    guard haltedFrom == nil else { return }
    let place = max(written + Int64(voice?.restOfBurst ?? 0), silentUntil, edge ?? 0)
    haltedFrom = place
    clock.timeline.setSpeed(0, from: place)
  }

  private mutating func resume(_ vblanks: VblankClock?) {
    guard haltedFrom != nil else { return }
    haltedFrom = nil
    silentUntil = nextPlace(on: vblanks)
    clock.timeline.setSpeed(speed, from: silentUntil)
  }

  /// Applies a change of the rate.
  private mutating func change(_ body: (inout SoundMix) -> Void) {
    let (before, wasTrimmed) = (speed, trim != nil)
    body(&self)
    let speed = speed
    if speed != before, haltedFrom == nil, voice != nil {
      clock.timeline.setSpeed(speed, from: max(written, silentUntil))
    }
    // An existing filter adapts.
    if wasTrimmed, trim != nil, tempo?.setRate(speed) == true { return }
    if speed != before || wasTrimmed != (trim != nil) { resetTempo() }
  }

  private mutating func resetTempo() {
    voice?.resetTempo()
    tempo = nil
    isTempoStale = false
    let speed = speed
    // A trimmed rate keeps its filter, so that corrections cause no gap.
    if speed != 1 || trim != nil { tempo = try? Tempo(rate: speed, format: format) }
  }

  private mutating func leap(_ run: Run, by time: MediaTime) {
    guard haltedFrom == nil, voice?.run == run, following == nil else { return }
    clock.timeline.leap(by: time, from: max(written, silentUntil))
    voice?.owe(max(0, Int(time.seconds * Double(format.rate))))
    isTempoStale = true
  }

  private mutating func step(_ run: Run, to media: MediaTime) {
    guard haltedFrom != nil, voice?.run == run,
      let now = clock.timeline.mediaTime(of: run, at: Double(max(written, haltedFrom ?? 0)))
    else { return }
    clock.timeline.move(to: media)
    voice?.owe(max(0, Int((media - now).seconds * Double(format.rate))))
  }

  /// The first position that can still be written and that is played on a vblank.
  private func nextPlace(on vblanks: VblankClock?) -> Int64 {
    let first = max(written, earliestStart)
    let free = clock.steady.time(of: Double(first))
    guard let vblank = vblanks?.vblank(after: free - .nanoseconds(1)) else { return first }
    return max(first, Int64(clock.steady.position(at: vblank).rounded()))
  }
}

// Output
extension SoundMix {
  /// How many of the next `wanted` frames can be written at once; nil if it is better to wait for
  /// more decoded sound. `reserve` frames are in the device.
  mutating func prepare(_ wanted: Int, reserve: Int) -> Int? {
    binding.check()
    decideEdge(wanted)
    passEdge()
    var limit = min(wanted, silence.count / format.frameSize)
    if let edge { limit = min(limit, Int(edge - written)) }
    isSilent = true
    if let haltedFrom {
      if written >= haltedFrom { return limit }
      limit = min(limit, Int(haltedFrom - written))
    }
    if written < silentUntil { return min(limit, Int(silentUntil - written)) }
    if isTempoStale, trim != nil { resetTempo() }
    // Without a filter, sound at another rate is silent, and the picture plays.
    let isPlayable = isStretched || speed == 1 && trim == nil
    let available = isPlayable ? voice?.available(limit, tempo: &tempo) ?? 0 : 0
    if available > 0 {
      var count = min(limit, available)
      // The following run cuts this one.
      if let edge, Int64(count) == edge - written { count = voice?.wholeBursts(count) ?? count }
      if count == 0 { return limit }
      isSilent = false
      return count
    }
    let awaitsEdge = following != nil && edge == nil && voice?.hasEnded == true
    if awaitsEdge, reserve > Int(Self.depthWhileSilent.seconds * Double(format.rate)) { return nil }
    return limit
  }

  /// The frames that `prepare` announced.
  mutating func output(_ count: Int) -> ArraySlice<Int16> {
    let samples = itemOutput(count)
    // Bursts are not samples.
    if format.coding != nil { return samples }
    return speech.isIdle ? samples : speech.mixed(into: samples)[...]
  }

  private mutating func itemOutput(_ count: Int) -> ArraySlice<Int16> {
    guard !isSilent, let voice else { return silence.prefix(count * format.frameSize) }
    let samples = voice.ready(count, isStretched: isStretched)
    if format.coding != nil { return samples }
    return gain.isIdle ? samples : gain.apply(to: samples)[...]
  }

  private var isStretched: Bool {
    switch tempo {
    case .some: true
    case .none: false
    }
  }

  /// Records that these frames were written.
  mutating func advance(_ frames: Int) {
    if isSilent {
      recordSilence(Int64(frames))
    } else {
      let (isStretched, speed) = (isStretched, speed)
      voice?.remove(frames, isStretched: isStretched, speed: speed)
      soundedUntil = written + Int64(frames)
    }
    written += Int64(frames)
    speech.advance(frames)
    receiveChunks()
  }

  /// Records silence written in place of a run's sound: the decoder is late, and these frames are
  /// skipped.
  private mutating func recordSilence(_ frames: Int64) {
    let isHalted = haltedFrom.map { written >= $0 } ?? false
    let speed = speed
    guard !isHalted, written >= silentUntil, voice?.hasEnded == false else { return }
    voice?.owe(Int(Double(frames) * speed))
    isTempoStale = true
  }

  /// Skips frames up to `place`: without a device, or because it was stopped.
  package mutating func pass(to place: Int64) {
    while written < place {
      guard let count = prepare(Int(place - written), reserve: 0) else { return }
      advance(count)
    }
  }

  /// The device restarts at `start`; earlier sound is not played, and what was skipped without a
  /// device is silence.
  mutating func restart(at start: Int64) {
    pass(to: start)
    silentUntil = max(silentUntil, written)
    written = start
  }

  /// Delays the next start or resumption, while a receiver recognises the signal.
  package mutating func startNoEarlier(than place: Int64) { earliestStart = place }

  /// The predicted start of the following run, until it is decided.
  package var edgeAhead: Int64? {
    guard let edgeSeen else { return nil }
    return place(of: edgeSeen)
  }

  private var edgeSeen: ItemBoundary? {
    guard edge == nil, following != nil, let voice, voice.hasEnded,
      haltedFrom == nil, let ending = voice.source.ending.value, ending.isCertain,
      let lastPicture = clock.timeline.sample(of: ending.lastPicture, in: voice.run),
      let pictureEnd = clock.timeline.sample(of: ending.pictureEnd, in: voice.run)
    else { return nil }
    let soundEnd = voice.hasSound ? clock.timeline.sample(of: voice.endTime, in: voice.run) : nil
    return ItemBoundary(
      lastPicture: lastPicture, pictureEnd: pictureEnd, soundEnd: soundEnd,
      owed: debt(of: voice.run))
  }

  private func debt(of run: Run) -> Double {
    guard let owed, owed.run == run else { return 0 }
    return owed.frames
  }

  private func place(of edge: ItemBoundary) -> Int64 {
    edge.place(
      rate: Double(format.rate),
      vblank: following?.vblanks?.latest.map { clock.steady.position(at: $0) }, period: period)
  }

  /// The vblank period in frames of sound.
  private var period: Double? {
    (following?.vblanks?.period.seconds).map { $0 * Double(format.rate) }
  }

  /// Decides where the following run starts, as late as possible: until then a pause or a change of
  /// the rate moves it.
  private mutating func decideEdge(_ ahead: Int) {
    guard let next = following, let seen = edgeSeen else { return }
    let place = place(of: seen)
    guard place <= written + Int64(ahead) else { return }
    let decided = max(place, written)
    edge = decided
    owed = (next.run.run, seen.owed(at: decided, rate: Double(format.rate), period: period))
    clock.timeline.begin(next.run.run, at: next.run.start, from: decided, speed: speed)
    hasChanges = true
  }

  private mutating func passEdge() {
    guard let edge, written >= edge, let next = following else { return }
    (following, self.edge) = (nil, nil)
    switchVoice(to: next.run)
    receiveChunks()
  }
}
