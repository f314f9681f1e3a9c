/// How pictures and interface reach the screen.
public enum RenderMode: String, Sendable, CaseIterable {
  /// Video on a YUV plane, the interface on a plane above it.
  case twoPlanes = "two-planes"
  /// Video on one YUV plane, with nothing above it.
  case onePlane = "one-plane"
  /// One RGB plane, into which the CPU converts everything.
  case rgb
}

/// What rotates pictures on a display whose content is turned.
public enum Rotator: String, Sendable, CaseIterable {
  /// The display's hardware, as it reads them.
  case plane
  /// The pass that writes them into the display's memory.
  case pass
}
