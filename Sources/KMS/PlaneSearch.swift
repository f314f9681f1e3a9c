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

/// Planes for a video, for other videos above it, and for the interface above all.
package struct PlaneStack: Sendable {
  /// The planes of the video and the interface.
  package let pair: PlanePair
  /// From bottom to top, with the z-positions to set, if the planes can be ordered.
  package let insets: [(plane: Plane, z: UInt64?)]
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
    order([video, interface]).map {
      PlanePair(video: video, interface: interface, videoZ: $0[0], interfaceZ: $0[1])
    }
  }

  /// The candidate planes, best first, for insets of these formats above the video of a pair and
  /// below its interface, whose plane may be another one; without an interface, that plane may show
  /// an inset.
  package func stacks(
    over pair: PlanePair, _ formats: [PixelFormat], withInterface: Bool
  ) -> [PlaneStack] {
    let (video, usual) = (pair.video, pair.interface)
    guard let usual, quirks.avoidedFormats.isDisjoint(with: formats) else { return [] }
    // Cursor planes are often small without reporting it.
    let able = planes.filter { $0.id != video.id && $0.kind != .cursor }
    let choices = formats.reduce(into: [[Plane]()]) { choices, format in
      choices = choices.flatMap { chosen in
        able.filter { plane in
          plane.supportsLinear(format) && !chosen.contains { $0.id == plane.id }
            && order([video] + chosen + [plane]) != nil
        }.map { chosen + [$0] }
      }
      choices.removeLast(max(choices.count - Self.mostChoices, 0))
    }
    let others = able.filter { $0.id != usual.id && $0.supportsLinear(Self.interfaceFormat) }
    let interfaces = withInterface ? [usual] + others : [nil]
    return interfaces.flatMap { interface in
      choices.filter { !$0.contains { $0.id == interface?.id } }.compactMap { chosen in
        order([video] + chosen + [interface].compactMap(\.self)).map { zs in
          PlaneStack(
            pair: PlanePair(
              video: video, interface: interface, videoZ: zs[0],
              interfaceZ: interface.flatMap { _ in zs.last ?? nil }),
            insets: zip(chosen, zs.dropFirst()).map { (plane: $0, z: $1) })
        }
      }
    }
  }

  /// The choices of planes for insets that are considered.
  private static let mostChoices = 64

  /// The z-positions to set that put these planes above each other, from bottom to top; nil if that is
  /// impossible.
  private func order(_ planes: [Plane]) -> [UInt64?]? {
    guard planes.allSatisfy({ zRange(of: $0) != nil || fixedZ($0) != nil }) else {
      // Without the property, planes are ordered by kind, then by creation.
      let places = planes.map(implicitOrder)
      return zip(places, places.dropFirst()).allSatisfy { $0 < $1 } ? planes.map { _ in nil } : nil
    }
    var wanted: [UInt64?] = []
    var below: UInt64?
    for plane in planes {
      let least = below.map { $0 + 1 } ?? 0
      if let range = zRange(of: plane) {
        let z = max(range.lowerBound, least)
        guard range.contains(z) else { return nil }
        (below, wanted) = (z, wanted + [z])
      } else {
        guard let fixed = fixedZ(plane), fixed >= least else { return nil }
        (below, wanted) = (fixed, wanted + [nil])
      }
    }
    return wanted
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
