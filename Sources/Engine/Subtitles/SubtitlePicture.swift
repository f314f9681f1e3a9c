internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// The subtitles from a moment on: drawn at the display's size, transparent where there are none.
final class SubtitlePicture: Sendable {
  let run: Run
  let start: MediaTime
  /// Nil shows nothing.
  let layer: InterfaceLayer?
  /// The same once more in memory that is fast to read, for the interface, which is drawn over them.
  let pixels: PixelPatch?

  init(run: Run, start: MediaTime, layer: InterfaceLayer? = nil, pixels: PixelPatch? = nil) {
    (self.run, self.start, self.layer, self.pixels) = (run, start, layer, pixels)
  }
}

/// Memory for subtitles, used in turn. What is drawn is drawn in ordinary memory and copied, and
/// only where something is or was: a display's memory is slow to read, and large. Thread-bound.
@safe final class SubtitleRing {
  let pool: ScanoutPool
  private let canvas: ScanoutBuffer
  private var canvasBox: PixelRect?
  /// What each buffer holds since it was used last.
  private var boxes: [ObjectIdentifier: PixelRect] = [:]
  /// What maps subtitles to the colours of HDR pictures.
  private var tones: GraphicsTones?
  private let binding = ThreadBinding()

  /// One on screen, one given to the kernel, one just left; two queued, one being drawn.
  private static let size = 6

  /// `key` is of pictures that cover the display.
  init(_ key: PoolKey, in pools: PicturePools) throws(PlaybackError) {
    canvas = try ScanoutBuffer(canvasOf: key.size)
    pool = pools.pool(key, limit: Self.size)
  }

  /// Has `draw` draw on a transparent canvas (memory, bytes from row to row) and say where, and
  /// brings that where the display can show it, over HDR pictures with `transfer`. Nil when there
  /// is no memory left at the moment.
  func picture(
    _ run: Run, from start: MediaTime, for transfer: HDRMetadata.Transfer? = nil,
    _ draw: (UnsafeMutableRawBufferPointer, Int) -> PixelRect?
  ) -> SubtitlePicture? {
    binding.check()
    if let box = canvasBox { canvas.clear(box) }
    canvasBox = unsafe draw(canvas.bytes, canvas.layout.planes[0].pitch)
    guard let box = canvasBox else { return SubtitlePicture(run: run, start: start) }
    guard let lease = try? pool.takeAtOnce() else { return nil }
    let id = ObjectIdentifier(lease.buffer)
    // Memory that an earlier run used may hold anything.
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
      pixels: PixelPatch(box, of: canvas))
  }
}
