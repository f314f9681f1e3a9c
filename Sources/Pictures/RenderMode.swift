/// How pictures and interface reach the screen.
package enum RenderMode: String, Sendable, CaseIterable {
  /// Video on a YUV plane, the interface on a plane above it.
  case twoPlanes = "two-planes"
  /// Video on one YUV plane; the interface is composed into a copy of it.
  case onePlane = "one-plane"
  /// One RGB plane, into which the CPU converts everything.
  case rgb
}

/// How pictures are rotated.
package enum Rotator: String, Sendable, CaseIterable {
  /// The display's hardware rotates them during scanout.
  case plane
  /// The conversion pass rotates them as it writes display memory.
  case pass
}
