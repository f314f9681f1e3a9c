internal import Linux
internal import Pictures
internal import Playback
internal import Timing

/// What a decoder's thread needs of a display: how its pictures get there, and memory for them.
/// Thread-safe; the answers come from the display's own thread where they must.
protocol PictureDisplay: Sendable {
  /// In pixels.
  func size() throws(PlaybackError) -> PixelSize
  /// Whether reading scanout memory is about as fast as reading any other.
  func isCached() throws(PlaybackError) -> Bool
  func plan(for description: PictureDescription) throws(PlaybackError) -> ScanoutPlan
  func makeBuffer(
    _ format: PixelFormat, size: PixelSize, room: PixelSize?
  ) throws(PlaybackError) -> ScanoutBuffer
  /// A picture was queued: the presenter may want it.
  func nudge()
}

/// The display thread's display, as the decoders' threads see it. The first question waits
/// until the display is open.
final class SharedDisplay: PictureDisplay {
  private let thread: DisplayThread
  private let fit: Fit
  private let facts = Shared<Facts?>(nil)

  private struct Facts {
    let size: PixelSize
    let make: BufferMaker
    let isCached: Bool
  }

  init(_ thread: DisplayThread, fit: Fit) {
    (self.thread, self.fit) = (thread, fit)
  }

  func size() throws(PlaybackError) -> PixelSize { try known().size }
  func isCached() throws(PlaybackError) -> Bool { try known().isCached }

  func plan(for description: PictureDescription) throws(PlaybackError) -> ScanoutPlan {
    let fit = fit
    let answer = thread.ask { presenter -> Result<ScanoutPlan, PlaybackError> in
      Result { () throws(PlaybackError) in try presenter.sink.plan(for: description, fit: fit) }
    }
    guard let answer else { throw Self.gone }
    return try answer.get()
  }

  func makeBuffer(
    _ format: PixelFormat, size: PixelSize, room: PixelSize?
  ) throws(PlaybackError) -> ScanoutBuffer {
    try known().make(format, size, room)
  }

  func nudge() { thread.nudge() }

  private func known() throws(PlaybackError) -> Facts {
    if let facts = facts.value { return facts }
    guard let (size, make) = thread.ask({ ($0.sink.size, $0.sink.bufferMaker) }) else {
      throw Self.gone
    }
    let sample = try make(.xrgb8888, PixelSize(128, 128), nil)
    let found = unsafe Facts(size: size, make: make, isCached: MemorySpeed.isCached(sample.bytes))
    facts.update { $0 = found }
    return found
  }

  private static let gone = PlaybackError(
    .display, "the display is gone", exitStatus: .unavailable)
}

/// How fast the processor reads memory.
enum MemorySpeed {
  /// Whether reading this memory takes at most four times as long as reading memory of our own.
  /// Write-combined memory takes ten times and more.
  static func isCached(_ bytes: UnsafeMutableRawBufferPointer) -> Bool {
    let own = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
    defer { unsafe own.deallocate() }
    unsafe own.initializeMemory(as: UInt8.self, repeating: 1)
    return unsafe readingTime(bytes) <= readingTime(own) * 4
  }

  /// The best of three, since other work on the machine only makes it longer.
  private static func readingTime(_ bytes: UnsafeMutableRawBufferPointer) -> Duration {
    (0..<3).map { _ in
      let start = HostTime.now()
      let sum = unsafe bytes.bindMemory(to: UInt64.self).reduce(0, &+)
      // The sum is used, so that the compiler keeps the reading.
      return sum == 1 ? .zero : HostTime.now() - start
    }.min() ?? .zero
  }
}
