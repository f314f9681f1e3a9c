internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePlayback
internal import VitrineSound
internal import VitrineTiming

/// Another language of the items, on a separate device.
package struct CompanionOptions: Hashable, Sendable {
  package let language: String
  package let sound: SoundOptions

  package init(language: String, _ sound: SoundOptions) {
    (self.language, self.sound) = (language, sound)
  }
}

/// Plays another language of the items on a second device, with its own thread. It follows the timeline of
/// the main sound, which it never disturbs: it only reads the published clock.
final class SoundCompanion: Sendable {
  private let commands = BoundedQueue<SoundCommand>(limit: .max)
  private let wakeup: Wakeup
  private let thread: NamedThread

  /// `clock` returns that of the main sound.
  init(
    _ options: CompanionOptions, clock: @escaping @Sendable () -> PlaybackClock,
    report: @escaping @Sendable (SoundFeed.Event) -> Void
  ) throws(Errno) {
    wakeup = try Wakeup()
    let (wakeup, commands) = (wakeup, commands)
    thread = try NamedThread("sound \(options.language)", priority: .realtime(level: 15)) {
      var loop = CompanionLoop(options, clock: clock, report: report)
      loop.run(commands, wakeup: wakeup)
    }
  }

  func perform(_ command: SoundCommand) {
    switch command {
    case .begin, .follow, .leave, .setVolume:
      commands.push(command)
      wakeup.ring()
    // The clock shows them.
    case .pause, .resume, .setSpeed, .trim, .leap, .step: break
    // The main sound's.
    case .speak, .accompany, .choose: break
    }
  }

  func close() {
    commands.close()
    wakeup.ring()
    thread.join()
  }
}

/// The loop of a companion's thread: fifty times a second it checks the device and fills it.
struct CompanionLoop: ~Copyable {
  private let language: String
  private var device: SoundDevice
  private let clock: @Sendable () -> PlaybackClock
  private let report: @Sendable (SoundFeed.Event) -> Void
  private var runs: [Run: (voice: SoundVoice, reader: LanguageReader)] = [:]
  private var format = SoundFormat.standard
  private var gain = SoundGain(rate: SoundFormat.standard.rate, channels: 2)
  private var matcher: RateMatcher?
  private var correction = DriftCorrection(rate: SoundFormat.standard.rate)
  private var progress = SoundProgress()
  /// Samples that the device has not accepted yet.
  private var rest: ArraySlice<Int16> = []
  /// The run and the frames that were written last.
  private var last: Run?
  private var written: Int64 = 0
  /// The frames by which the sound is later than the picture.
  private let delay: Double

  private static let tick = Duration.milliseconds(20)
  /// How far ahead sound is written. Less than the main sound, which decides what follows.
  private static let depth = 3840

  init(
    _ options: CompanionOptions, clock: @escaping @Sendable () -> PlaybackClock,
    report: @escaping @Sendable (SoundFeed.Event) -> Void
  ) {
    (language, self.clock, self.report) = (options.language, clock, report)
    device = SoundDevice(options.sound, report: report)
    delay = options.sound.delay.seconds * Double(SoundFormat.standard.rate)
    matcher = nil
  }

  /// Runs until the commands are closed.
  mutating func run(_ commands: BoundedQueue<SoundCommand>, wakeup: Wakeup) {
    // Both fail only if file descriptors run out; then there is no sound.
    guard let loop = try? EventLoop(), let timer = try? Timer(),
      (try? loop.add(wakeup.descriptor, token: 0)) != nil,
      (try? loop.add(timer.descriptor, token: 1)) != nil
    else { return }
    while !commands.isExhausted {
      let now = HostTime.now()
      while let command = commands.tryPop() { carryOut(command) }
      if device.openIfDue(now) { useNewDevice() }
      keepFilled(now)
      timer.set(to: now + Self.tick)
      try? loop.wait { $0 == 0 ? wakeup.clear() : timer.clear() }
    }
    for run in runs.values { run.reader.close() }
  }

  private mutating func carryOut(_ command: SoundCommand) {
    switch command {
    case .begin(let run, _), .follow(let run, _): begin(run)
    case .leave(let run): runs.removeValue(forKey: run)?.reader.close()
    case .setVolume(let volume): gain.set(volume)
    default: break
    }
  }

  private mutating func begin(_ run: SoundRun) {
    guard runs[run.run] == nil, let path = run.path else { return }
    let report = report
    do throws(Errno) {
      let reader = try LanguageReader(path, in: language, from: run.start, format) {
        report(.unavailable("\($0)"))
      }
      let source = SoundRun(
        run: run.run, chunks: reader.chunks, start: run.start, ending: run.ending)
      runs[run.run] = (SoundVoice(source, format: format), reader)
    } catch {
      report(.unavailable("cannot start a thread: \(error)"))
    }
  }

  private mutating func useNewDevice() {
    guard let format = device.format else { return }
    if format != self.format {
      self.format = format
      for run in runs.keys { runs[run]?.voice.change(to: format) }
      gain.change(channels: format.channels, isWide: format.isWide)
    }
    matcher = try? RateMatcher(format)
    (rest, written) = ([], 0)
    correction.restart()
  }

  private mutating func keepFilled(_ now: HostTime) {
    guard let status = device.status else { return }
    switch status.state {
    case .gone: device.lose(SoundError("status", device.name, .noDevice))
    case .prepared, .underrun: restart(status, now)
    case .running:
      let time = status.time.nanoseconds > 0 ? status.time : now
      if progress.check(position: written - Int64(status.delay), now: now) == .standing {
        return device.lose(.stalled(device.name), isStalled: true)
      }
      if progress.hasMoved { device.confirmPlayback() }
      fill(from: time, status.delay)
    }
  }

  private mutating func restart(_ status: PCM.Status, _ now: HostTime) {
    do throws(SoundError) {
      if status.state == .underrun { try device.prepare() }
      (rest, written) = ([], 0)
      correction.restart()
      fill(from: now, 0)
      try device.start()
      progress.begin(at: 0, now: now)
    } catch {
      device.lose(error)
    }
  }

  /// Fills the device, which plays `queued` frames from `time` on before the next ones.
  private mutating func fill(from time: HostTime, _ queued: Int) {
    var queued = queued
    while queued < Self.depth {
      if rest.isEmpty {
        let heard = time + Duration(roundingNanoseconds: Double(queued) / Double(format.rate) * 1e9)
        rest = next(heard)[...]
        // The filter has kept them.
        if rest.isEmpty { continue }
      }
      do throws(SoundError) {
        let taken = try device.write(rest)
        guard taken > 0 else { return }
        rest = rest.dropFirst(taken * format.frameSize)
        queued += taken
        written += Int64(taken)
      } catch {
        // The next check of the device finds out whether it had an underrun or is gone.
        if error.isGone { device.lose(error) }
        return
      }
    }
  }

  /// The samples to be heard at `time`.
  private mutating func next(_ time: HostTime) -> [Int16] {
    let block = format.rate / 100
    func silence(_ frames: Int) -> [Int16] {
      [Int16](repeating: 0, count: frames * format.frameSize)
    }
    let clock = clock()
    guard let place = clock.timeline.place(at: clock.steady.position(at: time) - delay),
      place.speed == 1, var run = runs.removeValue(forKey: place.run)
    else {
      correction.restart()
      return silence(block)
    }
    // Taken out, so that its samples are not copied.
    defer { runs[place.run] = run }
    if last != place.run { correction.restart() }
    last = place.run
    _ = run.voice.receiveChunks(speed: 1, codings: [])
    guard !run.voice.isSpent else { return silence(block) }
    switch correction.step(early: (run.voice.nextTime - place.media).seconds, frames: block) {
    case .wait(let frames): return silence(min(frames, block))
    case .skip(let frames):
      run.voice.owe(frames)
      _ = run.voice.receiveChunks(speed: 1, codings: [])
      // Frames that were not read yet are skipped later.
      guard !run.voice.isSpent else { return silence(block) }
      return play(&run.voice, block, extra: 0)
    case .play(let extra): return play(&run.voice, block, extra: extra)
    }
  }

  private mutating func play(_ voice: inout SoundVoice, _ frames: Int, extra: Int) -> [Int16] {
    let samples = voice.ready(frames, isStretched: false)
    let louder = gain.isIdle ? Array(samples) : gain.apply(to: samples)
    voice.remove(samples.count / format.frameSize, isStretched: false, speed: 1)
    // Without the filter, a growing difference is cut.
    return (try? matcher?.process(louder[...], extra: extra)) ?? louder
  }
}

/// Reads the sound of one run in another language, from the file of its item. On the thread "language", so
/// that a slow disk or a damaged track disturbs nothing else.
final class LanguageReader: Sendable {
  /// Weighted in frames. Closed at the end of the file, and if it has no sound in the language.
  let chunks = BoundedQueue<SoundChunk>(limit: SoundFormat.standard.rate)
  private let interrupter = Demuxer.Interrupter()
  private let thread: NamedThread

  /// `start` is in the file's own time.
  init(
    _ path: String, in language: String, from start: MediaTime, _ format: SoundFormat,
    report: @escaping @Sendable (MediaError) -> Void
  ) throws(Errno) {
    let (chunks, interrupter) = (chunks, interrupter)
    thread = try NamedThread("language") {
      do throws(MediaError) {
        try Self.read(path, language, start, format, interrupter, into: chunks)
      } catch {
        if !chunks.isOver { report(error) }
      }
      chunks.close()
    }
  }

  /// Ends the thread soon, without waiting: it may be blocked on a network share.
  func close() {
    interrupter.interrupt()
    chunks.close(discarding: true)
    thread.detach()
  }

  private static func read(
    _ path: String, _ language: String, _ start: MediaTime, _ format: SoundFormat,
    _ interrupter: Demuxer.Interrupter, into chunks: BoundedQueue<SoundChunk>
  ) throws(MediaError) {
    var demuxer = try Demuxer(path: path, interrupter: interrupter)
    let sounds = demuxer.infos.filter { $0.kind == .audio }
    guard let info = TrackChoice.preferred(sounds, in: [language]) else { return }
    demuxer.select([info])
    guard let track = demuxer.audio else { return }
    if start > demuxer.start { try demuxer.seek(to: start, .before) }
    var packets = PacketReader(demuxer)
    var decoder = try Decoder(of: track, threads: 1)
    var resampler = Resampler(to: format)
    /// Returns false once the run is closed.
    func queue(_ chunk: SoundChunk) -> Bool {
      let end = chunk.pts.map { $0 + MediaTime(Int64(chunk.count), Int32(format.rate)) }
      if chunk.samples.isEmpty || end.map({ $0 <= start }) == true { return !chunks.isOver }
      return chunks.push(chunk, weight: chunk.count)
    }
    func decode(_ packet: Packet?) throws(MediaError) -> Bool {
      do throws(MediaError) {
        var isSent = false
        while !isSent {
          isSent = try decoder.send(packet)
          while case .frame(let frame) = try decoder.receive() {
            guard queue(try resampler.convert(frame)) else { return false }
          }
        }
      } catch .undecodable {
        // The splicer fills the gap with silence.
      }
      return true
    }
    while true {
      switch try packets.next(&demuxer) {
      case .audio(let packet): guard try decode(packet) else { return }
      case .ended:
        guard try decode(nil) else { return }
        _ = queue(try resampler.flush())
        return
      default: break
      }
    }
  }
}
