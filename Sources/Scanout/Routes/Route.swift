internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures

/// A way to show pictures: a render mode and its planes.
struct Route: Sendable {
  let mode: RenderMode
  let pair: PlanePair
  /// Shown on the interface's plane when there is no interface, because this display needs that
  /// plane to be on.
  let transparent: ScanoutBuffer?
  /// Whether the interface's plane may cover only a part of the screen.
  var isPlaceable: Bool
  /// Whether the kernel accepted it once, but no longer does.
  var isRefused = false

  /// Whether it is the same route, open or closed.
  func isSame(as other: Route) -> Bool {
    mode == other.mode && pair.video.id == other.pair.video.id
      && pair.interface?.id == other.pair.interface?.id
      && (transparent == nil) == (other.transparent == nil) && isPlaceable == other.isPlaceable
  }

  /// Sets all planes of the output for pictures of this plan, with `insets` above them.
  func configure(
    _ request: inout AtomicRequest, plan: ScanoutPlan, framebuffer: ObjectID<Framebuffer>,
    interface: (framebuffer: ObjectID<Framebuffer>, box: PixelRect)? = nil,
    insets: InsetStates? = nil, on output: Output, _ claims: Claims
  ) throws(KMSError) {
    let pair = insets?.stack.pair ?? pair
    let placed = plan.plane.placed(in: output.area, on: output.mode.size)
    let state = PlaneState(
      framebuffer: framebuffer, crtc: output.crtc.id, source: placed.source,
      destination: placed.destination, color: plan.format.isRGB ? nil : plan.color,
      zpos: pair.videoZ, rotation: plan.plane.rotation)
    try request.show(state, on: pair.video)
    var used = [pair.video.id]
    if let insets { used += try insets.show(on: output, &request) }
    let nothing = transparent?.framebuffer.map { ($0, output.visible) }
    if let plane = pair.interface, let (framebuffer, box) = interface ?? nothing {
      try request.show(
        PlaneState(
          framebuffer: framebuffer, crtc: output.crtc.id, source: FixedRect(box),
          destination: box.placed(in: output.area), color: nil, zpos: pair.interfaceZ),
        on: plane)
      used.append(plane.id)
    }
    try request.disableOthers(of: output, but: used, claims)
  }
}

extension AtomicRequest {
  /// Turns off planes that another client may have left on.
  mutating func disableOthers(
    of output: Output, but used: [ObjectID<Plane>], _ claims: Claims
  ) throws(KMSError) {
    // A plane shared by several CRTCs may be used by another output.
    for plane in output.planes
    where !used.contains(plane.id) && claims.isFree(plane.id, for: output.crtc.id) {
      try disable(plane)
    }
  }
}

/// Identifies a route of a display.
package struct RouteID: Hashable, Sendable {
  let index: Int

  /// The only route of a display without others.
  package static let first = RouteID(index: 0)
}
