internal import VitrineKMS
internal import VitrinePictures
internal import VitrineTiming

/// The planes for pictures above that of another video.
struct InsetPlanes: Sendable, Equatable {
  let stack: PlaneStack

  static func == (a: InsetPlanes, b: InsetPlanes) -> Bool { a.ids == b.ids }

  var ids: [UInt32?] {
    [stack.pair.video.id.rawValue] + stack.insets.map(\.plane.id.rawValue)
      + [stack.pair.interface?.id.rawValue]
  }
}

/// Pictures above that of another video, as their planes show them.
struct InsetStates {
  let stack: PlaneStack
  /// One for each inset of the stack.
  private let shown: [(plan: ScanoutPlan, framebuffer: ObjectID<Framebuffer>)]

  init(_ stack: PlaneStack, _ shown: [(plan: ScanoutPlan, framebuffer: ObjectID<Framebuffer>)]) {
    (self.stack, self.shown) = (stack, shown)
  }

  /// Nil if a picture has no framebuffer.
  init?(_ stack: PlaneStack, _ pictures: [ScanoutPicture]) {
    let shown = pictures.compactMap { picture in
      picture.buffer.framebuffer.map { (picture.plan, $0) }
    }
    guard shown.count == pictures.count, shown.count == stack.insets.count else { return nil }
    self.init(stack, shown)
  }

  /// Sets all properties of the planes. Returns the planes.
  func show(
    on output: Output, _ request: inout AtomicRequest
  ) throws(KMSError) -> [ObjectID<Plane>] {
    for ((plane, z), (plan, framebuffer)) in zip(stack.insets, shown) {
      let placed = plan.plane.placed(in: output.area, on: output.mode.size)
      try request.show(
        PlaneState(
          framebuffer: framebuffer, crtc: output.crtc.id, source: placed.source,
          destination: placed.destination, color: plan.format.isRGB ? nil : plan.color,
          zpos: z, rotation: plan.plane.rotation),
        on: plane)
    }
    return stack.insets.map(\.plane.id)
  }

  /// Changes the framebuffers of the pictures that are not on screen yet.
  func flip(
    _ pictures: [ScanoutPicture], over before: [ScanoutPicture], _ request: inout AtomicRequest
  ) throws(KMSError) {
    for (index, ((plane, _), (_, framebuffer))) in zip(stack.insets, shown).enumerated() {
      if before.indices.contains(index), before[index].buffer === pictures[index].buffer {
        continue
      }
      try request.flip(to: framebuffer, on: plane)
    }
  }
}

/// The planes found for insets, by the plans of all pictures. Pure.
struct InsetCache {
  private var known: [Key: Entry] = [:]

  private struct Key: Hashable {
    let below: ScanoutPlan
    let insets: [ScanoutPlan]
    let hasInterface: Bool
  }

  private struct Entry {
    var planes: InsetPlanes?
    /// When to search again; nil is never.
    var end: HostTime?
  }

  /// Each video may have another size, and playback may run for months.
  private static let limit = 64
  /// A shortage of memory or bandwidth may be over after this time.
  static let wait = Duration.seconds(60)

  /// The outer value is nil if a search is due.
  func planes(
    for insets: [ScanoutPlan], over below: ScanoutPlan, withInterface: Bool, at now: HostTime
  ) -> InsetPlanes?? {
    let key = Key(below: below, insets: insets, hasInterface: withInterface)
    guard let entry = known[key], entry.end.map({ $0 > now }) ?? true else { return nil }
    return .some(entry.planes)
  }

  mutating func record(
    _ planes: InsetPlanes?, for insets: [ScanoutPlan], over below: ScanoutPlan, withInterface: Bool
  ) {
    if known.count >= Self.limit { known = [:] }
    let key = Key(below: below, insets: insets, hasInterface: withInterface)
    known[key] = Entry(planes: planes)
  }

  /// The kernel accepted these planes once, but no longer does.
  mutating func refuse(_ planes: InsetPlanes, at now: HostTime) {
    for (key, entry) in known where entry.planes == planes {
      known[key] = Entry(planes: nil, end: now + Self.wait)
    }
  }
}

/// Planes for insets.
extension RouteFinder {
  /// The plan for pictures above another video, which needs no test: if no plane shows them, they are
  /// composed. Formats that leave room for the interface come first.
  func insetPlan(for description: PictureDescription, _ arrangement: Arrangement) -> ScanoutPlan? {
    let search = planeSearch
    let formats = description.scanoutPreference.filter { $0.memoryPlanes != nil }
    func plan(_ format: PixelFormat) -> ScanoutPlan? {
      .inset(for: description, arrangement, on: output.size, format: format)
    }
    // The planes that films usually get.
    let usual = [PixelFormat.nv12, .yuv420, .xrgb8888].lazy.compactMap {
      search.candidates(format: $0).pairs.first { $0.interface != nil }
    }.first
    if let usual {
      for hasInterface in [true, false] {
        for format in formats {
          let stacks = search.stacks(over: usual, [format], withInterface: hasInterface)
          if let plane = stacks.first?.insets.first?.plane, let plan = plan(format) {
            return colored(plan, for: plane)
          }
        }
      }
    }
    return formats.lazy.compactMap(plan).first
  }

  /// The planes for insets above a picture; nil if the kernel accepts none.
  func insetPlanes(
    for plans: [ScanoutPlan], over below: ScanoutPlan, withInterface: Bool
  ) throws(KMSError) -> InsetPlanes? {
    let known = insets.planes(for: plans, over: below, withInterface: withInterface, at: now())
    if let known { return known }
    let found = try searchPlanes(for: plans, over: below, withInterface: withInterface)
    insets.record(found, for: plans, over: below, withInterface: withInterface)
    return found
  }

  /// Each is a test commit, and the display's thread waits for it.
  private static let mostTests = 24

  /// Planes that have room for the interface come first, so that nothing changes when it appears.
  private func searchPlanes(
    for plans: [ScanoutPlan], over below: ScanoutPlan, withInterface: Bool
  ) throws(KMSError) -> InsetPlanes? {
    let route = self[below.route]
    // On a wall, a plane would have nothing to show on most displays: the insets are composed.
    guard route.pair.interface != nil, below.hdr == nil, plans.allSatisfy({ $0.hdr == nil }),
      !isLatching, output.shares.isEmpty,
      let picture = try? makeBuffer(below.format, below.bufferSize)
    else { return nil }
    let buffers = plans.compactMap { try? makeBuffer($0.format, $0.bufferSize) }
    let shown = zip(plans, buffers).compactMap { plan, buffer in
      buffer.framebuffer.map { (plan: plan, framebuffer: $0) }
    }
    guard shown.count == plans.count else { return nil }
    let above = try? makeBuffer(.argb8888, output.size)
    // A display that needs the interface's plane shows a transparent picture there.
    let kinds = withInterface || route.transparent != nil ? [true] : [true, false]
    for hasInterface in kinds {
      var tests = 0
      let interface = hasInterface ? above?.framebuffer.map { ($0, PixelRect(output.size)) } : nil
      let stacks = planeSearch.stacks(
        over: route.pair, plans.map(\.format), withInterface: hasInterface)
      for stack in stacks where showsColors(of: plans, stack) && tests < Self.mostTests {
        tests += 1
        let states = InsetStates(stack, shown)
        guard try refusal(of: route, below, picture, interface: interface, insets: states) == nil
        else { continue }
        let ids = [stack.pair.video.id, stack.pair.interface?.id] + stack.insets.map(\.plane.id)
        guard device.claims.claim(ids.compactMap(\.self), for: output.crtc.id) else { continue }
        return InsetPlanes(stack: stack)
      }
    }
    return nil
  }

  /// Whether the planes show the pictures in their colours.
  private func showsColors(of plans: [ScanoutPlan], _ stack: PlaneStack) -> Bool {
    zip(plans, stack.insets).allSatisfy { colored($0, for: $1.plane).color == $0.color }
  }
}
