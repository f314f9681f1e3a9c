package import VitrinePictures

/// How a plane shows a buffer.
package struct PlanePlacement: Hashable, Sendable {
  /// The visible part of the buffer.
  package var source: PixelRect
  /// Its position on screen.
  package var destination: PixelRect
  /// The clockwise rotation by the plane.
  package var rotation = Rotation.none

  /// The placement on a screen of this size, of which `area` is used. A buffer that reaches beyond the
  /// screen shows only its visible part.
  func placed(
    in area: PixelRect, on screen: PixelSize
  ) -> (source: FixedRect, destination: PixelRect) {
    let destination = destination.placed(in: area)
    guard let visible = destination.intersection(PixelRect(screen)), visible != destination
    else { return (FixedRect(source), destination) }
    // The part of the upright buffer that is visible once the plane has rotated it.
    let size = destination.size
    let part = PixelRect(
      x: visible.x - destination.x, y: visible.y - destination.y, width: visible.width,
      height: visible.height)
    let upright = rotation.inverse.onPanel(part, of: rotation.upright(size))
    return (FixedRect(upright, of: rotation.upright(size), onto: source), visible)
  }
}

/// How pictures of one kind reach the screen: where they are written in a buffer, and where the
/// buffer is shown on screen.
package struct ScanoutPlan: Hashable, Sendable {
  package let format: PixelFormat
  package let bufferSize: PixelSize
  /// The visible part of the decoded picture.
  package let picturePart: PixelRect
  /// The part of the buffer that it is written to; the rest is black.
  package let bufferPart: PixelRect
  package var plane: PlanePlacement
  /// The colours in the buffer, as set for the plane.
  package internal(set) var color: ColorDescription
  /// The HDR metadata sent to the display; nil for SDR.
  package var hdr: HDRMetadata?
  /// The clockwise rotation by the pass.
  package var rotation = Rotation.none
  /// The route of the display.
  package var route = RouteID.first
  /// The epoch of the display that it was made for.
  package var epoch: Epoch?

  /// Whether the layers above are composed into a copy of the picture, for lack of a plane.
  package internal(set) var isFlattened = false

  /// The rotation of upright content on the panel, without the picture's own.
  package private(set) var orientation = Rotation.none
  /// The part of the panel that pictures fill; nil for all of it.
  private(set) var area: PixelRect?

  /// Whether a decoder's own memory is never shown, even in a suitable format.
  var isAlwaysWritten = false

  /// Whether a decoder for this format may write into the buffer itself.
  package func isDirect(for description: PictureDescription) -> Bool {
    !isAlwaysWritten && description.format == format && bufferSize == description.size
      && bufferPart == picturePart && plane.source == picturePart && rotation == .none
      && description.hdr == hdr && description.color == color
  }

  /// The metadata of HDR pictures that the pass maps to SDR, because they are not shown as HDR.
  package func tones(of description: PictureDescription) -> HDRMetadata? {
    hdr == nil ? description.hdr : nil
  }

  /// The position of the picture itself on the screen, without bars in the buffer.
  var pictureDestination: PixelRect {
    plane.source == bufferPart
      ? plane.destination : bufferPart.scaled(with: plane.source, onto: plane.destination)
  }

  /// Whether these quirks do not exclude it.
  package func isAllowed(by quirks: DisplayQuirks) -> Bool {
    quirks.allowsBuffer(bufferSize) && quirks.allowsShowing(plane.destination.size)
      && (plane.rotation == .none || !quirks.avoidedRotations.contains(plane.rotation))
  }

  /// The plans for pictures of a kind in one format, cheapest first: scaled by the plane; scaled by
  /// the pass into a plane of the right size; into one that covers the display, including the bars;
  /// into one that covers the screen, which is the display with its margins, and may be larger than
  /// the mode if the display moves.
  /// Rotation by the plane comes before rotation by the pass.
  package static func candidates(
    for description: PictureDescription, _ arrangement: Arrangement, on display: PixelSize,
    within screen: PixelRect? = nil, format: PixelFormat
  ) -> [ScanoutPlan] {
    let rotation = arrangement.rotation + description.rotation
    let aspect = description.pixelAspect
    let placement = arrangement.placement(
      of: description.size, pixelAspect: (aspect.across, aspect.down), rotatedBy: rotation,
      on: display)
    let search = Search(
      description: description, placement: placement, rotation: rotation,
      orientation: arrangement.rotation, area: arrangement.area, display: display,
      screen: screen ?? PixelRect(display), format: format)
    guard rotation != .none else { return search.upright(.none) + search.covering }
    let turned = format.canTurn(by: rotation) ? search.turned + search.covering : []
    return search.upright(rotation) + turned
  }

  /// The plan for pictures above those of another video, scaled and rotated by the pass: nearly all
  /// planes can show them. Nil if they cannot be rotated in this format.
  static func inset(
    for description: PictureDescription, _ arrangement: Arrangement, on display: PixelSize,
    format: PixelFormat
  ) -> ScanoutPlan? {
    let rotation = arrangement.rotation + description.rotation
    let aspect = description.pixelAspect
    var placement = arrangement.placement(
      of: description.size, pixelAspect: (aspect.across, aspect.down), rotatedBy: rotation,
      on: display)
    if placement.isScaled {
      // The pass that composes them needs whole samples of subsampled chroma.
      placement = Placement(source: placement.source, destination: placement.destination.even)
    }
    let search = Search(
      description: description, placement: placement, rotation: rotation,
      orientation: arrangement.rotation, area: arrangement.area, display: display,
      screen: PixelRect(display), format: format)
    guard rotation != .none else { return search.upright(.none).last }
    return format.canTurn(by: rotation) ? search.turned.last : nil
  }

  /// The common values of one search.
  private struct Search {
    let description: PictureDescription
    let placement: Placement
    let rotation: Rotation
    let orientation: Rotation
    let area: PixelRect?
    let display: PixelSize
    let screen: PixelRect
    let format: PixelFormat

    var destination: PixelRect { rotation.onPanel(placement.destination, of: display) }

    /// Buffers with the unrotated picture, which the plane rotates.
    func upright(_ planeRotation: Rotation) -> [ScanoutPlan] {
      let part = placement.source
      let isSameMemory = format == description.format
      // A decoder's own buffer contains the whole picture, and the plane shows a part of it.
      let whole = isSameMemory ? description.size : part.size
      let inside = isSameMemory ? part : PixelRect(part.size)
      var scaled = plan(whole, inside, from: inside)
      scaled.plane.rotation = planeRotation
      guard placement.isScaled else { return [scaled] }
      let size = placement.destination.size
      var sized = plan(size, PixelRect(size), from: PixelRect(size))
      sized.plane.rotation = planeRotation
      return [scaled, sized]
    }

    /// Buffers with the rotated picture.
    var turned: [ScanoutPlan] {
      let own = rotation.upright(placement.source.size)
      return (placement.isScaled ? [own, destination.size] : [own]).map { size in
        var turned = plan(size, PixelRect(size), from: PixelRect(size))
        turned.rotation = rotation
        return turned
      }
    }

    /// Buffers with bars, of the display's size and with its margins; without those that the picture
    /// covers anyway.
    var covering: [ScanoutPlan] {
      let whole = PixelRect(display)
      return (screen == whole ? [whole] : [whole, screen]).filter { $0 != destination }.map(
        covering)
    }

    private func covering(_ frame: PixelRect) -> ScanoutPlan {
      // Subsampled chroma has no odd positions.
      let (across, down) = format.chroma
      var inside = destination
      inside.x = (inside.x - frame.x) / across * across
      inside.y = (inside.y - frame.y) / down * down
      var covering = plan(frame.size, inside, from: PixelRect(frame.size))
      covering.plane.destination = frame
      covering.rotation = rotation
      return covering
    }

    private func plan(
      _ size: PixelSize, _ part: PixelRect, from planeSource: PixelRect
    ) -> ScanoutPlan {
      var plan = ScanoutPlan(
        format: format, bufferSize: size, picturePart: placement.source, bufferPart: part,
        plane: PlanePlacement(source: planeSource, destination: destination),
        color: description.color,
        hdr: description.hdr)
      (plan.orientation, plan.area) = (orientation, area)
      return plan
    }
  }
}

extension PixelRect {
  /// With even edges, within this one if it has more than two pixels.
  var even: PixelRect {
    let (left, top) = ((x + 1) / 2 * 2, (y + 1) / 2 * 2)
    return PixelRect(
      x: left, y: top, width: max((right - left) / 2 * 2, 2),
      height: max((bottom - top) / 2 * 2, 2))
  }

  /// The position in pixels of `target`, if `frame` is scaled to fill it; never empty.
  func scaled(with frame: PixelRect, onto target: PixelRect) -> PixelRect {
    func scaled(_ value: Int, _ from: Int, _ to: Int) -> Int { value * to / max(from, 1) }
    return PixelRect(
      x: target.x + scaled(x - frame.x, frame.width, target.width),
      y: target.y + scaled(y - frame.y, frame.height, target.height),
      width: max(1, scaled(width, frame.width, target.width)),
      height: max(1, scaled(height, frame.height, target.height)))
  }
}
