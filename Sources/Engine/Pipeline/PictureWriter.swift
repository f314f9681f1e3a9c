internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming
internal import VitrineVideoDecoders
internal import VitrineVideoDevices

/// Brings decoded frames into scanout memory and queues them for the presenter. Bound to the
/// video thread of its pipeline; a change of the pictures in mid-stream makes a new plan.
struct PictureWriter: ~Copyable {
  private let pools: PicturePools
  private var track: Track
  private(set) var queues: RunQueues
  private var converter = PictureConverter()
  private var deinterlacer: Deinterlacer?
  private(set) var isInterlaced = false
  private var setup: Setup?
  private var direct: Direct?
  /// Of a device's pictures.
  private var device: DeviceShowing
  /// What the clip says of HDR, once for all of its pictures.
  private var agreement: HDRAgreement
  /// Counts the changes of how pictures fill the screen; plans of before are of no use.
  private var arrangementGeneration: Int
  private var lastEnd: MediaTime?
  private var start: MediaTime?
  /// As the run was told.
  private var transfer: HDRMetadata.Transfer?
  private var written = 0
  /// The latest frame before the place that is sought: the one to show where none follows.
  private var passed: DecodedVideo?
  /// The picture that was queued last, and up to where another decoder gives those that were already.
  private var lastQueued: MediaTime?
  private var skipped: MediaTime?
  /// Why no further picture can be shown.
  private var failure: PlaybackError?
  /// Why a device's pictures cannot be shown.
  private var refusal: DeviceShowing.Refusal?
  private let binding = ThreadBinding()

  /// How pictures of one kind are shown, and the memory for them.
  private struct Setup {
    let description: PictureDescription
    let plan: ScanoutPlan
    let pool: ScanoutPool
    /// Whether frames are kept beside their copies, which will be read and are slow to read.
    let keepsFrames: Bool
  }

  /// How pictures are shown that the decoder wrote where they can be.
  private struct Direct {
    let description: PictureDescription
    let plan: ScanoutPlan
    let pool: DirectPool
  }

  /// On screen, given to the kernel, just left; four queued; one being written.
  private static let ringSize = 8
  /// A decoder also holds references: sixteen at most by its standards, and one per thread.
  private static let lentLimit = 40
  /// Containers round time stamps by as much: a frame that ends so soon after the moment that is
  /// sought is not the one of that moment.
  private static let rounding = MediaTime(1, 1000)

  init(_ pools: PicturePools, _ track: Track, _ queues: RunQueues) {
    (self.pools, self.track, self.queues) = (pools, track, queues)
    arrangementGeneration = pools.display.arrangementGeneration
    device = DeviceShowing(pools.display)
    agreement = HDRAgreement(track.picture?.hdr)
  }

  deinit { releaseMemory() }

  private var display: any PictureDisplay { pools.display }
  /// Whether the run has had no picture yet.
  var isEmpty: Bool { written == 0 }

  /// Goes on with the frames of another run.
  mutating func begin(_ queues: RunQueues) {
    binding.check()
    self.queues = queues
    (lastEnd, start, written, passed, failure) = (nil, nil, 0, nil, nil)
    (lastQueued, skipped, refusal) = (nil, nil, nil)
    transfer = nil
    // A filter remembers fields of the place before.
    deinterlacer = nil
    isInterlaced = false
    if arrangementGeneration != display.arrangementGeneration {
      arrangementGeneration = display.arrangementGeneration
      releaseMemory()
      (setup, direct) = (nil, nil)
      device.forget()
    }
  }

  /// Goes on with the frames of the same run in another encoding.
  mutating func change(to track: Track) {
    self.track = track
    device.forget()
    agreement = HDRAgreement(track.picture?.hdr)
  }

  /// Goes on with another decoder, which begins before the pictures that are queued.
  mutating func resume() {
    skipped = lastQueued
    // What it says of the decoder before is of no use.
    refusal = nil
    device.forget()
  }

  /// A device makes its memory anew; what is queued and on screen keeps what it has.
  mutating func dropImports() { device.forget() }

  /// What the processor wrote into is of no use to a device; what is queued and on screen keeps its own.
  mutating func leaveMemory() {
    releaseMemory()
    (setup, direct) = (nil, nil)
  }

  private func releaseMemory() {
    if let setup { pools.release(setup.pool) }
    direct?.pool.close()
  }

  /// Why the processor converts a device's pictures; nil where it does not.
  var conversion: String? { device.conversion }

  mutating func takeRefusal() -> DeviceShowing.Refusal? {
    defer { refusal = nil }
    return refusal
  }

  mutating func takeFailure() -> PlaybackError? {
    defer { failure = nil }
    return failure
  }

  /// Scanout memory for the decoder itself, where its pictures can be shown as they are and
  /// reading that memory is not slow.
  mutating func lender() throws(PlaybackError) -> BufferLender? {
    guard let description = track.picture, !description.size.isEmpty, try display.isCached() else {
      return nil
    }
    let plan = try display.plan(for: description)
    guard plan.isDirect(for: description), let format = description.format else { return nil }
    direct?.pool.close()
    let pool = DirectPool(pools, limit: Self.lentLimit, epoch: plan.epoch)
    direct = Direct(description: description, plan: plan, pool: pool)
    queues.tell(.decoding("direct"))
    return BufferLender { [size = description.size] wanted, visible, room in
      guard wanted == format, visible == size else { return nil }
      return pool.lend(format, size: size, room: room)
    }
  }

  /// Takes one frame; waits while enough are queued. False when the run was closed.
  mutating func take(_ video: DecodedVideo) -> Bool {
    binding.check()
    queues.counts.update { $0.frames += 1 }
    do throws(PlaybackError) {
      guard case .frame(let frame) = video.content else { return try write(video) }
      for picture in try wholePictures(frame) {
        guard try write(DecodedVideo(picture)) else { return false }
      }
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// Queues what a filter still holds.
  mutating func finish() throws(PlaybackError) {
    binding.check()
    if isInterlaced {
      for picture in try filter(nil) {
        guard try write(DecodedVideo(picture)) else { return }
      }
    }
    if written == 0, let passed {
      self.passed = nil
      _ = try queue(passed)
    }
    // A short track, or one without a single picture, must not keep the others waiting.
    queues.noteStart(of: .video, at: start)
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

  /// Queues a frame that belongs to the run. False when the run was closed.
  private mutating func write(_ frame: DecodedVideo) throws(PlaybackError) -> Bool {
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

  /// Without one of its own, behind the one before it.
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
    if written == queues.headStart { queues.noteStart(of: .video, at: start) }
    display.nudge()
    // With the first picture up, the rest of the ring is made before the clock starts.
    if written == 1, let setup { try setup.pool.fill() }
    return true
  }

  /// Nil when the run was closed while waiting for memory.
  private mutating func picture(
    of video: DecodedVideo, _ pts: MediaTime, _ duration: MediaTime
  ) throws(PlaybackError) -> ScanoutPicture? {
    switch video.content {
    case .frame(let frame):
      if let lent = try lent(frame, pts, duration) { return lent }
      return try converted(frame, pts, duration)
    case .device(let picture, let description):
      if picture.isInterlaced {
        refusal = DeviceShowing.Refusal("its pictures are interlaced")
        return nil
      }
      return try shown(video, description, pts, duration, by: .device(picture))
    case .shared(let frame, _, let description):
      return try shown(video, description, pts, duration, by: .frame(frame))
    }
  }

  /// A device's picture, as it is or converted; nil with a refusal where neither can be.
  private mutating func shown(
    _ video: DecodedVideo, _ own: PictureDescription, _ pts: MediaTime, _ duration: MediaTime,
    by holder: ScanoutPicture.Holder
  ) throws(PlaybackError) -> ScanoutPicture? {
    let description = agreement.settle(own)
    let before = device.way
    do throws(DeviceShowing.Refusal) {
      if let (buffer, plan) = try device.buffer(of: video, description, in: track) {
        if before != device.way { queues.tell(.decoding("device")) }
        return ScanoutPicture(
          run: queues.run, pts: pts, duration: duration, buffer: buffer, plan: plan, holder: holder)
      }
    } catch {
      refusal = error
      return nil
    }
    if before != device.way { queues.tell(.decoding("device-copied")) }
    return try converted(video, description, pts, duration)
  }

  /// A device's picture through the pass, from the device's memory; nil with a refusal where the processor
  /// cannot read that, or not fast enough.
  private mutating func converted(
    _ video: DecodedVideo, _ description: PictureDescription, _ pts: MediaTime,
    _ duration: MediaTime
  ) throws(PlaybackError) -> ScanoutPicture? {
    let setup = try setup(for: description, tells: false)
    // Before the device's memory is mapped: this may wait.
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
      refusal = DeviceShowing.Refusal(device.conversion, error)
      return nil
    }
    guard try result.get() else {
      refusal = DeviceShowing.Refusal(device.conversion, .slow)
      return nil
    }
    return ScanoutPicture(
      run: queues.run, pts: pts, duration: duration, buffer: lease.buffer, plan: setup.plan,
      holder: .lease(lease))
  }

  /// The frame itself, when the decoder wrote it into memory that the display scans out.
  private mutating func lent(
    _ frame: Frame, _ pts: MediaTime, _ duration: MediaTime
  ) throws(PlaybackError) -> ScanoutPicture? {
    guard let direct, let address = unsafe frame.address,
      let buffer = unsafe direct.pool.buffer(containing: address),
      // What is cropped at the left or the top begins within, and the display reads from the start.
      unsafe address == UnsafeRawPointer(buffer.bytes.baseAddress),
      description(of: frame) == direct.description
    else { return nil }
    return ScanoutPicture(
      run: queues.run, pts: pts, duration: duration, buffer: buffer, plan: direct.plan,
      holder: .frame(frame))
  }

  /// A copy in scanout memory; nil when the run was closed while waiting for memory.
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

  /// The one pass over the pixels.
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

  /// Memory for a picture, waiting while all is in use; nil when the run was closed meanwhile.
  private func lease(from pool: ScanoutPool) throws(PlaybackError) -> BufferLease? {
    if let lease = try pool.takeAtOnce() { return lease }
    settleForLess()
    return try pool.take(unless: { [queues] in queues.isClosed })
  }

  /// All memory is in use: on screen, or by pictures that wait. Where those are fewer than a run
  /// begins with, it begins with them: there will be no more before it has begun.
  func settleForLess() {
    queues.limitHeadStart()
    if written > 0 { queues.noteStart(of: .video, at: start) }
  }

  private mutating func description(of frame: Frame) -> PictureDescription {
    agreement.settle(frame.description)
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
    if tells { queues.tell(.decoding("copied")) }
    return made
  }
}
