public import VitrinePictures

/// A plane for video, and one for the interface above it.
public struct PlanePair: Sendable {
  public let video: Plane
  /// Nil in the one-plane modes.
  public let interface: Plane?
  /// The order to set, where the planes let it be set.
  public let videoZ: UInt64?
  public let interfaceZ: UInt64?
}

/// Finds planes for video and interface together: over all planes, since on some boards the
/// primary plane lies above the one that takes video, and on others the only second plane is
/// the cursor's.
///
/// Pure. It answers what may work, best first; only a test commit with the real framebuffers
/// knows what does.
public struct PlaneSearch: Sendable {
  private let planes: [Plane]
  private let quirks: DisplayQuirks
  private static let interfaceFormat = PixelFormat.argb8888

  /// `planes` in the kernel's order; those that cannot reach the CRTC are left out, and those
  /// that `quirks` has something against.
  public init(planes: [Plane], crtcIndex: Int, quirks: DisplayQuirks = DisplayQuirks()) {
    self.planes = planes.filter {
      $0.possibleCRTCs & (1 << UInt32(crtcIndex)) != 0
        && !quirks.avoidedPlanes.contains($0.kind.name)
    }
    self.quirks = quirks
  }

  /// The pairs that can be tried for video of `format`, best first, and why the other planes
  /// cannot take part. Pairs with an interface plane come before a video plane alone.
  public func candidates(
    format: PixelFormat
  ) -> (pairs: [PlanePair], refusals: [String]) {
    var refusals: [String] = []
    if quirks.avoidedFormats.contains(format) {
      return ([], ["\(format): not to be used on this board"])
    }
    let video = planes.filter { plane in
      if plane.takesLinear(format) { return true }
      let why = plane.formats[format] == nil ? "no \(format)" : "\(format) only tiled"
      refusals.append("plane \(plane.id) (\(plane.kind)): \(why)")
      return false
    }
    // The cursor's plane is the last resort: it is often small, without saying so.
    let ordered = video.filter { $0.kind != .cursor } + video.filter { $0.kind == .cursor }
    var pairs: [PlanePair] = []
    for plane in ordered {
      let above = planes.filter { $0.id != plane.id && $0.takesLinear(Self.interfaceFormat) }
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

  /// Pairs without the cursor's plane first, then those whose video is on the primary plane:
  /// one plane less to keep alive.
  private func rank(_ pair: PlanePair) -> Int {
    let cursors = [pair.video.kind, pair.interface?.kind].filter { $0 == .cursor }.count
    return cursors * 2 + (pair.video.kind == .primary ? 0 : 1)
  }

  /// The pair with an order that puts the interface above, or nil when none does.
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
      // Without the property the order is that of kinds, then of creation.
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
