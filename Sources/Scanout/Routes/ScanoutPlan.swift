public import VitrinePictures

/// How pictures of one kind reach the screen: what is written where in a buffer, and which
/// part of the buffer goes where on screen.
public struct ScanoutPlan: Hashable, Sendable {
  public let format: PixelFormat
  public let bufferSize: PixelSize
  /// The part of the decoded picture that is seen.
  public let picturePart: PixelRect
  /// Where the pass writes it in the buffer; the rest of the buffer is black.
  public let bufferPart: PixelRect
  /// The part of the buffer that the plane shows, and where.
  public let planeSource: PixelRect
  public var planeDestination: PixelRect
  /// What is in the buffer, and what the plane takes it for.
  public internal(set) var color: ColorDescription
  /// What the display is told of HDR pictures, which are shown as they are; nil for SDR.
  public var hdr: HDRMetadata?
  /// How far the pass turns the picture clockwise, and how far the plane does.
  public var rotation = Rotation.none
  public var planeRotation = Rotation.none
  /// Which of the display's ways it takes.
  public var route = RouteID.first
  /// Of the display that it was made for.
  public var epoch: Epoch?

  /// Whether what lies over the picture is put into a copy of it: no plane is there for it.
  public internal(set) var isFlattened = false

  /// Whether no decoder's own memory is shown, although its format would do.
  var isAlwaysWritten = false

  /// Whether a decoder that writes this format may write into the buffer itself.
  public func isDirect(for description: PictureDescription) -> Bool {
    !isAlwaysWritten && description.format == format && bufferSize == description.size
      && bufferPart == picturePart && planeSource == picturePart && rotation == .none
      && description.hdr == hdr && description.color == color
  }

  /// What the pass maps to SDR: HDR pictures of which the display is told nothing.
  public func tones(of description: PictureDescription) -> HDRMetadata? {
    hdr == nil ? description.hdr : nil
  }

  /// Where the picture itself is on the screen, without bars that are in the buffer.
  var pictureDestination: PixelRect {
    planeSource == bufferPart
      ? planeDestination : bufferPart.scaled(with: planeSource, onto: planeDestination)
  }

  /// Whether nothing is known against it on a display with such quirks.
  public func isAllowed(by quirks: DisplayQuirks) -> Bool {
    quirks.allowsBuffer(bufferSize) && quirks.allowsShowing(planeDestination.size)
      && (planeRotation == .none || !quirks.avoidedRotations.contains(planeRotation))
  }

  /// The ways to show pictures of a kind in one format, cheapest first: scaled by the plane;
  /// scaled by the pass into a plane of the right size; into one that covers the screen, with
  /// the bars written too. Pictures that are to be turned are turned by the plane before they are
  /// turned by the pass.
  public static func candidates(
    for description: PictureDescription, _ arrangement: Arrangement, on display: PixelSize,
    format: PixelFormat
  ) -> [ScanoutPlan] {
    let rotation = arrangement.rotation + description.rotation
    let aspect = description.pixelAspect
    let placement = arrangement.fit.placement(
      of: description.size, pixelAspect: (aspect.across, aspect.down),
      on: rotation.upright(display))
    let search = Search(
      description: description, placement: placement, rotation: rotation, display: display,
      format: format)
    guard rotation != .none else { return search.upright(.none) + search.covering }
    let turned = format.canTurn(by: rotation) ? search.turned + search.covering : []
    return search.upright(rotation) + turned
  }

  /// What all ways of one search have in common.
  private struct Search {
    let description: PictureDescription
    let placement: Placement
    let rotation: Rotation
    let display: PixelSize
    let format: PixelFormat

    var destination: PixelRect { rotation.onPanel(placement.destination, of: display) }

    /// In buffers that hold the picture as it is, which the plane turns.
    func upright(_ planeRotation: Rotation) -> [ScanoutPlan] {
      let part = placement.source
      let isSameMemory = format == description.format
      // A decoder's own buffer holds the whole picture, and the plane shows a part of it.
      let whole = isSameMemory ? description.size : part.size
      let inside = isSameMemory ? part : PixelRect(part.size)
      var scaled = plan(whole, inside, from: inside)
      scaled.planeRotation = planeRotation
      guard placement.isScaled else { return [scaled] }
      let size = placement.destination.size
      var sized = plan(size, PixelRect(size), from: PixelRect(size))
      sized.planeRotation = planeRotation
      return [scaled, sized]
    }

    /// In buffers that hold the picture turned.
    var turned: [ScanoutPlan] {
      let own = rotation.upright(placement.source.size)
      return (placement.isScaled ? [own, destination.size] : [own]).map { size in
        var turned = plan(size, PixelRect(size), from: PixelRect(size))
        turned.rotation = rotation
        return turned
      }
    }

    /// A buffer of the display's size with bars; none where the picture covers it anyway.
    var covering: [ScanoutPlan] {
      guard destination != PixelRect(display) else { return [] }
      // Chroma has no odd places.
      let (across, down) = format.chroma
      var inside = destination
      inside.x = inside.x / across * across
      inside.y = inside.y / down * down
      var covering = plan(display, inside, from: PixelRect(display))
      covering.planeDestination = PixelRect(display)
      covering.rotation = rotation
      return [covering]
    }

    private func plan(
      _ size: PixelSize, _ part: PixelRect, from planeSource: PixelRect
    ) -> ScanoutPlan {
      ScanoutPlan(
        format: format, bufferSize: size, picturePart: placement.source, bufferPart: part,
        planeSource: planeSource, planeDestination: destination, color: description.color,
        hdr: description.hdr)
    }
  }
}

extension PixelRect {
  /// Where this is, in pixels of `target`, once `frame` fills that; never empty.
  func scaled(with frame: PixelRect, onto target: PixelRect) -> PixelRect {
    func scaled(_ value: Int, _ from: Int, _ to: Int) -> Int { value * to / max(from, 1) }
    return PixelRect(
      x: target.x + scaled(x - frame.x, frame.width, target.width),
      y: target.y + scaled(y - frame.y, frame.height, target.height),
      width: max(1, scaled(width, frame.width, target.width)),
      height: max(1, scaled(height, frame.height, target.height)))
  }
}
