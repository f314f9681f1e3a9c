public import Pictures

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
  public let planeDestination: PixelRect
  public let color: ColorDescription
  /// Which of the display's ways it takes; its owner knows what the number means.
  public var route = 0

  /// Whether a decoder that writes this format may write into the buffer itself.
  public func isDirect(for description: PictureDescription) -> Bool {
    description.format == format && bufferSize == description.size
      && bufferPart == picturePart && planeSource == picturePart
  }

  /// The ways to show pictures of a kind in one format, cheapest first: scaled by the plane;
  /// scaled by the pass into a plane of the right size; into one that covers the screen, with
  /// the bars written too.
  public static func candidates(
    for description: PictureDescription, fit: Fit, on display: PixelSize, format: PixelFormat
  ) -> [ScanoutPlan] {
    let aspect = description.pixelAspect
    let placement = fit.placement(
      of: description.size, pixelAspect: (aspect.across, aspect.down), on: display)
    let part = placement.source
    let isSameMemory = format == description.format
    // A decoder's own buffer holds the whole picture, and the plane shows a part of it.
    let whole = isSameMemory ? description.size : part.size
    let inside = isSameMemory ? part : PixelRect(part.size)
    let scaled = ScanoutPlan(
      format: format, bufferSize: whole, picturePart: part, bufferPart: inside,
      planeSource: inside, planeDestination: placement.destination, color: description.color)
    guard placement.isScaled else {
      return [scaled] + covering(placement, description.color, display, format)
    }
    let destination = placement.destination
    let sized = ScanoutPlan(
      format: format, bufferSize: destination.size, picturePart: part,
      bufferPart: PixelRect(destination.size), planeSource: PixelRect(destination.size),
      planeDestination: destination, color: description.color)
    return [scaled, sized] + covering(placement, description.color, display, format)
  }

  /// A buffer of the display's size with bars; none where the picture covers it anyway.
  private static func covering(
    _ placement: Placement, _ color: ColorDescription, _ display: PixelSize, _ format: PixelFormat
  ) -> [ScanoutPlan] {
    guard placement.destination != PixelRect(display) else { return [] }
    // Chroma has no odd places.
    let (across, down) = format.chroma
    var inside = placement.destination
    inside.x = inside.x / across * across
    inside.y = inside.y / down * down
    return [
      ScanoutPlan(
        format: format, bufferSize: display, picturePart: placement.source, bufferPart: inside,
        planeSource: PixelRect(display), planeDestination: PixelRect(display), color: color)
    ]
  }
}
