internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineTiming

/// Finds routes for pictures with test commits of real framebuffers. Thread-bound to the display
/// thread.
final class RouteFinder {
  private var tester: RouteTester
  /// With the quirks of this device's driver.
  private let routing: RoutingRequest
  /// The possible colours of the signal.
  private(set) var signal: SignalChoice
  var cache = RouteCache()
  private var plans: [PlanKey: ScanoutPlan] = [:]
  /// Everything that may change a known plan also removes it here.
  let published = PublishedPlans()
  /// For the plans of another output.
  var adopted = AdoptedPlans()
  var insets = InsetCache()
  /// Pictures that no route can show as HDR.
  private var withoutHDR: Set<PlanKey> = []
  /// The machine's clock, or a test's.
  var now: @Sendable () -> HostTime = HostTime.now
  private let binding = ThreadBinding()

  private struct PlanKey: Hashable {
    let description: PictureDescription
    let arrangement: Arrangement
  }

  init(
    device: any AtomicDevice, output: Output, _ routing: RoutingRequest = RoutingRequest(),
    faults: DisplayFaults? = nil, hdr: HDRPolicy = .off, before: Properties? = nil
  ) {
    signal = SignalChoice(output.connector, hdr, before: before, faults: faults)
    tester = RouteTester(device, output, faults)
    var routing = routing
    routing.quirks = routing.quirks.applying(to: device.driver)
    self.routing = routing
  }

  var device: any AtomicDevice { tester.device }
  var output: Output { tester.output }
  var faults: DisplayFaults? { tester.faults }

  /// Searches the planes that are available.
  var planeSearch: PlaneSearch {
    PlaneSearch(planes: freePlanes, crtcIndex: output.crtc.index, quirks: routing.quirks)
  }

  /// The current route for a plan's pictures.
  subscript(_ route: RouteID) -> Route { cache[route] }

  /// The first plan that the kernel accepts: two planes before one, YUV before RGB, scaling by the
  /// plane before scaling by the CPU, the decoder's own format first.
  ///
  /// `mode` is the mode to test with while the output is off.
  func plan(
    for description: PictureDescription, _ arrangement: Arrangement, setting mode: Mode? = nil
  ) throws(KMSError) -> ScanoutPlan {
    binding.check()
    let key = PlanKey(description: description, arrangement: arrangement)
    if cache.isAnyRetryDue(at: now()) {
      cache.extendBackOff(at: now())
      plans = [:]
      published.removeAll()
    }
    if let known = plans[key] { return known }
    if let mode { tester.mode = try device.makeBlob(of: mode) }
    defer { tester.mode = nil }
    var refusals: [String] = []
    var plan = try search(key, &refusals)
    // A decoder's pitch may differ from that of converted pictures.
    plan.isAlwaysWritten = isLatching
    plans[key] = plan
    return plan
  }

  /// Like `plan`, in HDR if the display supports it, otherwise mapped to SDR. `report` is called once
  /// with the reason why pictures are not shown in HDR.
  func plan(
    showing description: PictureDescription, _ arrangement: Arrangement, setting mode: Mode?,
    report: (String) -> Void
  ) throws(KMSError) -> ScanoutPlan {
    let key = PlanKey(description: description, arrangement: arrangement)
    if signal.supports(description), !withoutHDR.contains(key),
      !modes(for: description.hdr).isEmpty
    {
      do {
        return try plan(for: description, arrangement, setting: mode)
      } catch {
        if withoutHDR.isEmpty { report("HDR is shown as SDR: \(error)") }
        withoutHDR.insert(key)
      }
    }
    return try plan(for: description.inSDR, arrangement, setting: mode)
  }

  /// From now on HDR pictures are mapped to SDR.
  func refuseHDR() {
    signal.refuse()
    plans = plans.filter { $0.value.hdr == nil }
    published.removeAll()
  }

  /// Excludes this route from new plans.
  func close(_ route: RouteID) {
    cache.close(route, at: now())
    insets = InsetCache()
    plans = plans.filter { $0.value.route != route }
    published.removeAll()
  }

  /// Lets other threads read a plan, until closed routes are due to be tested again.
  func publish(
    _ plan: ScanoutPlan, for description: PictureDescription, _ arrangement: Arrangement
  ) {
    published.insert(plan, for: description, arrangement, until: cache.nextRetry)
  }

  /// Like `plan`, for a mode that is not set yet, with the reasons for rejected routes.
  func survey(
    _ description: PictureDescription, _ arrangement: Arrangement = Arrangement()
  ) throws(KMSError) -> (ScanoutPlan, [String]) {
    tester.mode = try device.makeBlob(of: output.mode)
    defer { tester.mode = nil }
    var refusals: [String] = []
    let key = PlanKey(description: description, arrangement: arrangement)
    var plan = try search(key, &refusals)
    plan.isAlwaysWritten = isLatching
    return (plan, refusals)
  }

  /// Whether planes show pictures in these parts of the display above one of this kind, with the interface above all; like
  /// `survey`.
  func hasPlanes(
    for parts: [Arrangement], over arrangement: Arrangement, _ description: PictureDescription
  ) throws(KMSError) -> Bool {
    let below = try survey(description, arrangement).0
    let plans = parts.compactMap { insetPlan(for: description, $0) }
    guard plans.count == parts.count else { return false }
    return try insetPlanes(for: plans, over: below, withInterface: true, setting: output.mode)
      != nil
  }

  /// Like the function without `mode`, which is that of a display that is not lit yet.
  func insetPlanes(
    for plans: [ScanoutPlan], over below: ScanoutPlan, withInterface: Bool, setting mode: Mode?
  ) throws(KMSError) -> InsetPlanes? {
    if let mode { tester.mode = try device.makeBlob(of: mode) }
    defer { tester.mode = nil }
    return try insetPlanes(for: plans, over: below, withInterface: withInterface)
  }

  private func search(
    _ key: PlanKey, _ refusals: inout [String]
  ) throws(KMSError) -> ScanoutPlan {
    if key.arrangement.isInset {
      guard let plan = insetPlan(for: key.description, key.arrangement) else {
        throw .noPlane(refusals: ["no format for a picture above the video"])
      }
      return plan
    }
    for mode in modes(for: key.description.hdr) {
      let found = try plan(
        for: key, mode: mode, refusals: &refusals)
      if let found { return found }
    }
    throw .noPlane(refusals: refusals)
  }

  /// Whether the driver accepts changes of format, pitch or matrix, but its hardware ignores them
  /// until the CRTC is enabled again. All pictures are then converted to the same layout.
  var isLatching: Bool { device.driver == "imx-lcdif" }

  /// The render modes to try, best first.
  func modes(for hdr: HDRMetadata?) -> [RenderMode] {
    let all = routing.renderMode.map { [$0] } ?? (isLatching ? [.rgb] : routing.quirks.orderOfModes)
    return hdr == nil ? all : all.filter { $0 == .twoPlanes }
  }

  /// Shows black on a plane that supports RGB, preferably the primary one.
  func configureBlack(_ request: inout AtomicRequest, _ buffer: ScanoutBuffer) throws(KMSError) {
    let able = freePlanes.filter { $0.supportsLinear(buffer.layout.format) }
    guard let plane = able.first(where: { $0.kind == .primary }) ?? able.first,
      let framebuffer = buffer.framebuffer
    else { throw .noPlane(refusals: ["no plane supports \(buffer.layout.format)"]) }
    try request.show(
      PlaneState(
        framebuffer: framebuffer, crtc: output.crtc.id,
        source: FixedRect(PixelRect(output.mode.size)),
        destination: PixelRect(output.mode.size), color: nil),
      on: plane)
    try request.disableOthers(of: output, but: [plane.id], device.claims)
    _ = device.claims.claim([plane.id], for: output.crtc.id)
  }

  private func plan(
    for key: PlanKey, mode: RenderMode, refusals: inout [String]
  ) throws(KMSError) -> ScanoutPlan? {
    let description = key.description
    let search = planeSearch
    let formats = description.scanoutPreference.filter { format in
      // RGB pictures have no YUV form: every mode may show them unchanged.
      let isOfMode = (mode == .rgb) == format.isRGB || description.chroma == .rgb
      return isOfMode && (description.hdr == nil || format.depth >= 10)
    }
    let lists = formats.map {
      ScanoutPlan.candidates(
        for: description, key.arrangement, on: output.size, within: output.canvas,
        format: $0
      ).filter { isWanted($0) && isOnAllOutputs($0) && $0.isAllowed(by: routing.quirks) }
    }
    // Tries the cheapest option in each format first, then the next.
    for round in 0..<(lists.map(\.count).max() ?? 0) {
      for list in lists where round < list.count {
        let found = search.candidates(format: list[round].format)
        if round == 0 { refusals += found.refusals.map { "\(mode.rawValue): \($0)" } }
        for pair in found.pairs where (pair.interface != nil) == (mode == .twoPlanes) {
          if let plan = try trial(list[round], pair, mode, &refusals) { return plan }
        }
      }
    }
    return nil
  }

  /// The planes that no other output has claimed.
  var freePlanes: [Plane] {
    output.planes.filter { device.claims.isFree($0.id, for: output.crtc.id) }
  }

  /// Whether pictures are rotated as configured.
  private func isWanted(_ plan: ScanoutPlan) -> Bool {
    switch routing.rotator {
    case .plane: plan.rotation == .none
    case .pass: plan.plane.rotation == .none
    case nil: true
    }
  }

  /// Whether each output of a wall shows a part of the buffer: the planes of an output may not all be off.
  private func isOnAllOutputs(_ plan: ScanoutPlan) -> Bool {
    output.shares.allSatisfy { $0.touches(plan.plane.destination) }
  }

  /// Tests one plan on one pair of planes, with a buffer of the real kind. `isMade` pictures cannot
  /// change their colours.
  func trial(
    _ wanted: ScanoutPlan, _ pair: PlanePair, _ mode: RenderMode, _ refusals: inout [String],
    isMade: Bool = false
  ) throws(KMSError) -> ScanoutPlan? {
    binding.check()
    let plan = colored(wanted, for: pair.video)
    guard !isMade || plan.color == wanted.color else {
      refusals.append("\(mode.rawValue): plane \(pair.video.id) is already used for YUV")
      return nil
    }
    guard pair.video.turns(by: plan.plane.rotation) else {
      refusals.append(
        "\(mode.rawValue): plane \(pair.video.id) does not rotate by \(plan.plane.rotation.rawValue)"
      )
      return nil
    }
    guard SignalChoice.allows(plan, on: pair, mode) else {
      refusals.append("\(mode.rawValue): plane \(pair.video.id) does not report BT.2020 support")
      return nil
    }
    let (video, interface): (ScanoutBuffer, ScanoutBuffer?)
    do {
      video = try makeBuffer(plan.format, plan.bufferSize)
      interface = try pair.interface == nil ? nil : makeBuffer(.argb8888, output.size)
    } catch .bufferRefused(let size, let format, let error) {
      // For example too large for the hardware, or for the available memory: another plan may need
      // less.
      refusals.append("\(mode.rawValue): no buffer of \(size) \(format): \(error)")
      return nil
    }
    // Both planes must work together; the interface's plane is turned off while unused, if
    // possible.
    let both = Route(mode: mode, pair: pair, transparent: interface, isPlaceable: false)
    if let refusal = try refusal(of: both, plan, video) {
      let size = "\(plan.plane.source.size) to \(plan.plane.destination)"
      refusals.append(
        "\(mode.rawValue): plane \(pair.video.id), \(plan.format) \(size): \(refusal)")
      return nil
    }
    let planes = [pair.video.id, pair.interface?.id].compactMap(\.self)
    guard device.claims.claim(planes, for: output.crtc.id) else { return nil }
    let alone = Route(mode: mode, pair: pair, transparent: nil, isPlaceable: false)
    let isDispensable = try refusal(of: alone, plan, video) == nil
    var accepted = plan
    accepted.route = cache.add(
      Route(
        mode: mode, pair: pair, transparent: isDispensable ? nil : interface,
        isPlaceable: try tester.isPlaceable(interface, both, plan, video, signal)))
    return accepted
  }

  /// The plan with colours that the plane supports; the pass converts to them.
  func colored(_ plan: ScanoutPlan, for plane: Plane) -> ScanoutPlan {
    guard !plan.format.isRGB, plan.hdr == nil else { return plan }
    var colored = plan
    colored.color = plane.nearest(to: plan.color, fixed: plane.fixedColor(of: device.driver))
    return colored
  }

  /// A buffer for test commits, which is never written.
  func makeBuffer(_ format: PixelFormat, _ size: PixelSize) throws(KMSError) -> ScanoutBuffer {
    try tester.makeBuffer(format, size)
  }

  /// Why the kernel rejects a picture of this plan on a route; nil if it accepts it.
  func refusal(
    of route: Route, _ plan: ScanoutPlan, _ buffer: ScanoutBuffer,
    interface: RouteTester.Interface? = nil, insets: InsetStates? = nil
  ) throws(KMSError) -> Errno? {
    try tester.refusal(of: route, plan, buffer, interface: interface, insets: insets, signal)
  }

  /// Makes the interface's plane always cover the screen, because changing its size needs a mode
  /// set.
  func keepInterfaceWhole() {
    tester.keepsInterfaceWhole = true
    cache.keepInterfaceWhole()
  }
}
