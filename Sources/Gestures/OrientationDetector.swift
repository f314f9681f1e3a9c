package import VitrinePictures
package import VitrineTiming

/// Decides from accelerations how the display is held. A value type.
///
/// The axes are the kernel's: x points to the right edge of the panel, y to its top edge, z out of
/// it. At rest, the acceleration points away from the ground.
package struct OrientationDetector: Hashable, Sendable {
  private struct Candidate: Hashable {
    let rotation: Rotation
    let since: HostTime
  }

  /// The mounting of the sensor.
  package var mount = MountMatrix.identity
  /// The clockwise rotation on the panel that makes content upright; nil until it is known.
  private var rotation: Rotation?
  private var candidate: Candidate?

  /// How long a new orientation must last, so that a moving device does not turn the content.
  package static let settling = Duration.milliseconds(400)
  /// The square of the sine of 30°: a panel that is closer to horizontal has no upper edge.
  private static let flat = 0.25
  /// The square of the cosine of 57°: 45°, and 12° of hysteresis.
  private static let kept = 0.2966

  package init() {}

  /// Handles a reading in any unit, and returns the new rotation on the panel if the display has
  /// been turned.
  package mutating func feed(_ reading: SIMD3<Double>, at time: HostTime) -> Rotation? {
    guard let seen = upright(mount(reading)) else {
      candidate = nil
      return nil
    }
    guard rotation != nil else {
      rotation = seen
      return seen
    }
    guard seen != rotation else {
      candidate = nil
      return nil
    }
    let since = candidate?.rotation == seen ? candidate?.since ?? time : time
    guard since + Self.settling <= time else {
      candidate = Candidate(rotation: seen, since: since)
      return nil
    }
    (rotation, candidate) = (seen, nil)
    return seen
  }

  /// Returns the rotation for an acceleration; nil while there is none.
  private func upright(_ up: SIMD3<Double>) -> Rotation? {
    let (x, y) = (up[0], up[1])
    let inPlane = x * x + y * y
    let whole = inPlane + up[2] * up[2]
    // Also false for NaN.
    guard whole > 0, whole.isFinite, inPlane >= Self.flat * whole else { return nil }
    if let rotation {
      let along = rotation.up(x, y)
      if along > 0, along * along >= Self.kept * inPlane { return rotation }
    }
    if abs(x) > abs(y) { return x > 0 ? .clockwise : .counterclockwise }
    return y > 0 ? Rotation.none : .upsideDown
  }
}

extension Rotation {
  /// The part of a vector on the panel that points to the upper edge of the content.
  fileprivate func up(_ x: Double, _ y: Double) -> Double {
    switch self {
    case .none: y
    case .clockwise: x
    case .upsideDown: -y
    case .counterclockwise: -x
    }
  }
}
