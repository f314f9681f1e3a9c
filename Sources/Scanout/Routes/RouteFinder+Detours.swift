internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures

/// Ways for pictures that are made already: what was planned for them no longer holds, or held for
/// another output.
extension RouteFinder {
  /// The kernel refuses pictures of this plan, which it took before. Finds another way for those
  /// that are made already, and forgets the plans that lead the old way. False when the old way
  /// is open, and something else is wrong. `interface` is what lies over the picture.
  func reroute(
    _ plan: ScanoutPlan, interface: (framebuffer: ObjectID<Framebuffer>, box: PixelRect)?
  ) throws(KMSError) -> Bool {
    let old = book.current(plan.route)
    guard !book[old].isRefused else { return false }
    // Without a buffer to ask with, the way may be as good as before.
    guard let buffer = try? makeBuffer(plan.format, plan.bufferSize),
      try refusal(of: book[old], plan, buffer, interface: interface) != nil
    else { return false }
    close(old)
    // One that does not take this very interface would be no way out. What no plane takes is
    // composed into what one does.
    let detour = try firstWay(for: plan) { detour throws(KMSError) in
      try refusal(of: book[detour.route], plan, buffer, interface: interface) == nil
    }
    if let detour { book.detour(old, to: detour.route) }
    return true
  }

  /// Asks about the way of pictures of this plan again, where it was closed and it is time to. True
  /// where it is open from now on.
  func reopen(_ plan: ScanoutPlan) throws(KMSError) -> Bool {
    guard let route = book.dueAgain(plan.route, at: now()) else { return false }
    let planes = [route.pair.video.id, route.pair.interface?.id].compactMap(\.self)
    guard try isTaken(route, plan), device.claims.take(planes, for: output.crtc.id) else {
      book.noteRefused(plan.route, at: now())
      return false
    }
    book.reopen(plan.route)
    return true
  }

  /// Whether the kernel takes pictures of a plan, with all that may lie over them.
  private func isTaken(_ route: Route, _ plan: ScanoutPlan) throws(KMSError) -> Bool {
    guard let buffer = try? makeBuffer(plan.format, plan.bufferSize) else { return false }
    guard route.pair.interface != nil else {
      return try refusal(of: route, plan, buffer) == nil
    }
    guard let over = try? makeBuffer(.argb8888, output.size), let framebuffer = over.framebuffer
    else { return false }
    return try refusal(
      of: route, plan, buffer, interface: (framebuffer, PixelRect(output.size))) == nil
  }

  /// A way for pictures that are made already, for another output, and are to lie here as their
  /// plan says. What no plane takes so is composed.
  func adopt(_ foreign: ScanoutPlan) throws(KMSError) -> ScanoutPlan {
    if let known = adopted[foreign] { return known }
    let plan: ScanoutPlan
    if let way = try firstWay(for: foreign) {
      plan = way
    } else {
      plan = try composed(foreign)
    }
    adopted[foreign] = plan
    return plan
  }

  /// A plan of a way that is closed, which has its pictures composed.
  private func composed(_ foreign: ScanoutPlan) throws(KMSError) -> ScanoutPlan {
    let color = ColorDescription(matrix: nil, range: .full, of: output.size)
    let screen = try plan(
      for: PictureDescription(
        format: .xrgb8888, depth: 8, chroma: .rgb, size: output.size, color: color),
      Arrangement())
    var composed = foreign
    composed.route = book.addClosed(book[screen.route])
    return composed
  }

  /// The first way that the kernel takes for buffers of a plan as they are, and `isGood` too.
  private func firstWay(
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
