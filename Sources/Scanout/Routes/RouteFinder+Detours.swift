internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures

/// Routes for existing pictures with a plan that is no longer valid, or was made for another
/// output.
extension RouteFinder {
  /// Handles pictures of this plan that the kernel no longer accepts. Finds another route for
  /// existing pictures, and drops the plans with the old one. Returns false if the old route works,
  /// and something else is wrong. `interface` is the layer above the picture.
  func reroute(
    _ plan: ScanoutPlan, interface: RouteTester.Interface?
  ) throws(KMSError) -> Bool {
    let old = cache.current(plan.route)
    guard !cache[old].isRefused else { return false }
    // Without a buffer to test with, the route may still work.
    guard let buffer = try? makeBuffer(plan.format, plan.bufferSize),
      try refusal(of: cache[old], plan, buffer, interface: interface) != nil
    else { return false }
    close(old)
    // The detour must accept this very interface layer. Pictures that no plane accepts are
    // composed.
    let detour = try firstPlan(for: plan) { detour throws(KMSError) in
      try refusal(of: cache[detour.route], plan, buffer, interface: interface) == nil
    }
    if let detour { cache.detour(old, to: detour.route) }
    return true
  }

  /// Tests this plan's route again if it was closed and a test is due. Returns true if it is open
  /// again.
  func reopen(_ plan: ScanoutPlan) throws(KMSError) -> Bool {
    guard let route = cache.routeDueForRetry(plan.route, at: now()) else { return false }
    let planes = [route.pair.video.id, route.pair.interface?.id].compactMap(\.self)
    guard try isAccepted(route, plan), device.claims.claim(planes, for: output.crtc.id) else {
      cache.recordRefusal(of: plan.route, at: now())
      return false
    }
    cache.reopen(plan.route)
    published.removeAll()
    return true
  }

  /// Whether the kernel accepts pictures of a plan, with any layer above them.
  private func isAccepted(_ route: Route, _ plan: ScanoutPlan) throws(KMSError) -> Bool {
    guard let buffer = try? makeBuffer(plan.format, plan.bufferSize) else { return false }
    guard route.pair.interface != nil else {
      return try refusal(of: route, plan, buffer) == nil
    }
    guard let over = try? makeBuffer(.argb8888, output.size), let framebuffer = over.framebuffer
    else { return false }
    return try refusal(
      of: route, plan, buffer, interface: (framebuffer, output.visible)) == nil
  }

  /// A route for existing pictures of another output, at the positions in their plan. Pictures that
  /// no plane accepts are composed.
  func adopt(_ foreign: ScanoutPlan) throws(KMSError) -> ScanoutPlan {
    if let known = adopted[foreign] { return known }
    let plan: ScanoutPlan
    if let found = try firstPlan(for: foreign) {
      plan = found
    } else {
      plan = try composed(foreign)
    }
    adopted[foreign] = plan
    return plan
  }

  /// A plan with a closed route, so that its pictures are composed.
  private func composed(_ foreign: ScanoutPlan) throws(KMSError) -> ScanoutPlan {
    let color = ColorDescription(matrix: nil, range: .full, of: output.size)
    let screen = try plan(
      for: PictureDescription(
        format: .xrgb8888, depth: 8, chroma: .rgb, size: output.size, color: color),
      Arrangement())
    var composed = foreign
    composed.route = cache.addClosed(cache[screen.route])
    return composed
  }

  /// The first route that the kernel accepts for a plan's buffers unchanged, and for which `isGood`
  /// is true.
  private func firstPlan(
    for plan: ScanoutPlan, isGood: (ScanoutPlan) throws(KMSError) -> Bool = { _ in true }
  ) throws(KMSError) -> ScanoutPlan? {
    let search = planeSearch
    var refusals: [String] = []
    for mode in modes(for: plan.hdr) {
      for pair in search.candidates(format: plan.format).pairs
      where (pair.interface != nil) == (mode == .twoPlanes) {
        let found = try trial(plan, pair, mode, &refusals, isMade: true)
        if let found, try isGood(found) { return found }
      }
    }
    return nil
  }
}
