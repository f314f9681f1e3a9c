package import VitrinePictures

/// A plane for video, and one for the interface above it.
package struct PlanePair: Sendable {
  package let video: Plane
  /// Nil with a single plane.
  package let interface: Plane?
  /// The z-positions to set, if the planes can be ordered.
  package let videoZ: UInt64?
  package let interfaceZ: UInt64?
}

/// Finds planes for video and interface together. It considers all planes: on some boards, the
/// primary plane is above the one that supports video; on others, the only second plane is the
/// cursor plane.
///
/// Pure. It returns candidates, best first; only a test commit with the real framebuffers shows
/// which of them works.
package struct PlaneSearch: Sendable {
  private let planes: [Plane]
  private let quirks: DisplayQuirks
  private static let interfaceFormat = PixelFormat.argb8888

  /// `planes` in the kernel's order; those that cannot reach the CRTC, or that `quirks` excludes,
  /// are ignored.
  package init(planes: [Plane], crtcIndex: Int, quirks: DisplayQuirks = DisplayQuirks()) {
    self.planes = planes.filter {
      $0.possibleCRTCs & (1 << UInt32(crtcIndex)) != 0
        && !quirks.avoidedPlanes.contains($0.kind.name)
    }
    self.quirks = quirks
  }

  /// The candidate pairs for video of `format`, best first, and why other planes are excluded.
  /// Pairs with an interface plane come before single planes.
  package func candidates(
    format: PixelFormat
  ) -> (pairs: [PlanePair], refusals: [String]) {
    var refusals: [String] = []
    if quirks.avoidedFormats.contains(format) {
      return ([], ["\(format): disabled on this board"])
    }
    let video = planes.filter { plane in
      if plane.supportsLinear(format) { return true }
      let why = plane.formats[format] == nil ? "no \(format)" : "only tiled \(format)"
      refusals.append("plane \(plane.id) (\(plane.kind)): \(why)")
      return false
    }
    // The cursor plane is the last resort: it is often small without reporting it.
    let ordered = video.filter { $0.kind != .cursor } + video.filter { $0.kind == .cursor }
    var pairs: [PlanePair] = []
    for plane in ordered {
      let above = planes.filter { $0.id != plane.id && $0.supportsLinear(Self.interfaceFormat) }
        .compactMap { pair(video: plane, interface: $0) }
      if above.isEmpty {
        refusals.append("plane \(plane.id) (\(plane.kind)): no plane for the interface above it")
      }
      pairs += above.filter { $0.interface?.kind != .cursor }
      pairs += above.filter { $0.interface?.kind == .cursor }
    }
    pairs.sort { rank($0) < rank($1) }
    let alone = ordered.map {
      PlanePair(video: $0, interface: nil, videoZ: zRange(of: $0)?.lowerBound, interfaceZ: nil)
    }
    return (pairs + alone, refusals)
  }

  /// Pairs without the cursor plane first, then those with video on the primary plane, which keep
  /// one plane less active.
  private func rank(_ pair: PlanePair) -> Int {
    let cursors = [pair.video.kind, pair.interface?.kind].filter { $0 == .cursor }.count
    return cursors * 2 + (pair.video.kind == .primary ? 0 : 1)
  }

  /// The pair with z-positions that put the interface above the video; nil if that is impossible.
  private func pair(video: Plane, interface: Plane) -> PlanePair? {
    switch (zRange(of: video), zRange(of: interface), fixedZ(video), fixedZ(interface)) {
    case (let below?, let above?, _, _):
      let z = max(above.lowerBound, below.lowerBound + 1)
      guard above.contains(z) else { return nil }
      return PlanePair(video: video, interface: interface, videoZ: below.lowerBound, interfaceZ: z)
    case (let below?, nil, _, let fixed?):
      guard below.lowerBound < fixed else { return nil }
      return PlanePair(
        video: video, interface: interface, videoZ: below.lowerBound, interfaceZ: nil)
    case (nil, let above?, let fixed?, _):
      let z = max(above.lowerBound, fixed + 1)
      guard above.contains(z) else { return nil }
      return PlanePair(video: video, interface: interface, videoZ: nil, interfaceZ: z)
    case (_, _, let below?, let above?):
      guard below < above else { return nil }
      return PlanePair(video: video, interface: interface, videoZ: nil, interfaceZ: nil)
    default:
      // Without the property, planes are ordered by kind, then by creation.
      guard implicitOrder(video) < implicitOrder(interface) else { return nil }
      return PlanePair(video: video, interface: interface, videoZ: nil, interfaceZ: nil)
    }
  }

  private func zRange(of plane: Plane) -> ClosedRange<UInt64>? {
    guard let property = plane.properties["zpos"], !property.isImmutable else { return nil }
    return property.range
  }

  private func fixedZ(_ plane: Plane) -> UInt64? {
    guard let property = plane.properties["zpos"], property.isImmutable else { return nil }
    return property.value
  }

  private func implicitOrder(_ plane: Plane) -> (Int, UInt32) {
    let kind =
      switch plane.kind {
      case .primary: 0
      case .overlay: 1
      case .cursor: 2
      }
    return (kind, plane.id.rawValue)
  }
}

extension Plane.Kind {
  fileprivate var name: PlaneKindName {
    switch self {
    case .primary: .primary
    case .overlay: .overlay
    case .cursor: .cursor
    }
  }
}
