internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineVideoDecoders

/// How a hardware decoder's pictures reach the display: directly, or through the conversion pass.
/// Bound to the video thread of its pipeline.
struct DeviceOutput {
  private let display: any PictureDisplay
  private(set) var path: Path?
  /// Why the latest picture cannot be shown.
  var refusal: Refusal?
  private var imported: DeviceImport?
  private var pause = ImportPause()
  /// Whether the device's memory was measured to be fast to read.
  private var isQuick = false

  /// How pictures of one kind are shown.
  enum Path: Hashable {
    case direct(PictureDescription)
    case converted(PictureDescription, because: String)

    var description: PictureDescription {
      switch self {
      case .direct(let description), .converted(let description, _): description
      }
    }
  }

  /// Why a picture makes the pipeline give up the hardware decoder.
  struct Refusal: Error {
    let reason: String
    /// How the CPU reads the device's memory, if that is the reason.
    var reading: DecoderChoice.Reading?

    init(_ reason: String) { self.reason = reason }

    /// `obstacle` is why the CPU would have to read it.
    init(_ obstacle: String?, _ reading: DecoderChoice.Reading) {
      reason = [obstacle, reading.reason].compactMap(\.self).joined(separator: ", and ")
      self.reading = reading
    }

    init(_ obstacle: String?, _ error: PictureReadingError) {
      reason = [obstacle, error.description].compactMap(\.self).joined(separator: ", and ")
      if case .notInRows = error { reading = .impossible }
    }
  }

  init(_ display: any PictureDisplay) { self.display = display }

  /// Why the CPU converts the pictures; nil if it does not.
  var conversion: String? {
    if case .converted(_, let reason) = path { reason } else { nil }
  }

  /// Other memory or another display follows. Queued pictures and the one on screen keep their
  /// buffers.
  mutating func forget() {
    (path, imported, isQuick) = (nil, nil, false)
    pause = ImportPause()
  }

  /// The picture's own memory, imported into the display, with its plan; nil if the picture must be
  /// converted. Throws if neither is possible.
  mutating func buffer(
    of video: DecodedVideo, _ description: PictureDescription, in track: Track
  ) throws(Refusal) -> (ScanoutBuffer, ScanoutPlan)? {
    if path?.description != description { try begin(description, track) }
    guard imported != nil, pause.isOver() else { return nil }
    do throws(PlaybackError) {
      guard let buffer = try imported?.buffer(of: video), let plan = imported?.plan else {
        return nil
      }
      path = .direct(description)
      return (buffer, plan)
    } catch {
      // The display may be short of resources for a moment, or may not accept this device's memory.
      pause.begin()
      path = .converted(description, because: error.message)
      return nil
    }
  }

  private mutating func begin(
    _ description: PictureDescription, _ track: Track
  ) throws(Refusal) {
    pause = ImportPause()
    let (plan, displayPath): (ScanoutPlan, DecoderChoice.DisplayPath)
    do throws(PlaybackError) {
      plan = try display.plan(for: description)
      displayPath = try Self.displayPath(
        of: description, by: plan, isForProcessor: track.isForProcessor,
        isCached: display.isCached)
    } catch {
      // Another display may support it, and the software decoder's pictures may have another
      // format.
      throw Refusal(error.message)
    }
    switch displayPath {
    case .unsupported(let reason): throw Refusal(reason)
    case .converted(let reason):
      (path, imported) = (.converted(description, because: reason), nil)
    case .direct:
      path = .direct(description)
      imported = DeviceImport(description, by: plan) {
        [display] (memory, layout, plan) throws(PlaybackError) in
        try display.importBuffer(memory, layout, for: plan)
      }
    }
  }

  /// Decides how a display shows a hardware decoder's pictures. If no plane is free for the layers
  /// above them, the display's thread reads each picture. A software decoder keeps a copy in
  /// ordinary memory for that; a hardware decoder does not, and reading scanout memory may be slow.
  /// The CPU then decodes what it can.
  static func displayPath(
    of description: PictureDescription, by plan: ScanoutPlan, isForProcessor: Bool,
    isCached: () throws(PlaybackError) -> Bool
  ) throws(PlaybackError) -> DecoderChoice.DisplayPath {
    guard let obstacle = DeviceImport.obstacle(to: description, by: plan) else { return .direct }
    if plan.isFlattened, isForProcessor, try !isCached() {
      return .unsupported(because: "\(obstacle), and the display's memory is slow to read")
    }
    return .converted(because: obstacle)
  }

  /// Whether the CPU may convert a hardware decoder's picture: its memory is fast to read, or
  /// there is no software decoder.
  mutating func mayRead(_ frame: Frame, of track: Track) -> Bool {
    if isQuick { return true }
    isQuick = !track.isForProcessor || frame.isQuickToRead
    return isQuick
  }
}

/// How many pictures are converted after a failed import before the next attempt. The pause grows
/// with each failure, so that a display that accepts no imports is rarely asked.
struct ImportPause: Hashable, Sendable {
  private var failures = 0
  private var left = 0

  /// About twenty seconds of video.
  private static let longest = 512

  /// Call once for each picture.
  mutating func isOver() -> Bool {
    guard left > 0 else { return true }
    left -= 1
    return false
  }

  mutating func begin() {
    left = min((1 << failures) - 1, Self.longest)
    failures = min(failures + 1, 10)
  }
}

extension Frame {
  /// Measured on the beginning of the picture.
  fileprivate var isQuickToRead: Bool {
    guard let address = unsafe address else { return true }
    let count = min(size.width * size.height, 1 << 16)
    return unsafe MemorySpeed.isCached(UnsafeRawBufferPointer(start: address, count: count))
  }
}
