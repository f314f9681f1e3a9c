internal import Linux
internal import Pictures
public import Playback
public import Timing

/// What lies over the picture from a moment on: drawn at the display's size, transparent where
/// there is nothing.
public final class OverlayPicture: Sendable {
  public let run: Run
  public let start: MediaTime
  /// Nil shows nothing.
  public let buffer: ScanoutBuffer?
  /// The part of it that is not transparent.
  let box: PixelRect?
  private let lease: BufferLease?

  init(run: Run, start: MediaTime, lease: BufferLease? = nil, box: PixelRect? = nil) {
    (self.run, self.start, self.lease, self.box) = (run, start, lease, box)
    buffer = lease?.buffer
  }
}

/// What is shown together: the picture, and what lies over it.
public struct Layers: Sendable {
  public let picture: ScanoutPicture
  public let overlay: OverlayPicture?

  public init(_ picture: ScanoutPicture, overlay: OverlayPicture? = nil) {
    (self.picture, self.overlay) = (picture, overlay)
  }

  /// The overlay's memory, where there is anything in it.
  var overlayBuffer: ScanoutBuffer? { overlay?.buffer }
}

/// Memory for overlays, used in turn. What is drawn is drawn in ordinary memory and copied, and
/// only where something is or was: a display's memory is slow to read, and large. Thread-bound.
@safe final class OverlayRing {
  private let pool: ScanoutPool
  private let canvas: ScanoutBuffer
  private var canvasBox: PixelRect?
  /// What each buffer holds since it was used last.
  private var boxes: [ObjectIdentifier: PixelRect] = [:]

  /// One on screen, one given to the kernel, one just left; two queued, one being drawn.
  private static let size = 6

  init(_ display: any PictureDisplay, pipeline: Pipeline) throws(PlaybackError) {
    let size = try display.size()
    pool = pipeline.pool(PoolKey(overlay: size), limit: Self.size)
    guard let layout = BufferLayout(format: .argb8888, size: size, pitch: size.width * 4) else {
      throw PlaybackError(.display, "no overlay of \(size)", exitStatus: .bug)
    }
    do {
      canvas = try ScanoutBuffer(plain: layout)
    } catch {
      throw PlaybackError(.display, "memory for \(size): \(error)", exitStatus: .unavailable)
    }
  }

  /// Has `draw` draw on a transparent canvas (memory, bytes from row to row) and say where, and
  /// brings that where the display can show it. Nil when there is no memory left at the moment.
  func picture(
    _ run: Run, from start: MediaTime,
    _ draw: (UnsafeMutableRawBufferPointer, Int) -> PixelRect?
  ) -> OverlayPicture? {
    if let box = canvasBox { canvas.clear(box) }
    canvasBox = unsafe draw(canvas.bytes, canvas.layout.planes[0].pitch)
    guard let box = canvasBox else { return OverlayPicture(run: run, start: start) }
    guard let lease = try? pool.takeAtOnce() else { return nil }
    let id = ObjectIdentifier(lease.buffer)
    // Memory that an earlier run used may hold anything.
    lease.buffer.clear(boxes[id] ?? PixelRect(lease.buffer.layout.size))
    lease.buffer.copy(box, from: canvas)
    boxes[id] = box
    return OverlayPicture(run: run, start: start, lease: lease, box: box)
  }
}

extension ScanoutBuffer {
  /// Makes a part of a 32-bit picture transparent.
  func clear(_ box: PixelRect) {
    forRows(of: box) { offset, count in
      _ = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + count])
        .initializeMemory(as: UInt8.self, repeating: 0)
    }
  }

  /// Copies a part of a 32-bit picture of the same size to the same place.
  func copy(_ box: PixelRect, from other: ScanoutBuffer) {
    let (pitch, otherPitch) = (layout.planes[0].pitch, other.layout.planes[0].pitch)
    forRows(of: box) { offset, count in
      let row = offset / pitch
      let from = row * otherPitch + offset - row * pitch
      unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + count])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: other.bytes[from..<from + count]))
    }
  }

  private func forRows(of box: PixelRect, _ body: (_ offset: Int, _ count: Int) -> Void) {
    let pitch = layout.planes[0].pitch
    for row in box.y..<box.y + box.height { body(row * pitch + box.x * 4, box.width * 4) }
  }
}
