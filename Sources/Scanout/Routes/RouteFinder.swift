internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineTiming

/// Finds how pictures of a kind reach the screen, by asking the kernel with real framebuffers.
/// Thread-bound to the display thread.
final class RouteFinder {
  let device: any AtomicDevice
  let output: Output
  let forced: RenderMode?
  private let rotator: Rotator?
  let faults: DisplayFaults?
  /// Those of this device's driver.
  let quirks: DisplayQuirks
  /// Which colours the signal may have.
  private(set) var signal: SignalChoice
  var book = RouteBook()
  private var plans: [Question: ScanoutPlan] = [:]
  /// Of another output's plans.
  var adopted = AdoptedPlans()
  /// No way was found to show these as HDR.
  private var withoutHDR: Set<Question> = []
  private var isInterfaceWhole = false
  /// The mode to test with, while the output does not run it.
  private var unsetMode: PropertyBlob?
  private var buffers = TrialBuffers()
  /// The clock: the machine's, or a test's.
  var now: @Sendable () -> HostTime = HostTime.now
  private let binding = ThreadBinding()

  private struct Question: Hashable {
    let description: PictureDescription
    let arrangement: Arrangement
  }

  init(
    device: any AtomicDevice, output: Output, forced: RenderMode?, rotator: Rotator? = nil,
    quirks: DisplayQuirks = DisplayQuirks(), faults: DisplayFaults? = nil, hdr: HDRPolicy = .off,
    before: Properties? = nil
  ) {
    signal = SignalChoice(output.connector, hdr, before: before, faults: faults)
    (self.device, self.output, self.forced) = (device, output, forced)
    (self.rotator, self.faults) = (rotator, faults)
    self.quirks = quirks.applying(to: device.driver)
  }

  /// Of the planes that are there for us.
  var planeSearch: PlaneSearch {
    PlaneSearch(planes: freePlanes, crtcIndex: output.crtc.index, quirks: quirks)
  }

  /// The way that pictures of a plan take now.
  subscript(_ route: RouteID) -> Route { book[route] }

  /// The first plan that the kernel takes: two planes before one, YUV before RGB, scaled by
  /// the plane before scaled by the CPU, the decoder's own format first.
  ///
  /// `mode` is what has to be set to try, while the output is off.
  func plan(
    for description: PictureDescription, _ arrangement: Arrangement, setting mode: Mode? = nil
  ) throws(KMSError) -> ScanoutPlan {
    binding.check()
    let question = Question(description: description, arrangement: arrangement)
    if book.isAnyDue(at: now()) {
      book.noteAsked(at: now())
      plans = [:]
    }
    if let known = plans[question] { return known }
    if let mode { unsetMode = try device.makeBlob(of: mode) }
    defer { unsetMode = nil }
    var refusals: [String] = []
    var plan = try search(question, &refusals)
    // A decoder's rows may have another length than those that we write.
    plan.isAlwaysWritten = isLatching
    plans[question] = plan
    return plan
  }

  /// As `plan`, as HDR where the display takes it, else mapped to SDR. `tell` is told once why
  /// HDR pictures are not shown as they are.
  func plan(
    showing description: PictureDescription, _ arrangement: Arrangement, setting mode: Mode?,
    tell: (String) -> Void
  ) throws(KMSError) -> ScanoutPlan {
    let question = Question(description: description, arrangement: arrangement)
    if signal.takes(description), !withoutHDR.contains(question),
      !modes(for: description.hdr).isEmpty
    {
      do {
        return try plan(for: description, arrangement, setting: mode)
      } catch {
        if withoutHDR.isEmpty { tell("HDR pictures are shown as SDR: \(error)") }
        withoutHDR.insert(question)
      }
    }
    return try plan(for: description.inSDR, arrangement, setting: mode)
  }

  /// From now on HDR pictures are mapped to SDR.
  func refuseHDR() {
    signal.refuse()
    plans = plans.filter { $0.value.hdr == nil }
  }

  /// Nothing is planned over this way any more.
  func close(_ route: RouteID) {
    book.close(route, at: now())
    plans = plans.filter { $0.value.route != route }
  }

  /// As `plan`, for a mode that is not set yet, with what was refused on the way.
  func survey(
    _ description: PictureDescription, _ arrangement: Arrangement = Arrangement()
  ) throws(KMSError) -> (ScanoutPlan, [String]) {
    unsetMode = try device.makeBlob(of: output.mode)
    defer { unsetMode = nil }
    var refusals: [String] = []
    let question = Question(description: description, arrangement: arrangement)
    var plan = try search(question, &refusals)
    plan.isAlwaysWritten = isLatching
    return (plan, refusals)
  }

  private func search(
    _ question: Question, _ refusals: inout [String]
  ) throws(KMSError) -> ScanoutPlan {
    for mode in modes(for: question.description.hdr) {
      let found = try plan(
        for: question, mode: mode, refusals: &refusals)
      if let found { return found }
    }
    throw .noPlane(refusals: refusals)
  }

  /// Whether the driver takes another format, pitch or matrix without a word and its hardware does
  /// not, until the CRTC is turned on anew. There all pictures are made alike.
  var isLatching: Bool { device.driver == "imx-lcdif" }

  /// The ways to render that may be tried, best first.
  func modes(for hdr: HDRMetadata?) -> [RenderMode] {
    let all = forced.map { [$0] } ?? (isLatching ? [.rgb] : quirks.orderOfModes)
    return hdr == nil ? all : all.filter { $0 == .twoPlanes }
  }

  /// A black screen on a plane that takes RGB, the primary one where it does.
  func configureBlack(_ request: inout AtomicRequest, _ buffer: ScanoutBuffer) throws(KMSError) {
    let able = freePlanes.filter { $0.takesLinear(buffer.layout.format) }
    guard let plane = able.first(where: { $0.kind == .primary }) ?? able.first,
      let framebuffer = buffer.framebuffer
    else { throw .noPlane(refusals: ["no plane takes \(buffer.layout.format)"]) }
    try request.show(
      PlaneState(
        framebuffer: framebuffer, crtc: output.crtc.id, source: PixelRect(output.size),
        destination: PixelRect(output.size), color: nil),
      on: plane)
    try request.disableOthers(of: output, but: [plane.id], device.claims)
    _ = device.claims.take([plane.id], for: output.crtc.id)
  }

  private func plan(
    for question: Question, mode: RenderMode, refusals: inout [String]
  ) throws(KMSError) -> ScanoutPlan? {
    let description = question.description
    let search = planeSearch
    let formats = description.scanoutPreference.filter { format in
      // RGB pictures have no YUV of their own: every mode may show them as they are.
      let isOfMode = (mode == .rgb) == format.isRGB || description.chroma == .rgb
      return isOfMode && (description.hdr == nil || format.depth >= 10)
    }
    let lists = formats.map {
      ScanoutPlan.candidates(
        for: description, question.arrangement, on: output.size, format: $0
      ).filter { isWanted($0) && $0.isAllowed(by: quirks) }
    }
    // Round by round: first what costs least in any format.
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

  /// Those that no other output has.
  var freePlanes: [Plane] {
    output.planes.filter { device.claims.isFree($0.id, for: output.crtc.id) }
  }

  /// Whether those turn the picture who are wanted to.
  private func isWanted(_ plan: ScanoutPlan) -> Bool {
    switch rotator {
    case .plane: plan.rotation == .none
    case .pass: plan.planeRotation == .none
    case nil: true
    }
  }

  /// Asks the kernel about one plan on one pair, with a buffer of the real kind. Pictures that are
  /// made already have the colours that they have.
  func trial(
    _ wanted: ScanoutPlan, _ pair: PlanePair, _ mode: RenderMode, _ refusals: inout [String],
    isMade: Bool = false
  ) throws(KMSError) -> ScanoutPlan? {
    binding.check()
    let plan = colored(wanted, for: pair.video)
    guard !isMade || plan.color == wanted.color else {
      refusals.append("\(mode.rawValue): plane \(pair.video.id) takes YUV for something else")
      return nil
    }
    guard pair.video.turns(by: plan.planeRotation) else {
      refusals.append(
        "\(mode.rawValue): plane \(pair.video.id) does not turn by \(plan.planeRotation.rawValue)")
      return nil
    }
    guard SignalChoice.allows(plan, on: pair, mode) else {
      refusals.append("\(mode.rawValue): plane \(pair.video.id) does not say that it has BT.2020")
      return nil
    }
    let (video, interface): (ScanoutBuffer, ScanoutBuffer?)
    do {
      video = try makeBuffer(plan.format, plan.bufferSize)
      interface = try pair.interface == nil ? nil : makeBuffer(.argb8888, output.size)
    } catch .bufferRefused(let size, let format, let error) {
      // Too large for the hardware, say, or for the memory that is left: others may be smaller.
      refusals.append("\(mode.rawValue): no buffer of \(size) \(format): \(error)")
      return nil
    }
    // Both together must work; then, if it can, the interface's plane is off while unused.
    let both = Route(mode: mode, pair: pair, transparent: interface, isPlaceable: false)
    if let refusal = try refusal(of: both, plan, video) {
      let size = "\(plan.planeSource.size) to \(plan.planeDestination)"
      refusals.append(
        "\(mode.rawValue): plane \(pair.video.id), \(plan.format) \(size): \(refusal)")
      return nil
    }
    let planes = [pair.video.id, pair.interface?.id].compactMap(\.self)
    guard device.claims.take(planes, for: output.crtc.id) else { return nil }
    let alone = Route(mode: mode, pair: pair, transparent: nil, isPlaceable: false)
    let isDispensable = try refusal(of: alone, plan, video) == nil
    var accepted = plan
    accepted.route = book.add(
      Route(
        mode: mode, pair: pair, transparent: isDispensable ? nil : interface,
        isPlaceable: try isPlaceable(interface, both, plan, video)))
    return accepted
  }

  /// In colours that a plane shows: what it cannot, the pass writes otherwise.
  private func colored(_ plan: ScanoutPlan, for plane: Plane) -> ScanoutPlan {
    guard !plan.format.isRGB, plan.hdr == nil else { return plan }
    var colored = plan
    colored.color = plane.nearest(to: plan.color, fixed: plane.fixedColor(of: device.driver))
    return colored
  }

  /// Memory to ask the kernel with, which is never written.
  func makeBuffer(_ format: PixelFormat, _ size: PixelSize) throws(KMSError) -> ScanoutBuffer {
    try buffers.buffer(format, size) { () throws(KMSError) in
      try device.makeScanoutBuffer(
        format, size: size, room: nil, populating: false, faults: faults)
    }
  }

  /// Whether the interface's plane may be smaller than the screen, and anywhere on it.
  private func isPlaceable(
    _ buffer: ScanoutBuffer?, _ route: Route, _ plan: ScanoutPlan, _ video: ScanoutBuffer
  ) throws(KMSError) -> Bool {
    guard let framebuffer = buffer?.framebuffer, !isInterfaceWhole else { return false }
    let (width, height) = (output.size.width / 4 * 2, output.size.height / 4 * 2)
    let boxes = [
      PixelRect(x: 0, y: 0, width: width, height: height),
      PixelRect(
        x: output.size.width - width, y: output.size.height - height, width: width, height: height),
    ]
    for box in boxes where box.width > 0 && box.height > 0 {
      if try refusal(of: route, plan, video, interface: (framebuffer, box)) != nil { return false }
    }
    return true
  }

  func refusal(
    of route: Route, _ plan: ScanoutPlan, _ buffer: ScanoutBuffer,
    interface: (framebuffer: ObjectID<Framebuffer>, box: PixelRect)? = nil
  ) throws(KMSError) -> Errno? {
    guard let framebuffer = buffer.framebuffer else { return .invalid }
    var request = AtomicRequest()
    try route.configure(
      &request, plan: plan, framebuffer: framebuffer, interface: interface, on: output,
      device.claims)
    if let unsetMode { try request.enable(output, mode: unsetMode) }
    let color = signal.hdrColor(for: plan.hdr)
    if let color { try signal.set(color, in: &request, device) }
    if unsetMode != nil || color != nil { return test(request, allowModeset: true, plan.format) }
    guard let error = test(request, allowModeset: false, plan.format) else { return nil }
    // Some drivers set the mode for another set-up of the planes (ipuv3 for another format, i915 for
    // another clock). Which way is best must not depend on what is on screen now.
    guard error.isRefusal else { return error }
    return test(request, allowModeset: true, plan.format)
  }

  private func test(
    _ request: AtomicRequest, allowModeset: Bool, _ format: PixelFormat
  ) -> Errno? {
    let kind = CommitKind.test(allowModeset: allowModeset)
    if let error = faults?.refusal(of: request, kind, format) { return error }
    do {
      try device.commit(faults?.real(request) ?? request, kind)
      return nil
    } catch {
      return error
    }
  }

  /// The interface's plane covers the screen from now on: another size of it needs the mode set.
  func keepInterfaceWhole() {
    isInterfaceWhole = true
    book.keepInterfaceWhole()
  }
}
