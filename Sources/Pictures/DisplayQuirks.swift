/// Facts that a display driver reports wrongly or not at all. Empty and nil values change nothing.
package struct DisplayQuirks: Hashable, Sendable {
  /// The kernel names of the affected drivers; empty for all.
  package var drivers: Set<String> = []
  /// Formats that must not be used for video, even if planes list them.
  package var avoidedFormats: Set<PixelFormat> = []
  /// Kinds of planes that must not be used: `cursor`, `overlay`, `primary`.
  package var avoidedPlanes: Set<PlaneKindName> = []
  /// Plane rotations that must not be used; the conversion pass rotates instead.
  package var avoidedRotations: Set<Rotation> = []
  /// The maximum width and height of a buffer; the conversion pass scales larger pictures.
  package var largestBuffer: PixelSize?
  /// The minimum width and height of a picture on screen.
  package var smallestPlane: PixelSize?
  /// The render modes to try first, in order; the others follow.
  package var renderModes: [RenderMode] = []

  package init() {}

  /// Empty if the quirks are for other drivers.
  package func applying(to driver: String) -> DisplayQuirks {
    drivers.isEmpty || drivers.contains(driver) ? self : DisplayQuirks()
  }

  /// All render modes, in the order in which they are tried.
  package var orderOfModes: [RenderMode] {
    renderModes + RenderMode.allCases.filter { !renderModes.contains($0) }
  }

  /// Whether to try a buffer of this size.
  package func allowsBuffer(_ size: PixelSize) -> Bool {
    guard let largestBuffer else { return true }
    return size.width <= largestBuffer.width && size.height <= largestBuffer.height
  }

  /// Whether to show a picture in this size.
  package func allowsShowing(_ size: PixelSize) -> Bool {
    guard let smallestPlane else { return true }
    return size.width >= smallestPlane.width && size.height >= smallestPlane.height
  }
}

/// The kernel's name of a plane's kind.
package enum PlaneKindName: String, Hashable, Sendable, CaseIterable {
  case primary, overlay, cursor
}

extension PixelFormat {
  /// Parses four characters, such as `NV12`; returns nil if they cannot be a format code.
  package init?(code: String) {
    let bytes = Array(code.utf8)
    guard bytes.count == 4, bytes.allSatisfy({ $0 > 32 && $0 < 127 }) else { return nil }
    self.init(rawValue: bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) })
  }
}
