internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming
internal import VitrineVideoDecoders
internal import VitrineVideoDevices

/// Writes decoded frames to scanout memory and queues them for the presenter. Bound to the video
/// thread of its pipeline. If the pictures change in mid-stream, it makes a new plan.
struct PictureWriter: ~Copyable {
  private let display: any PictureDisplay
  private var track: Track
  private(set) var queues: RunQueues
  private var converter = PictureConverter()
  private var deinterlacer = RunDeinterlacer()
  private var run = Run()
  private var memory: PictureMemory
  /// The state of a hardware decoder's pictures.
  private var device: DeviceOutput
  /// The file's HDR metadata, settled once for all pictures.
  private var hdrResolver: HDRMetadataResolver
  private let binding = ThreadBinding()

  /// The state of a run's pictures.
  private struct Run {
    var placement = FramePlacement()
    /// The latest frame before the target of a seek, shown if no frame follows.
    var held: DecodedVideo?
    /// The properties that were recorded for the run: only changes take a lock.
    var traits = RunQueues.PictureTraits()
    /// Why no further picture can be shown.
    var failure: PlaybackError?
    /// Whether a picture was skipped because it is shown after the run's end, like all that follow.
    var isPastEnd = false
  }

  init(_ pools: PicturePools, _ track: Track, _ queues: RunQueues) {
    display = pools.display
    self.track = track
    self.queues = queues
    memory = PictureMemory(pools)
    device = DeviceOutput(pools.display)
    hdrResolver = HDRMetadataResolver(track.picture?.hdr)
  }

  /// Whether the run has no picture yet.
  var isEmpty: Bool { run.placement.count == 0 }
  /// Whether the run needs no further picture.
  var isPastEnd: Bool { run.isPastEnd }
  /// Whether the run's frames are interlaced.
  var isInterlaced: Bool { deinterlacer.isActive }

  /// Continues with the frames of another run.
  mutating func begin(_ queues: RunQueues) {
    binding.check()
    self.queues = queues
    run = Run()
    device.refusal = nil
    deinterlacer.begin()
    if memory.releaseOutdated() { device.forget() }
  }

  /// Continues the run with another rendition.
  mutating func change(to track: Track) {
    self.track = track
    device.forget()
    hdrResolver = HDRMetadataResolver(track.picture?.hdr)
  }

  /// Continues with another decoder, which starts before the queued pictures.
  mutating func resume() {
    run.placement.resume()
    // A refusal by the previous decoder no longer matters.
    device.refusal = nil
    device.forget()
  }

  /// The device reallocates its memory. Queued pictures and the one on screen keep their buffers.
  mutating func dropImports() { device.forget() }

  /// A hardware decoder cannot use the software decoder's memory. Queued pictures and the one on
  /// screen keep their buffers.
  mutating func leaveMemory() { memory.releaseAll() }

  /// Why the CPU converts a hardware decoder's pictures; nil if it does not.
  var conversion: String? { device.conversion }

  mutating func consumeRefusal() -> DeviceOutput.Refusal? {
    defer { device.refusal = nil }
    return device.refusal
  }

  mutating func consumeFailure() -> PlaybackError? {
    defer { run.failure = nil }
    return run.failure
  }

  /// Scanout memory for the decoder itself, if its pictures can be shown unchanged and that memory
  /// is fast to read.
  mutating func lender() throws(PlaybackError) -> BufferLender? {
    guard let description = track.picture,
      let lender = try memory.lender(for: description)
    else { return nil }
    queues.report(.decoding("direct"))
    return lender
  }

  /// Writes one frame; waits while enough are queued. Returns false if the run was closed.
  mutating func write(_ video: DecodedVideo) -> Bool {
    binding.check()
    do throws(PlaybackError) {
      if let frame = video.frame { queues.receiveCaptions(of: frame) { time(of: video) } }
      guard case .frame(let frame) = video.content else { return try place(video) }
      for picture in try deinterlacer.filter(frame, timebase: track.timebase) {
        guard try place(DecodedVideo(picture)) else { return false }
      }
      return true
    } catch {
      run.failure = error
      return false
    }
  }

  /// Queues the frames that a filter still holds.
  mutating func finish() throws(PlaybackError) {
    binding.check()
    for picture in try deinterlacer.finish() {
      guard try place(DecodedVideo(picture)) else { return }
    }
    if isEmpty, let held = run.held {
      run.held = nil
      _ = try queue(held)
    }
    // A short track, or one without any picture, must not delay the others.
    queues.recordStart(of: .video, at: run.placement.start)
  }

  /// Queues a frame that belongs to the run. Returns false if the run was closed.
  private mutating func place(_ frame: DecodedVideo) throws(PlaybackError) -> Bool {
    let (pts, bounds) = (time(of: frame), queues.bounds)
    switch run.placement.decide(at: pts, duration: duration(of: frame), bounds) {
    case .skip:
      // A run shorter than its head start begins now, instead of waiting until the packets after its end are decoded.
      if !isEmpty, let end = bounds.end, pts >= end {
        run.isPastEnd = true
        queues.recordStart(of: .video, at: run.placement.start)
      }
      return !queues.isClosed
    case .hold:
      run.held = frame
      return !queues.isClosed
    case .show:
      run.held = nil
      return try queue(frame)
    }
  }

  private func time(of frame: DecodedVideo) -> MediaTime {
    run.placement.time(of: frame.pts, queues.bounds, origin: queues.origin)
  }

  private func duration(of frame: DecodedVideo) -> MediaTime {
    frame.duration ?? track.frameDuration ?? .defaultFrameDuration
  }

  private mutating func queue(_ video: DecodedVideo) throws(PlaybackError) -> Bool {
    let pts = time(of: video)
    let duration = duration(of: video)
    run.placement.advance(to: pts + duration)
    guard let picture = try picture(of: video, pts, duration) else { return false }
    let traits = RunQueues.PictureTraits(
      transfer: picture.plan.hdr?.transfer, displaySize: video.displaySize ?? run.traits.displaySize
    )
    if traits != run.traits {
      run.traits = traits
      queues.record(traits)
    }
    guard queues.pictures.push(picture) else { return false }
    run.placement.recordQueued(at: pts)
    if run.placement.count == queues.headStart {
      queues.recordStart(of: .video, at: run.placement.start)
    }
    display.nudge()
    // After the first picture is queued, the rest of the ring is allocated before the clock starts.
    if run.placement.count == 1 { try memory.fill() }
    return true
  }

  /// Returns nil if the run was closed while waiting for memory.
  private mutating func picture(
    of video: DecodedVideo, _ pts: MediaTime, _ duration: MediaTime
  ) throws(PlaybackError) -> ScanoutPicture? {
    switch video.content {
    case .frame(let frame):
      let description = hdrResolver.resolve(frame.description)
      if let (buffer, plan) = memory.lent(frame, description) {
        return ScanoutPicture(
          run: queues.run, pts: pts, duration: duration, buffer: buffer, plan: plan,
          holder: .frame(frame))
      }
      return try converted(frame, description, pts, duration)
    case .device(let picture, let description):
      if picture.isInterlaced {
        device.refusal = DeviceOutput.Refusal("its frames are interlaced")
        return nil
      }
      return try shown(video, description, pts, duration, by: .device(picture))
    case .shared(let frame, _, let description):
      return try shown(video, description, pts, duration, by: .frame(frame))
    }
  }

  /// A hardware decoder's picture, imported or converted; nil with a refusal if neither is
  /// possible.
  private mutating func shown(
    _ video: DecodedVideo, _ own: PictureDescription, _ pts: MediaTime, _ duration: MediaTime,
    by holder: ScanoutPicture.Holder
  ) throws(PlaybackError) -> ScanoutPicture? {
    let description = hdrResolver.resolve(own)
    let before = device.path
    do throws(DeviceOutput.Refusal) {
      if let (buffer, plan) = try device.buffer(of: video, description, in: track) {
        if before != device.path { queues.report(.decoding("device")) }
        return ScanoutPicture(
          run: queues.run, pts: pts, duration: duration, buffer: buffer, plan: plan, holder: holder)
      }
    } catch {
      device.refusal = error
      return nil
    }
    if before != device.path { queues.report(.decoding("device-copied")) }
    return try converted(video, description, pts, duration)
  }

  /// Converts a hardware decoder's picture from the device's memory; nil with a refusal if the
  /// processor cannot read that memory, or not fast enough.
  private mutating func converted(
    _ video: DecodedVideo, _ description: PictureDescription, _ pts: MediaTime,
    _ duration: MediaTime
  ) throws(PlaybackError) -> ScanoutPicture? {
    let copies = try memory.copies(of: description)
    // Before the device's memory is mapped, because this may wait.
    guard let lease = try lease(from: copies.pool) else { return nil }
    let result: Result<Bool, PlaybackError>
    do throws(PictureReadingError) {
      result = try video.read { frame in
        Result { () throws(PlaybackError) in
          guard device.mayRead(frame, of: track) else { return false }
          try convert(frame, copies, into: lease.buffer)
          return true
        }
      }
    } catch {
      device.refusal = DeviceOutput.Refusal(device.conversion, error)
      return nil
    }
    guard try result.get() else {
      device.refusal = DeviceOutput.Refusal(device.conversion, .slow)
      return nil
    }
    return ScanoutPicture(
      run: queues.run, pts: pts, duration: duration, buffer: lease.buffer, plan: copies.plan,
      holder: .lease(lease))
  }

  /// A copy in scanout memory; nil if the run was closed while waiting for memory.
  private mutating func converted(
    _ frame: Frame, _ description: PictureDescription, _ pts: MediaTime, _ duration: MediaTime
  ) throws(PlaybackError) -> ScanoutPicture? {
    let isNew = !memory.hasCopies(of: description)
    let copies = try memory.copies(of: description)
    if isNew { queues.report(.decoding("copied")) }
    guard let lease = try lease(from: copies.pool) else { return nil }
    try convert(frame, copies, into: lease.buffer)
    return ScanoutPicture(
      run: queues.run, pts: pts, duration: duration, buffer: lease.buffer, plan: copies.plan,
      holder: .lease(lease),
      decoded: copies.keepsFrames ? DecodedPicture(frame, description) : nil)
  }

  /// The single pass over the pixels.
  private mutating func convert(
    _ frame: Frame, _ copies: PictureMemory.Copies, into buffer: ScanoutBuffer
  ) throws(PlaybackError) {
    do throws(MediaError) {
      unsafe try converter.convert(
        frame,
        PictureConverter.Job(
          source: copies.plan.picturePart, sourceColor: copies.description.color,
          destination: copies.plan.bufferPart, layout: buffer.layout,
          rotation: copies.plan.rotation, tones: copies.plan.tones(of: copies.description),
          destinationColor: copies.plan.color),
        into: buffer.bytes)
    } catch {
      throw PlaybackError(error)
    }
  }

  /// Memory for a picture; waits while all is in use. Returns nil if the run was closed meanwhile.
  private func lease(from pool: ScanoutPool) throws(PlaybackError) -> BufferLease? {
    if let lease = try pool.tryAcquire() { return lease }
    startWithFewer()
    return try pool.acquire(unless: { [queues] in queues.isClosed })
  }

  /// All memory is on screen or in the queue. If the queue is shorter than a run's head start, the
  /// run starts with it: there will be no more pictures before it starts.
  func startWithFewer() {
    queues.limitHeadStart()
    if !isEmpty { queues.recordStart(of: .video, at: run.placement.start) }
  }
}

/// Turns the frames of a run into whole pictures, from its first interlaced frame on. Bound to the
/// video thread of its pipeline.
struct RunDeinterlacer: ~Copyable {
  /// Whether the run's frames are interlaced.
  private(set) var isActive = false
  private var deinterlacer: Deinterlacer?

  /// Continues with another run: the filter holds fields of the previous position.
  mutating func begin() {
    isActive = false
    deinterlacer = nil
  }

  /// Returns the pictures that are ready.
  mutating func filter(_ frame: Frame, timebase: Timebase) throws(PlaybackError) -> [Frame] {
    if !isActive {
      guard frame.isInterlaced else { return [frame] }
      isActive = true
      do {
        deinterlacer = try Deinterlacer(like: frame, timebase: timebase)
      } catch {
        throw PlaybackError(error)
      }
    }
    return try pass(frame)
  }

  /// Returns the pictures that the filter still holds.
  mutating func finish() throws(PlaybackError) -> [Frame] { isActive ? try pass(nil) : [] }

  private mutating func pass(_ frame: Frame?) throws(PlaybackError) -> [Frame] {
    do throws(MediaError) {
      guard let pictures = try deinterlacer?.filter(frame) else { return [] }
      return pictures
    } catch {
      throw PlaybackError(error)
    }
  }
}
