internal import VitrineCanvas
internal import VitrineLinux
internal import VitrineMedia
internal import VitrineOverlay
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineScenes
internal import VitrineTiming

/// Draws the interface for a display. It draws the changed parts in ordinary memory, and copies to
/// each buffer in turn only the parts that are out of date. Thread-bound.
@safe final class InterfaceCanvas {
  let painter: Painter
  private let pool: ScanoutPool
  private let canvas: ScanoutBuffer
  private let panel: PixelSize
  private var drawings: [Drawing] = []
  private var subtitles: SubtitlePicture?
  /// The subtitles at their final position, clear of the control bars.
  private var patch: PixelPatch?
  /// Maps the graphics to the signal's colours; nil for SDR.
  private var tones: GraphicsTones?
  /// The parts of each buffer that differ from the canvas.
  private var stale: [ObjectIdentifier: DirtyArea] = [:]
  /// The parts that changed since the latest returned picture.
  private var changed = DirtyArea()
  private var number: Int
  private let binding = ThreadBinding()

  /// One buffer is on screen, one queued in the kernel, one has just left the screen, one is being
  /// drawn.
  private static let size = 4
  /// The plane's box is aligned to this: it then changes rarely, and all hardware accepts it.
  private static let grain = 16

  /// `before` is the previous canvas: picture numbers continue from it.
  init(
    _ display: SharedDisplay, rotation: Rotation, font: String, after before: InterfaceCanvas? = nil
  ) throws(PlaybackError) {
    number = before?.number ?? 0
    panel = try display.size()
    painter = Painter(panel: panel, rotation: rotation, font: font)
    pool = display.pool(PoolKey(overlay: panel, epoch: try display.epoch()), limit: Self.size)
    canvas = try ScanoutBuffer(canvasOf: panel)
  }

  /// Whether there are changes that no returned picture contains.
  var isBehind: Bool { !changed.isEmpty }

  /// Prepares these drawings while nothing is shown: loads fonts, lays out texts and touches the
  /// memory, all of which would delay the response to the first touch.
  func rehearse(_ next: [Drawing]) {
    binding.check()
    guard drawings.isEmpty else { return }
    let parts = Self.parts(of: next.map { onPanel($0.extent) }, panel)
    unsafe painter.paint(
      next, only: parts, into: canvas.bytes, pitch: canvas.layout.planes[0].pitch)
    for part in parts { canvas.clear(part) }
    var leases: [BufferLease] = []
    while let lease = try? pool.tryAcquire() {
      bringUpToDate(lease.buffer)
      leases.append(lease)
    }
  }

  private static func parts(of dirty: [PixelRect], _ panel: PixelSize) -> [PixelRect] {
    var area = DirtyArea()
    for part in dirty { area.add(part, within: panel) }
    return area.parts
  }

  /// Rotates everything that is drawn from now on.
  func turn(to rotation: Rotation) {
    binding.check()
    painter.rotation = rotation
    drawings = []
    changed.add(PixelRect(panel), within: panel)
    markStale()
    canvas.clear(PixelRect(panel))
  }

  /// Draws a picture. Subtitles stay in `room`, in pixels of the upright display; colours suit HDR
  /// video with `transfer` below; `isCovering` says that the interface hides the video, and `filmMove` how far
  /// the video moves with this picture. Returns nil if nothing has changed or no memory is free.
  func picture(
    of next: [Drawing], over subtitles: SubtitlePicture?, within room: Rect? = nil,
    for transfer: HDRMetadata.Transfer? = nil, isCovering: Bool = false,
    movingFilm filmMove: (right: Int, down: Int) = (0, 0),
    pictures: (PictureID) -> PaintedPicture?
  ) -> InterfacePicture? {
    binding.check()
    if transfer != tones?.transfer { recolor(for: transfer) }
    repaint(next, pictures)
    replace(subtitles, within: room)
    guard !changed.isEmpty || number == 0 else { return nil }
    guard let box = box(of: next) else {
      changed = DirtyArea()
      number += 1
      return InterfacePicture(number: number, layer: nil)
    }
    guard let lease = try? pool.tryAcquire() else { return nil }
    bringUpToDate(lease.buffer)
    number += 1
    let damage = changed.parts
    changed = DirtyArea()
    return InterfacePicture(
      number: number,
      layer: InterfaceLayer(
        lease, box: box, damage: damage, number: number, for: transfer, movingFilm: filmMove),
      subtitles: subtitles, isCovering: isCovering)
  }

  /// Repeats the same drawings in other colours.
  private func recolor(for transfer: HDRMetadata.Transfer?) {
    tones = transfer.map(GraphicsTones.init(to:))
    changed.add(PixelRect(panel), within: panel)
    markStale()
  }

  private func repaint(_ next: [Drawing], _ pictures: (PictureID) -> PaintedPicture?) {
    guard next != drawings else { return }
    let dirty = Scene.changes(from: drawings, to: next).map(onPanel)
    drawings = next
    var area = DirtyArea()
    for part in dirty { area.add(part, within: panel) }
    unsafe painter.paint(
      next, only: area.parts, into: canvas.bytes, pitch: canvas.layout.planes[0].pitch,
      pictures: pictures)
    for part in area.parts { changed.add(part, within: panel) }
    markStale(area)
  }

  private func replace(_ next: SubtitlePicture?, within room: Rect?) {
    let moved = next?.pixels.map { raised($0, into: room) }
    guard next !== subtitles || moved?.box != patch?.box else { return }
    var area = DirtyArea()
    for box in [patch?.box, moved?.box].compactMap(\.self) {
      area.add(box, within: panel)
      changed.add(box, within: panel)
    }
    (subtitles, patch) = (next, moved)
    markStale(area)
  }

  /// Moves a patch that extends below the room up into it, if the display is high enough.
  private func raised(_ patch: PixelPatch, into room: Rect?) -> PixelPatch {
    guard let room else { return patch }
    let rotation = painter.rotation
    let upright = rotation.upright(panel)
    var box = rotation.inverse.onPanel(patch.box, of: upright)
    let excess = box.bottom - Int(room.bottom)
    guard excess > 0, box.y >= excess else { return patch }
    box.y -= excess
    return PixelPatch(patch, at: rotation.onPanel(box, of: panel))
  }

  private func markStale(_ area: DirtyArea? = nil) {
    for id in stale.keys {
      for part in (area ?? changed).parts { stale[id]?.add(part, within: panel) }
    }
  }

  private func bringUpToDate(_ buffer: ScanoutBuffer) {
    let id = ObjectIdentifier(buffer)
    // Reused memory may contain anything.
    let parts = stale[id]?.parts ?? [PixelRect(panel)]
    for part in parts {
      if let tones {
        buffer.copy(part, from: canvas, through: tones)
      } else {
        buffer.copy(part, from: canvas)
      }
      if let patch { buffer.put(patch, under: canvas, within: part, through: tones) }
    }
    stale[id] = DirtyArea()
  }

  /// The area of the panel that contains anything visible; nil if nothing of the interface is
  /// shown.
  private func box(of drawings: [Drawing]) -> PixelRect? {
    guard !drawings.isEmpty else { return nil }
    var box = drawings.reduce(Rect(PixelSize(0, 0))) { box, drawing in
      let part = Rect(onPanel(drawing.extent)).intersection(Rect(panel))
      return part.map(box.union) ?? box
    }
    if let patch { box = box.union(Rect(patch.box)) }
    let grain = Self.grain
    let (left, top) = (Int(box.x) / grain * grain, Int(box.y) / grain * grain)
    let right = min((Int(box.right.rounded(.up)) + grain - 1) / grain * grain, panel.width)
    let bottom = min((Int(box.bottom.rounded(.up)) + grain - 1) / grain * grain, panel.height)
    guard right > left, bottom > top else { return nil }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  private func onPanel(_ extent: Rect) -> PixelRect {
    let upright = painter.rotation.upright(panel)
    let seen = extent.intersection(Rect(upright)) ?? Rect(PixelSize(0, 0))
    return painter.rotation.onPanel(seen.pixels, of: panel)
  }
}

/// The interface at one moment, drawn over the subtitles of that moment.
final class InterfacePicture: Sendable {
  /// Incremented with each picture.
  let number: Int
  /// Nil shows no interface: the subtitles then use the plane.
  let layer: InterfaceLayer?
  /// The subtitles that the layer contains.
  let subtitles: SubtitlePicture?

  /// Whether the interface hides the video.
  let isCovering: Bool

  init(
    number: Int, layer: InterfaceLayer?, subtitles: SubtitlePicture? = nil,
    isCovering: Bool = false
  ) {
    self.number = number
    self.layer = layer
    self.subtitles = subtitles
    self.isCovering = isCovering
  }
}
