internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// The subtitles from a time on, drawn at the display's size and transparent elsewhere.
final class SubtitlePicture: Sendable {
  let run: Run
  let start: MediaTime
  /// Nil shows nothing.
  let layer: InterfaceLayer?
  /// A copy in memory that is fast to read, which the interface is drawn over.
  let pixels: PixelPatch?
  /// The text to read aloud; nil if subtitles are not read.
  let words: SubtitleWords?

  init(
    run: Run, start: MediaTime, layer: InterfaceLayer? = nil, pixels: PixelPatch? = nil,
    words: SubtitleWords? = nil
  ) {
    self.run = run
    self.start = start
    self.layer = layer
    self.pixels = pixels
    self.words = words
  }
}

/// Memory for subtitles, used in turn. Subtitles are drawn in ordinary memory, and only the changed
/// area is copied: a display's memory is slow to read, and large. Thread-bound.
@safe final class SubtitleRing {
  let pool: ScanoutPool
  private let canvas: ScanoutBuffer
  private var canvasBox: PixelRect?
  /// The drawn area of each buffer.
  private var boxes: [ObjectIdentifier: PixelRect] = [:]
  /// Maps subtitles to the colours of HDR pictures.
  private var tones: GraphicsTones?
  private let binding = ThreadBinding()

  /// One on screen, one queued in the kernel, one has just left the screen; two queued, one being
  /// drawn.
  private static let size = 6

  /// `key` must be for pictures that cover the display.
  init(_ key: PoolKey, in pools: PicturePools) throws(PlaybackError) {
    canvas = try ScanoutBuffer(canvasOf: key.size)
    pool = pools.pool(key, limit: Self.size)
  }

  /// Calls `draw` with a transparent canvas (memory, pitch), which returns the drawn area, and
  /// copies that area to display memory, for HDR pictures with `transfer`. Returns nil if no memory
  /// is free.
  func picture(
    _ run: Run, from start: MediaTime, for transfer: HDRMetadata.Transfer? = nil,
    words: SubtitleWords? = nil, _ draw: (UnsafeMutableRawBufferPointer, Int) -> PixelRect?
  ) -> SubtitlePicture? {
    binding.check()
    if let box = canvasBox { canvas.clear(box) }
    canvasBox = unsafe draw(canvas.bytes, canvas.layout.planes[0].pitch)
    guard let box = canvasBox else { return SubtitlePicture(run: run, start: start, words: words) }
    guard let lease = try? pool.tryAcquire() else { return nil }
    let id = ObjectIdentifier(lease.buffer)
    // Memory of an earlier run may contain anything.
    lease.buffer.clear(boxes[id] ?? PixelRect(lease.buffer.layout.size))
    if transfer != tones?.transfer { tones = transfer.map(GraphicsTones.init(to:)) }
    if let tones {
      lease.buffer.copy(box, from: canvas, through: tones)
    } else {
      lease.buffer.copy(box, from: canvas)
    }
    boxes[id] = box
    return SubtitlePicture(
      run: run, start: start, layer: InterfaceLayer(lease, box: box, for: transfer),
      pixels: PixelPatch(box, of: canvas), words: words)
  }
}
