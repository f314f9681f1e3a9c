/// What is known of a display's driver that it does not say itself, or says wrongly. A value; what
/// is empty or nil changes nothing.
public struct DisplayQuirks: Hashable, Sendable {
  /// The drivers that it is true of, as the kernel calls them; any where there is none.
  public var drivers: Set<String> = []
  /// Not to be used for video, whatever the planes say.
  public var avoidedFormats: Set<PixelFormat> = []
  /// Kinds of planes that are not to be used: `cursor`, `overlay`, `primary`.
  public var avoidedPlanes: Set<PlaneKindName> = []
  /// Planes' own rotations that are not to be used; the pass turns instead.
  public var avoidedRotations: Set<Rotation> = []
  /// What no side of a buffer may be longer than; larger pictures are scaled by the pass.
  public var largestBuffer: PixelSize?
  /// What no side of a picture on screen may be shorter than.
  public var smallestPlane: PixelSize?
  /// Ways to the screen in the order in which they are tried; those left out come after.
  public var renderModes: [RenderMode] = []

  public init() {}

  /// None where it is known of other drivers only.
  public func applying(to driver: String) -> DisplayQuirks {
    drivers.isEmpty || drivers.contains(driver) ? self : DisplayQuirks()
  }

  /// All ways to the screen, in the order in which they are tried.
  public var orderOfModes: [RenderMode] {
    renderModes + RenderMode.allCases.filter { !renderModes.contains($0) }
  }

  /// Whether a buffer of this size may be tried.
  public func allowsBuffer(_ size: PixelSize) -> Bool {
    guard let largestBuffer else { return true }
    return size.width <= largestBuffer.width && size.height <= largestBuffer.height
  }

  /// Whether a picture may be shown in this size.
  public func allowsShowing(_ size: PixelSize) -> Bool {
    guard let smallestPlane else { return true }
    return size.width >= smallestPlane.width && size.height >= smallestPlane.height
  }
}

/// A plane's kind, as the kernel calls it.
public enum PlaneKindName: String, Hashable, Sendable, CaseIterable {
  case primary, overlay, cursor
}

extension PixelFormat {
  /// From four characters, such as `NV12`; nil for what cannot be a format's code.
  public init?(code: String) {
    let bytes = Array(code.utf8)
    guard bytes.count == 4, bytes.allSatisfy({ $0 > 32 && $0 < 127 }) else { return nil }
    self.init(rawValue: bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) })
  }
}
