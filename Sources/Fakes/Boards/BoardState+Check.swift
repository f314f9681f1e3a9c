internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures

/// The checks of the kernel and the driver, in the kernel's order: the core, the helpers, the
/// driver.
extension BoardState {
  func check() throws(Errno) {
    if isActive, mode == nil { throw .invalid }
    for index in board.planes.indices {
      let object = BoardObjects.firstPlane + UInt32(index)
      // `drm_atomic_plane_check`: a framebuffer and a CRTC, or neither.
      let (framebuffer, crtc) = (value("FB_ID", of: object), value("CRTC_ID", of: object))
      guard (framebuffer == 0) == (crtc == 0) else { throw .invalid }
    }
    guard isActive, let size = mode?.size else { return }
    for plane in planes { try check(plane, on: size) }
    try checkTogether()
  }

  private func check(_ plane: CommittedPlane, on size: PixelSize) throws(Errno) {
    let rules = board.planes[plane.index]
    guard rules.formats.contains(plane.layout.format) else { throw .invalid }
    let source = plane.source
    guard source.x >= 0, source.y >= 0, source.right <= plane.layout.size.width,
      source.bottom <= plane.layout.size.height
    else { throw .noSpace }
    guard !source.size.isEmpty, !plane.destination.size.isEmpty else { throw .invalid }
    // `drm_atomic_helper_check_plane_state`.
    let allowed = (plane.isYUV ? rules.zoomOfYUV : nil) ?? rules.zoom ?? 1...1
    guard allowed.contains(plane.zoom.0), allowed.contains(plane.zoom.1) else { throw .outOfRange }
    if rules.coversScreen, plane.destination != PixelRect(size) { throw .invalid }
    let shown = plane.destination.size
    guard shown.width >= rules.sizes.smallest.width, shown.height >= rules.sizes.smallest.height,
      shown.width <= rules.sizes.largest.width, shown.height <= rules.sizes.largest.height
    else { throw .invalid }
    if plane.rotation.isSideways, board.rules.contains(.noQuarterTurns) { throw .invalid }
    if plane.rotation != .none, plane.isYUV, board.rules.contains(.noTurnedYUV) { throw .invalid }
    if plane.isYUV, board.rules.contains(.evenYUV) {
      guard source.x % 2 == 0, source.y % 2 == 0 else { throw .invalid }
      if source.width % 2 != 0, plane.zoom.0 < 1 { throw .invalid }
    }
  }

  private func checkTogether() throws(Errno) {
    for rule in board.rules {
      switch rule {
      case .primaryStaysOn:
        guard planes.contains(where: { board.planes[$0.index].kind == .primary }) else {
          throw .invalid
        }
      case .load(let cycles, let bytes):
        let refresh = mode?.refresh ?? 60
        var (busy, read) = (0.0, 0.0)
        for plane in planes {
          let pixels = Double(plane.destination.width * plane.destination.height)
          let planes = plane.layout.planes.count
          // Four pixels per cycle, or two if scaled; chroma is always scaled.
          busy += pixels * Double(planes) * refresh / (plane.isScaled || planes > 1 ? 2 : 4)
          read += Double(plane.layout.byteCount) * refresh
        }
        guard busy <= Double(cycles), read <= Double(bytes) else { throw .noSpace }
      case .alignedTo(let grain):
        for place in planes.map(\.destination) where place.x % grain != 0 || place.y % grain != 0 {
          throw .invalid
        }
      case .gammaNeedsModeset, .refusesGamma, .latchesAtEnable, .changeNeedsModeset,
        .clockFollowsScaling, .evenYUV, .noQuarterTurns,
        .noTurnedYUV, .answersAtOnce:
        break
      }
    }
  }
}

extension Errno {
  /// ENOSPC.
  static let noSpace = Errno(rawValue: 28)
  /// ERANGE.
  static let outOfRange = Errno(rawValue: 34)
}
