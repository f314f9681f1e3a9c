internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineVideoDecoders

/// How a device's pictures reach the display: as they are, or through the pass. Bound to the video thread of
/// its pipeline. A value.
struct DeviceShowing {
  private let display: any PictureDisplay
  private(set) var way: Way?
  private var imported: DeviceImport?
  private var pause = ImportPause()
  /// Whether the device's memory was seen to be as quick to read as any.
  private var isQuick = false

  /// Of pictures of one kind.
  enum Way: Hashable {
    case direct(PictureDescription)
    case converted(PictureDescription, because: String)

    var description: PictureDescription {
      switch self {
      case .direct(let description), .converted(let description, _): description
      }
    }
  }

  /// Why a device is left at a picture.
  struct Refusal: Error {
    let reason: String
    /// What that says of the device's memory.
    var reading: DecoderChoice.Reading?

    init(_ reason: String) { self.reason = reason }

    /// `obstacle` is why the processor would have read it.
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

  /// Why the processor converts the pictures; nil where it does not.
  var conversion: String? {
    if case .converted(_, let reason) = way { reason } else { nil }
  }

  /// Other memory follows, or another display: what is queued and on screen keeps what it has.
  mutating func forget() {
    (way, imported, isQuick) = (nil, nil, false)
    pause = ImportPause()
  }

  /// A picture's own memory as the display has it, and the plan by which that is shown; nil where the
  /// picture is to be converted. Throws where it can be neither.
  mutating func buffer(
    of video: DecodedVideo, _ description: PictureDescription, in track: Track
  ) throws(Refusal) -> (ScanoutBuffer, ScanoutPlan)? {
    if way?.description != description { try begin(description, track) }
    guard imported != nil, pause.isOver() else { return nil }
    do throws(PlaybackError) {
      guard let buffer = try imported?.buffer(of: video), let plan = imported?.plan else {
        return nil
      }
      way = .direct(description)
      return (buffer, plan)
    } catch {
      // The display may be short of something for a moment; or it takes no memory of this device's.
      pause.begin()
      way = .converted(description, because: error.message)
      return nil
    }
  }

  private mutating func begin(
    _ description: PictureDescription, _ track: Track
  ) throws(Refusal) {
    pause = ImportPause()
    let (plan, showing): (ScanoutPlan, DecoderChoice.Showing)
    do throws(PlaybackError) {
      plan = try display.plan(for: description)
      showing = try Self.showing(
        of: description, by: plan, isForProcessor: track.isForProcessor,
        isCached: display.isCached)
    } catch {
      // Another display may do it, and the processor's pictures may have another format.
      throw Refusal(error.message)
    }
    switch showing {
    case .never(let reason): throw Refusal(reason)
    case .converted(let reason):
      (way, imported) = (.converted(description, because: reason), nil)
    case .asTheyAre:
      way = .direct(description)
      imported = DeviceImport(description, by: plan) {
        [display] (memory, layout, plan) throws(PlaybackError) in
        try display.importBuffer(memory, layout, for: plan)
      }
    }
  }

  /// How a display shows a device's pictures of a track. Where nothing is free for what lies over them, the
  /// display's thread reads each picture: from the decoder's own memory, which a device has not, where the
  /// display's is slow to read. So the processor decodes what it can.
  static func showing(
    of description: PictureDescription, by plan: ScanoutPlan, isForProcessor: Bool,
    isCached: () throws(PlaybackError) -> Bool
  ) throws(PlaybackError) -> DecoderChoice.Showing {
    guard let obstacle = DeviceImport.obstacle(to: description, by: plan) else { return .asTheyAre }
    if plan.isFlattened, isForProcessor, try !isCached() {
      return .never(because: "\(obstacle), and the display's memory is slow to read")
    }
    return .converted(because: obstacle)
  }

  /// Whether the processor is to convert a device's picture: the processor reads that as quickly as memory
  /// of its own, or it has no decoder for such a film.
  mutating func mayRead(_ frame: Frame, of track: Track) -> Bool {
    if isQuick { return true }
    isQuick = !track.isForProcessor || frame.isQuickToRead
    return isQuick
  }
}

/// After an import that failed: how many pictures are converted before the next try. Longer with each failure
/// of a film, so that a display that takes none of them is seldom asked. A value.
struct ImportPause: Hashable, Sendable {
  private var failures = 0
  private var left = 0

  /// About twenty seconds of a film.
  private static let longest = 512

  /// Asked once for each picture.
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
  /// Judged by the beginning of the picture.
  fileprivate var isQuickToRead: Bool {
    guard let address = unsafe address else { return true }
    let count = min(size.width * size.height, 1 << 16)
    return unsafe MemorySpeed.isCached(UnsafeRawBufferPointer(start: address, count: count))
  }
}
