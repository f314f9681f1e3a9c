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
  private let pools: PicturePools
  private var track: Track
  private(set) var queues: RunQueues
  private var converter = PictureConverter()
  private var deinterlacer: Deinterlacer?
  private(set) var isInterlaced = false
  private var setup: Setup?
  private var direct: Direct?
  /// The state of a hardware decoder's pictures.
  private var device: DeviceOutput
  /// The file's HDR metadata, settled once for all pictures.
  private var hdrResolver: HDRMetadataResolver
  /// Counts the changes of the arrangement; older plans are invalid.
  private var arrangementGeneration: Int
  private var lastEnd: MediaTime?
  private var start: MediaTime?
  /// The transfer function that was reported to the run.
  private var transfer: HDRMetadata.Transfer?
  private var written = 0
  /// The latest frame before the target of a seek, shown if no frame follows.
  private var passed: DecodedVideo?
  /// The latest queued picture, and the end of the pictures that another decoder repeats.
  private var lastQueued: MediaTime?
  private var skipped: MediaTime?
  /// Why no further picture can be shown.
  private var failure: PlaybackError?
  /// Why a hardware decoder's pictures cannot be shown.
  private var refusal: DeviceOutput.Refusal?
  private let binding = ThreadBinding()

  /// How pictures of one kind are shown, and the memory for them.
  private struct Setup {
    let description: PictureDescription
    let plan: ScanoutPlan
    let pool: ScanoutPool
    /// Whether to keep the frames beside their copies: the copies will be read, and their memory is
    /// slow to read.
    let keepsFrames: Bool
  }

  /// How pictures are shown that the decoder wrote into scanout memory itself.
  private struct Direct {
    let description: PictureDescription
    let plan: ScanoutPlan
    let pool: DirectPool
  }

  /// One picture is on screen, one queued in the kernel, one has just left the screen; four are
  /// queued; one is being written.
  private static let ringSize = 8
  /// A decoder also holds reference frames: at most sixteen, and one per thread.
  private static let lentLimit = 40
  /// Containers round timestamps by this much: a frame that ends so soon after the target of a seek
  /// is not the one to show.
  private static let rounding = MediaTime(1, 1000)

  init(_ pools: PicturePools, _ track: Track, _ queues: RunQueues) {
    self.pools = pools
    self.track = track
    self.queues = queues
    arrangementGeneration = pools.display.arrangementGeneration
    device = DeviceOutput(pools.display)
    hdrResolver = HDRMetadataResolver(track.picture?.hdr)
  }

  deinit { releaseMemory() }

  private var display: any PictureDisplay { pools.display }
  /// Whether the run has no picture yet.
  var isEmpty: Bool { written == 0 }

  /// Continues with the frames of another run.
  mutating func begin(_ queues: RunQueues) {
    binding.check()
    self.queues = queues
    (lastEnd, start, written, passed, failure) = (nil, nil, 0, nil, nil)
    (lastQueued, skipped, refusal) = (nil, nil, nil)
    transfer = nil
    // A filter holds fields of the previous position.
    deinterlacer = nil
    isInterlaced = false
    if arrangementGeneration != display.arrangementGeneration {
      arrangementGeneration = display.arrangementGeneration
      releaseMemory()
      (setup, direct) = (nil, nil)
      device.forget()
    }
  }

  /// Continues the run with another rendition.
  mutating func change(to track: Track) {
    self.track = track
    device.forget()
    hdrResolver = HDRMetadataResolver(track.picture?.hdr)
  }

  /// Continues with another decoder, which starts before the queued pictures.
  mutating func resume() {
    skipped = lastQueued
    // A refusal by the previous decoder no longer matters.
    refusal = nil
    device.forget()
  }

  /// The device reallocates its memory. Queued pictures and the one on screen keep their buffers.
  mutating func dropImports() { device.forget() }

  /// A hardware decoder cannot use the software decoder's memory. Queued pictures and the one on
  /// screen keep their buffers.
  mutating func leaveMemory() {
    releaseMemory()
    (setup, direct) = (nil, nil)
  }

  private func releaseMemory() {
    if let setup { pools.release(setup.pool) }
    direct?.pool.close()
  }

  /// Why the CPU converts a hardware decoder's pictures; nil if it does not.
  var conversion: String? { device.conversion }

  mutating func consumeRefusal() -> DeviceOutput.Refusal? {
    defer { refusal = nil }
    return refusal
  }

  mutating func consumeFailure() -> PlaybackError? {
    defer { failure = nil }
    return failure
  }

  /// Scanout memory for the decoder itself, if its pictures can be shown unchanged and that memory
  /// is fast to read.
  mutating func lender() throws(PlaybackError) -> BufferLender? {
    guard let description = track.picture, !description.size.isEmpty, try display.isCached() else {
      return nil
    }
    let plan = try display.plan(for: description)
    guard plan.isDirect(for: description), let format = description.format else { return nil }
    direct?.pool.close()
    let pool = DirectPool(pools, limit: Self.lentLimit, epoch: plan.epoch)
    direct = Direct(description: description, plan: plan, pool: pool)
    queues.report(.decoding("direct"))
    return BufferLender { [size = description.size] wanted, visible, room in
      guard wanted == format, visible == size else { return nil }
      return pool.lend(format, size: size, room: room)
    }
  }

  /// Writes one frame; waits while enough are queued. Returns false if the run was closed.
  mutating func write(_ video: DecodedVideo) -> Bool {
    binding.check()
    queues.counts.update { $0.frames += 1 }
    do throws(PlaybackError) {
      guard case .frame(let frame) = video.content else { return try place(video) }
      for picture in try wholePictures(frame) {
        guard try place(DecodedVideo(picture)) else { return false }
      }
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// Queues the frames that a filter still holds.
  mutating func finish() throws(PlaybackError) {
    binding.check()
    if isInterlaced {
      for picture in try filter(nil) {
        guard try place(DecodedVideo(picture)) else { return }
      }
    }
    if written == 0, let passed {
      self.passed = nil
      _ = try queue(passed)
    }
    // A short track, or one without any picture, must not delay the others.
    queues.recordStart(of: .video, at: start)
  }

  private mutating func wholePictures(_ frame: Frame) throws(PlaybackError) -> [Frame] {
    if !isInterlaced {
      guard frame.isInterlaced else { return [frame] }
      isInterlaced = true
      do {
        deinterlacer = try Deinterlacer(like: frame, timebase: track.timebase)
      } catch {
        throw PlaybackError(error)
      }
    }
    return try filter(frame)
  }

  private mutating func filter(_ frame: Frame?) throws(PlaybackError) -> [Frame] {
    do throws(MediaError) {
      guard let pictures = try deinterlacer?.filter(frame) else { return [] }
      return pictures
    } catch {
      throw PlaybackError(error)
    }
  }

  /// Queues a frame that belongs to the run. Returns false if the run was closed.
  private mutating func place(_ frame: DecodedVideo) throws(PlaybackError) -> Bool {
    let bounds = queues.bounds
    let pts = time(of: frame)
    if let skipped, pts <= skipped { return !queues.isClosed }
    if let end = bounds.end, pts >= end { return !queues.isClosed }
    if written == 0, bounds.isExact, let start = bounds.start {
      guard pts + duration(of: frame) > start + Self.rounding || pts >= start else {
        (passed, lastEnd) = (frame, pts + duration(of: frame))
        return !queues.isClosed
      }
      passed = nil
    }
    return try queue(frame)
  }

  /// A frame without a timestamp follows the previous one.
  private func time(of frame: DecodedVideo) -> MediaTime {
    frame.pts ?? lastEnd ?? queues.bounds.start ?? queues.origin
  }

  private func duration(of frame: DecodedVideo) -> MediaTime {
    frame.duration ?? track.frameDuration ?? .defaultFrameDuration
  }

  private mutating func queue(_ video: DecodedVideo) throws(PlaybackError) -> Bool {
    let pts = time(of: video)
    let duration = duration(of: video)
    lastEnd = pts + duration
    guard let picture = try picture(of: video, pts, duration) else { return false }
    lastQueued = pts
    if picture.plan.hdr?.transfer != transfer {
      transfer = picture.plan.hdr?.transfer
      queues.transfer.update { [transfer] in $0 = transfer }
    }
    guard queues.pictures.push(picture) else { return false }
    start = start ?? pts
    written += 1
    if written == queues.headStart { queues.recordStart(of: .video, at: start) }
    display.nudge()
    // After the first picture is queued, the rest of the ring is allocated before the clock starts.
    if written == 1, let setup { try setup.pool.fill() }
    return true
  }

  /// Returns nil if the run was closed while waiting for memory.
  private mutating func picture(
    of video: DecodedVideo, _ pts: MediaTime, _ duration: MediaTime
  ) throws(PlaybackError) -> ScanoutPicture? {
    switch video.content {
    case .frame(let frame):
      if let lent = try lent(frame, pts, duration) { return lent }
      return try converted(frame, pts, duration)
    case .device(let picture, let description):
      if picture.isInterlaced {
        refusal = DeviceOutput.Refusal("its frames are interlaced")
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
      refusal = error
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
    let setup = try setup(for: description, tells: false)
    // Before the device's memory is mapped, because this may wait.
    guard let lease = try lease(from: setup.pool) else { return nil }
    let result: Result<Bool, PlaybackError>
    do throws(PictureReadingError) {
      result = try video.read { frame in
        Result { () throws(PlaybackError) in
          guard device.mayRead(frame, of: track) else { return false }
          try convert(frame, setup, into: lease.buffer)
          return true
        }
      }
    } catch {
      refusal = DeviceOutput.Refusal(device.conversion, error)
      return nil
    }
    guard try result.get() else {
      refusal = DeviceOutput.Refusal(device.conversion, .slow)
      return nil
    }
    return ScanoutPicture(
      run: queues.run, pts: pts, duration: duration, buffer: lease.buffer, plan: setup.plan,
      holder: .lease(lease))
  }

  /// The frame itself, if the decoder wrote it into scanout memory.
  private mutating func lent(
    _ frame: Frame, _ pts: MediaTime, _ duration: MediaTime
  ) throws(PlaybackError) -> ScanoutPicture? {
    guard let direct, let address = unsafe frame.address,
      let buffer = unsafe direct.pool.buffer(containing: address),
      // A frame cropped at the left or top starts later, but the display reads from the start.
      unsafe address == UnsafeRawPointer(buffer.bytes.baseAddress),
      description(of: frame) == direct.description
    else { return nil }
    return ScanoutPicture(
      run: queues.run, pts: pts, duration: duration, buffer: buffer, plan: direct.plan,
      holder: .frame(frame))
  }

  /// A copy in scanout memory; nil if the run was closed while waiting for memory.
  private mutating func converted(
    _ frame: Frame, _ pts: MediaTime, _ duration: MediaTime
  ) throws(PlaybackError) -> ScanoutPicture? {
    let setup = try setup(for: description(of: frame), tells: true)
    guard let lease = try lease(from: setup.pool) else { return nil }
    try convert(frame, setup, into: lease.buffer)
    return ScanoutPicture(
      run: queues.run, pts: pts, duration: duration, buffer: lease.buffer, plan: setup.plan,
      holder: .lease(lease),
      decoded: setup.keepsFrames ? DecodedPicture(frame, setup.description) : nil)
  }

  /// The single pass over the pixels.
  private mutating func convert(
    _ frame: Frame, _ setup: Setup, into buffer: ScanoutBuffer
  ) throws(PlaybackError) {
    do throws(MediaError) {
      unsafe try converter.convert(
        frame,
        PictureConverter.Job(
          source: setup.plan.picturePart, sourceColor: setup.description.color,
          destination: setup.plan.bufferPart, layout: buffer.layout,
          rotation: setup.plan.rotation, tones: setup.plan.tones(of: setup.description),
          destinationColor: setup.plan.color),
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
    if written > 0 { queues.recordStart(of: .video, at: start) }
  }

  private mutating func description(of frame: Frame) -> PictureDescription {
    hdrResolver.resolve(frame.description)
  }

  private mutating func setup(
    for description: PictureDescription, tells: Bool
  ) throws(PlaybackError) -> Setup {
    if let setup, setup.description == description { return setup }
    let plan = try display.plan(for: description)
    if let setup { pools.release(setup.pool) }
    let pool = pools.pool(PoolKey(plan), limit: Self.ringSize)
    let made = Setup(
      description: description, plan: plan, pool: pool,
      keepsFrames: plan.isFlattened ? try !display.isCached() : false)
    setup = made
    if tells { queues.report(.decoding("copied")) }
    return made
  }
}
