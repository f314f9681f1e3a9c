internal import VitrinePictures
internal import VitrinePlayback

/// A pass that mixes two pictures of the same layout, with samples of 8 bits, into a part of a third
/// one. It only writes that one, which may be slow to read.
struct MixPass {
  /// The rotation of upright content on the panel.
  let rotation: Rotation
  /// The part of the pictures that slides; nil for all of it.
  var area: PixelRect?

  /// `previous` and `next` have the size of `part`.
  func mix(
    _ previous: ScanoutBuffer, _ next: ScanoutBuffer, at step: TransitionStep,
    into target: ScanoutBuffer, _ part: PixelRect
  ) {
    switch step.kind {
    case .slide: slide(previous, next, at: step, into: target, part)
    case .cut, .fade, .crossFade:
      blend(previous, next, weight: step.weight, into: target, part)
    }
  }

  private func blend(
    _ previous: ScanoutBuffer, _ next: ScanoutBuffer, weight: Int, into target: ScanoutBuffer,
    _ part: PixelRect
  ) {
    // bound: 0 to 256
    let share = UInt16(truncatingIfNeeded: min(max(weight, 0), 256))
    let samples = target.layout.format.memoryPlanes ?? []
    for ((to, from), sample) in zip(zip(target.layout.planes, previous.layout.planes), samples) {
      let count = (part.width + sample.across - 1) / sample.across * sample.bytes
      let (left, top) = (part.x / sample.across * sample.bytes, part.y / sample.down)
      for row in 0..<min(to.rows - top, from.rows) {
        let (start, source) = (
          to.offset + (top + row) * to.pitch + left, from.offset + row * from.pitch
        )
        unsafe Self.blend(
          UnsafeRawBufferPointer(rebasing: previous.bytes[source..<source + count]),
          UnsafeRawBufferPointer(rebasing: next.bytes[source..<source + count]), share,
          into: UnsafeMutableRawBufferPointer(rebasing: target.bytes[start..<start + count]))
      }
    }
  }

  /// Mixes samples, rounded to the nearest value. The compiler vectorizes the loop.
  private static func blend(
    _ previous: UnsafeRawBufferPointer, _ next: UnsafeRawBufferPointer, _ share: UInt16,
    into target: UnsafeMutableRawBufferPointer
  ) {
    let rest = 256 &- share
    for index in 0..<target.count {
      let (a, b) = unsafe (
        UInt16(truncatingIfNeeded: previous[index]), UInt16(truncatingIfNeeded: next[index])
      )
      // At most 255 * 256 + 128.
      unsafe target[index] = UInt8(
        truncatingIfNeeded: (a &* rest &+ b &* share &+ 128) &>> 8)
    }
  }

  private func slide(
    _ previous: ScanoutBuffer, _ next: ScanoutBuffer, at step: TransitionStep,
    into target: ScanoutBuffer, _ part: PixelRect
  ) {
    // Subsampled chroma has no odd positions.
    let clip = area.flatMap { even($0.placed(in: part)).intersection(part) } ?? part
    // Both pictures are black around it.
    if clip != part { target.copy(pictureOf: next, to: part) }
    let length = rotation.isSideways ? clip.height : clip.width
    let moved = length * step.position / TransitionStep.end / 2 * 2
    for (shown, place) in [(previous, -moved), (next, length - moved)] {
      let (left, top) =
        switch rotation {
        case .none: (place, 0)
        case .clockwise: (0, place)
        case .upsideDown: (-place, 0)
        case .counterclockwise: (0, -place)
        }
      guard let visible = clip.moved(by: (left, top)).intersection(clip) else { continue }
      target.copy(pictureOf: shown, to: part, movedBy: (left, top), within: visible)
    }
  }

  private func even(_ rect: PixelRect) -> PixelRect {
    PixelRect(
      x: rect.x / 2 * 2, y: rect.y / 2 * 2, width: rect.width / 2 * 2, height: rect.height / 2 * 2)
  }
}
