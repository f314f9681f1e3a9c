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
  private var imported: DeviceImport?
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
  /// Why a device's pictures cannot be shown as they are.
  private var refusal: String?
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
      (setup, direct, imported) = (nil, nil, nil)
    }
  }

  /// Goes on with the frames of the same run in another encoding.
  mutating func change(to track: Track) {
    self.track = track
    imported = nil
    agreement = HDRAgreement(track.picture?.hdr)
  }

  /// Goes on with another decoder, which begins before the pictures that are queued.
  mutating func resume() {
    skipped = lastQueued
    // What it says of the decoder before is of no use.
    (imported, refusal) = (nil, nil)
  }

  /// A device makes its memory anew; what is queued and on screen keeps what it has.
  mutating func dropImports() { imported = nil }

  /// What the processor wrote into is of no use to a device; what is queued and on screen keeps its own.
  mutating func leaveMemory() {
    releaseMemory()
    (setup, direct) = (nil, nil)
  }

  private func releaseMemory() {
    if let setup { pools.release(setup.pool) }
    direct?.pool.close()
  }

  mutating func takeRefusal() -> String? {
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
        refusal = "its pictures are interlaced"
        return nil
      }
      return taken(description, pts, duration, by: .device(picture)) {
        (how: inout DeviceImport) throws(PlaybackError) in try how.buffer(of: picture)
      }
    case .shared(let frame, let memory, let description):
      return taken(description, pts, duration, by: .frame(frame)) {
        (how: inout DeviceImport) throws(PlaybackError) in try how.buffer(of: memory)
      }
    }
  }

  /// A device's picture, as it is; nil with a refusal where the display does not take it.
  private mutating func taken(
    _ own: PictureDescription, _ pts: MediaTime, _ duration: MediaTime,
    by holder: ScanoutPicture.Holder,
    _ takeOver: (inout DeviceImport) throws(PlaybackError) -> ScanoutBuffer
  ) -> ScanoutPicture? {
    let description = agreement.settle(own)
    do throws(PlaybackError) {
      let isNew = imported?.description != description
      var how = imported
      if isNew { how = try deviceImport(description) }
      guard var how else { return nil }
      let buffer = try takeOver(&how)
      imported = how
      if isNew { queues.tell(.decoding("device")) }
      return ScanoutPicture(
        run: queues.run, pts: pts, duration: duration, buffer: buffer, plan: how.plan,
        holder: holder)
    } catch {
      // The display may have become another one, or be short of something for a moment.
      refusal = error.message
      return nil
    }
  }

  private func deviceImport(
    _ description: PictureDescription
  ) throws(PlaybackError) -> DeviceImport {
    let plan = try display.plan(for: description)
    return try DeviceImport(description, by: plan) {
      [display] (memory, layout, plan) throws(PlaybackError) in
      try display.importBuffer(memory, layout, for: plan)
    }
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
    let setup = try setup(for: frame)
    guard let lease = try lease(from: setup.pool) else { return nil }
    do throws(MediaError) {
      unsafe try converter.convert(
        frame,
        PictureConverter.Job(
          source: setup.plan.picturePart, sourceColor: setup.description.color,
          destination: setup.plan.bufferPart, layout: lease.buffer.layout,
          rotation: setup.plan.rotation, tones: setup.plan.tones(of: setup.description),
          destinationColor: setup.plan.color),
        into: lease.buffer.bytes)
    } catch {
      throw PlaybackError(error)
    }
    return ScanoutPicture(
      run: queues.run, pts: pts, duration: duration, buffer: lease.buffer, plan: setup.plan,
      holder: .lease(lease),
      decoded: setup.keepsFrames ? DecodedPicture(frame, setup.description) : nil)
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

  private mutating func setup(for frame: Frame) throws(PlaybackError) -> Setup {
    let description = description(of: frame)
    if let setup, setup.description == description { return setup }
    let plan = try display.plan(for: description)
    if let setup { pools.release(setup.pool) }
    let pool = pools.pool(PoolKey(plan), limit: Self.ringSize)
    let made = Setup(
      description: description, plan: plan, pool: pool,
      keepsFrames: plan.isFlattened ? try !display.isCached() : false)
    setup = made
    queues.tell(.decoding("copied"))
    return made
  }
}

/// Memory for a decoder's own pictures, with room for what it writes around them.
private final class DirectPool: Sendable {
  private let pools: PicturePools
  private let limit: Int
  private let epoch: Epoch?
  private let lending = Shared(Lending())

  private struct Lending {
    var made: (key: PoolKey, pool: ScanoutPool)?
    var isClosed = false
  }

  init(_ pools: PicturePools, limit: Int, epoch: Epoch?) {
    (self.pools, self.limit, self.epoch) = (pools, limit, epoch)
  }

  func buffer(containing address: UnsafeRawPointer) -> ScanoutBuffer? {
    unsafe lending.value.made?.pool.buffer(containing: address)
  }

  /// Nil when all are in use or the room has changed: the decoder then uses its own memory.
  func lend(_ format: PixelFormat, size: PixelSize, room: PixelSize) -> LentBuffer? {
    // The same for all of a clip's pictures; the decoder tells with the first.
    let key = PoolKey(format: format, size: size, room: room, epoch: epoch)
    guard let (known, pool) = made(key), known == key, let lease = try? pool.takeAtOnce() else {
      return nil
    }
    return unsafe LentBuffer(bytes: lease.buffer.bytes, layout: lease.buffer.layout, lease: lease)
  }

  private func made(_ key: PoolKey) -> (key: PoolKey, pool: ScanoutPool)? {
    let lending = lending.value
    guard !lending.isClosed, lending.made == nil else { return lending.made }
    let pool = pools.pool(key, limit: limit)
    self.lending.update { $0.made = (key, pool) }
    return (key, pool)
  }

  /// Lends no more; what is lent stays with who has it. Not while a decoder asks.
  func close() {
    let pool = lending.update { lending in
      defer { lending = Lending(isClosed: true) }
      return lending.made?.pool
    }
    if let pool { pools.release(pool) }
  }
}
