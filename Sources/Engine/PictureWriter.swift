internal import Linux
internal import Media
internal import Pictures
internal import Playback
internal import Timing

/// Brings decoded frames into scanout memory and queues them for the presenter. Bound to the
/// video thread of its run; a change of the pictures in mid-stream makes a new plan.
struct PictureWriter: ~Copyable {
  private let pipeline: Pipeline
  private let track: Track
  private let display: any PictureDisplay
  private var converter = PictureConverter()
  private var deinterlacer: Deinterlacer?
  private var isInterlaced = false
  private var setup: Setup?
  private var direct: Setup?
  private var lastEnd: MediaTime?
  private var start: MediaTime?
  private var written = 0
  /// Why no further picture can be shown.
  private(set) var failure: PlaybackError?

  /// How pictures of one kind are shown, and the memory for them.
  private struct Setup {
    let description: PictureDescription
    let plan: ScanoutPlan
    let pool: ScanoutPool
  }

  /// Pictures that are ready before the clock starts: a decoder takes a while to find its pace.
  private static let headStart = 3
  /// On screen, given to the kernel, just left; four queued; one being written.
  private static let ringSize = 8
  /// A decoder also holds references: sixteen at most by its standards, and one per thread.
  private static let lentLimit = 40

  init(_ pipeline: Pipeline, _ track: Track, _ display: any PictureDisplay) {
    (self.pipeline, self.track, self.display) = (pipeline, track, display)
  }

  /// Scanout memory for the decoder itself, where its pictures can be shown as they are and
  /// reading that memory is not slow.
  mutating func lender() throws(PlaybackError) -> BufferLender? {
    guard let description = track.picture, !description.size.isEmpty, try display.isCached() else {
      return nil
    }
    let plan = try display.plan(for: description)
    guard plan.isDirect(for: description), let format = description.format else { return nil }
    let pool = DirectPool(display: display, limit: Self.lentLimit)
    direct = Setup(description: description, plan: plan, pool: pool.pool)
    pipeline.use(pool.pool)
    pipeline.tell(.decoding("direct"))
    return BufferLender { [size = description.size] wanted, visible, room in
      guard wanted == format, visible == size else { return nil }
      return pool.lend(format, size: size, room: room)
    }
  }

  /// Takes one frame; waits while enough are queued. False when the run was closed.
  mutating func take(_ frame: Frame) -> Bool {
    pipeline.counts.update { $0.frames += 1 }
    do throws(PlaybackError) {
      for picture in try wholePictures(frame) {
        guard try write(picture) else { return false }
      }
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// Queues what a filter still holds.
  mutating func finish() throws(PlaybackError) {
    if isInterlaced {
      for picture in try filter(nil) {
        guard try write(picture) else { return }
      }
    }
    // A short track, or one without a single picture, must not keep the others waiting.
    pipeline.noteStart(of: .video, at: start)
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

  private mutating func write(_ frame: Frame) throws(PlaybackError) -> Bool {
    let pts = frame.pts ?? lastEnd ?? .zero
    let duration = frame.duration ?? track.frameDuration ?? MediaTime(1, 25)
    lastEnd = pts + duration
    var picture = lent(frame, pts, duration)
    if picture == nil { picture = try converted(frame, pts, duration) }
    guard let picture, pipeline.pictures.push(picture) else { return false }
    start = start ?? pts
    written += 1
    if written == Self.headStart { pipeline.noteStart(of: .video, at: start) }
    display.nudge()
    // With the first picture up, the rest of the ring is made before the clock starts.
    if written == 1, let setup { try fill(setup.pool) }
    return true
  }

  /// The frame itself, when the decoder wrote it into memory that the display scans out.
  private func lent(_ frame: Frame, _ pts: MediaTime, _ duration: MediaTime) -> ScanoutPicture? {
    guard let direct, let address = unsafe frame.address,
      let buffer = unsafe direct.pool.buffer(containing: address),
      frame.description(pixelAspect: direct.description.pixelAspect) == direct.description
    else { return nil }
    return ScanoutPicture(
      run: pipeline.run, pts: pts, duration: duration, buffer: buffer, plan: direct.plan,
      holder: .frame(frame))
  }

  /// A copy in scanout memory; nil when the run was closed while waiting for memory.
  private mutating func converted(
    _ frame: Frame, _ pts: MediaTime, _ duration: MediaTime
  ) throws(PlaybackError) -> ScanoutPicture? {
    let setup = try setup(for: frame)
    do {
      guard let lease = try setup.pool.take() else { return nil }
      unsafe try converter.convert(
        frame,
        PictureConverter.Job(
          source: setup.plan.picturePart, sourceColor: setup.description.color,
          destination: setup.plan.bufferPart, layout: lease.buffer.layout),
        into: lease.buffer.bytes)
      return ScanoutPicture(
        run: pipeline.run, pts: pts, duration: duration, buffer: lease.buffer, plan: setup.plan,
        holder: .lease(lease))
    } catch let error as MediaError {
      throw PlaybackError(error)
    } catch {
      throw PlaybackError(.display, "\(error)", exitStatus: .unavailable)
    }
  }

  private func fill(_ pool: ScanoutPool) throws(PlaybackError) {
    do throws(ScanoutPool.PoolError) {
      try pool.fill()
    } catch {
      throw PlaybackError(.display, error.message, exitStatus: .unavailable)
    }
  }

  private mutating func setup(for frame: Frame) throws(PlaybackError) -> Setup {
    let description = frame.description(pixelAspect: track.picture?.pixelAspect ?? .square)
    if let setup, setup.description == description { return setup }
    let plan = try display.plan(for: description)
    let display = display
    let pool = ScanoutPool(limit: Self.ringSize) { () throws(ScanoutPool.PoolError) in
      do throws(PlaybackError) {
        let buffer = try display.makeBuffer(plan.format, size: plan.bufferSize, room: nil)
        buffer.clear(plan.color)
        return buffer
      } catch {
        throw ScanoutPool.PoolError(message: error.message)
      }
    }
    let made = Setup(description: description, plan: plan, pool: pool)
    pipeline.use(pool)
    setup = made
    pipeline.tell(.decoding("copied"))
    return made
  }
}

/// A pool whose buffers have room for what a decoder writes around its pictures.
private final class DirectPool: Sendable {
  let pool: ScanoutPool
  private let room: Room

  /// What the decoder asked for; the same for all of a clip's pictures.
  private final class Room: Sendable {
    let size = Shared<(PixelFormat, PixelSize, PixelSize)?>(nil)
  }

  init(display: any PictureDisplay, limit: Int) {
    let room = Room()
    self.room = room
    pool = ScanoutPool(limit: limit) { () throws(ScanoutPool.PoolError) in
      guard let (format, size, wanted) = room.size.value else {
        throw ScanoutPool.PoolError(message: "no picture asked for")
      }
      do throws(PlaybackError) {
        return try display.makeBuffer(format, size: size, room: wanted)
      } catch {
        throw ScanoutPool.PoolError(message: error.message)
      }
    }
  }

  /// Nil when all are in use or the room has changed: the decoder then uses its own memory.
  func lend(_ format: PixelFormat, size: PixelSize, room wanted: PixelSize) -> LentBuffer? {
    let isSame = room.size.update { known in
      if known == nil { known = (format, size, wanted) }
      return known?.2 == wanted
    }
    guard isSame, let lease = try? pool.takeAtOnce() else { return nil }
    return unsafe LentBuffer(bytes: lease.buffer.bytes, layout: lease.buffer.layout, lease: lease)
  }
}
