internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineTiming

/// The current setup of an output's planes, and the requests for the next commit: all properties if
/// the setup changes, otherwise only framebuffers.
struct PlaneSetup {
  private let routes: RouteFinder
  /// With the current position of the used part.
  private(set) var output: Output
  private let claims: Claims
  /// The current setup; nil before the first picture, or if unknown.
  private var configured: Configuration?

  /// How the hardware reads pictures, if that only changes when the CRTC is enabled; nil if
  /// unknown.
  private var latched: Registers?

  private struct Registers: Equatable {
    let layout: BufferLayout
    /// For YUV.
    let color: ColorDescription?
  }

  private struct Configuration: Equatable {
    let plan: ScanoutPlan
    let pitch: Int
    /// The visible part of the interface's plane.
    let interfaceBox: PixelRect?
    /// The position of the used part.
    let area: PixelRect
    let insets: Insets?
  }

  private struct Insets: Equatable {
    let plans: [ScanoutPlan]
    let pitches: [Int]
    let planes: InsetPlanes
  }

  /// Whether the kernel accepts pictures that the interface moves.
  private var movesFilms = true
  /// The movement of everything shown.
  private(set) var shift: PixelShift
  /// When to move next; nil without movement.
  private(set) var moveDue: HostTime?

  init(routes: RouteFinder, output: Output, claims: Claims) {
    self.routes = routes
    self.output = output
    self.claims = claims
    shift = PixelShift(reach: output.reach)
    moveDue = output.reach == 0 ? nil : HostTime(nanoseconds: 0)
  }

  /// Moves the next pictures to the position for a time.
  mutating func move(at now: HostTime) {
    output.area = routes.output.area.moved(by: shift.offset(at: now))
    moveDue = shift.nextMove(after: now)
  }

  /// Skips a move that was not possible just now.
  mutating func postponeMove(after now: HostTime) { moveDue = shift.nextMove(after: now) }

  /// Returns to the centre for good.
  mutating func stopMoving() {
    shift = .none
    move(at: HostTime(nanoseconds: 0))
  }

  /// The plan of the picture on screen.
  var plan: ScanoutPlan? { configured?.plan }

  /// The planes of the picture on screen, if other videos are above it.
  var insetPlanes: PlaneStack? { configured?.insets?.planes.stack }

  /// Records a successful commit with these layers.
  mutating func recordCommit(of layers: Layers) { configured = configuration(of: layers) }

  /// Makes the next commit set everything.
  mutating func forget() { configured = nil }

  /// Records that the CRTC was enabled with these layers, or with a black buffer.
  mutating func recordEnable(with layers: Layers?, black: ScanoutBuffer?) {
    latched = layers.map(registers) ?? black.map { Registers(layout: $0.layout, color: nil) }
  }

  /// Whether the hardware would misinterpret these layers.
  func isMisread(_ layers: Layers) -> Bool {
    routes.isLatching && registers(of: layers) != latched
  }

  private func registers(of layers: Layers) -> Registers {
    let picture = layers.scanned
    return Registers(
      layout: picture.buffer.layout, color: picture.plan.format.isRGB ? nil : picture.plan.color)
  }

  /// All properties if the plan is new, otherwise only the framebuffers.
  func request(for layers: Layers, over shown: Layers?) throws(KMSError) -> AtomicRequest {
    var request = AtomicRequest()
    let picture = layers.scanned
    guard let framebuffer = picture.buffer.framebuffer else { return request }
    let route = routes[picture.plan.route]
    let (interface, insets) = (interface(of: layers), insets(of: layers))
    if configured == configuration(of: layers) {
      try request.flip(to: framebuffer, on: route.pair.video)
      try insets?.flip(layers.insets, over: shown?.insets ?? [], &request)
      // An interface layer that is already on screen is not committed again: that would mark all of
      // it as damaged.
      if let interface, let plane = pair(of: layers).interface,
        layers.interface?.buffer !== shown?.interface?.buffer
      {
        try request.flip(to: interface.framebuffer, on: plane)
      }
      return request
    }
    try route.configure(
      &request, plan: plan(of: layers), framebuffer: framebuffer, interface: interface,
      insets: insets, on: output, claims)
    return request
  }

  /// The plan of the picture, moved with the interface. A part of it stays on the display, because a plane of it may have
  /// to be on.
  private func plan(of layers: Layers) -> ScanoutPlan {
    var plan = layers.scanned.plan
    // The displays of a wall, and another video's plane, would not move with it.
    guard movesFilms, let move = layers.interface?.filmMove, move != (0, 0),
      output.shares.isEmpty, layers.insetPlanes == nil, interface(of: layers) != nil
    else { return plan }
    let (screen, least) = (output.visible, Self.leastVisible)
    var place = plan.plane.destination.moved(by: move)
    place.x = min(max(place.x, screen.x - place.width + least), screen.right - least)
    place.y = min(max(place.y, screen.y - place.height + least), screen.bottom - least)
    plan.plane.destination = place
    return plan
  }

  private static let leastVisible = 64

  /// Whether these layers move the picture to another place than the present one, which the kernel may not accept.
  func movesFilm(of layers: Layers) -> Bool {
    hasMovedFilm(layers) && configured?.plan != plan(of: layers)
  }

  /// Whether these layers have the picture at another place than its own.
  func hasMovedFilm(_ layers: Layers) -> Bool {
    (layers.interface?.filmMove ?? (0, 0)) != (0, 0)
      && plan(of: layers).plane != layers.scanned.plan.plane
  }

  /// Leaves pictures in their place.
  mutating func refuseMovingFilms() { movesFilms = false }

  /// The planes of the picture and the interface.
  private func pair(of layers: Layers) -> PlanePair {
    layers.insetPlanes?.stack.pair ?? routes[layers.scanned.plan.route].pair
  }

  private func insets(of layers: Layers) -> InsetStates? {
    layers.insetPlanes.flatMap { InsetStates($0.stack, layers.insets) }
  }

  /// Adds the changed parts of the interface, if the driver supports that.
  func addDamage(
    of layers: Layers, over shown: Layers?, to request: inout AtomicRequest,
    _ device: any AtomicDevice
  ) throws(KMSError) {
    let pair = pair(of: layers)
    let isFlat = layers.flattened != nil && !layers.isInterfaceApart
    guard let plane = isFlat ? pair.video : pair.interface,
      plane.properties["FB_DAMAGE_CLIPS"] != nil, let layer = layers.interface,
      let damage = layer.damage, let number = layer.number, !damage.isEmpty,
      let shown, let before = shown.interface?.number, number - before == 1,
      // If composed with the picture, only the changes over the same picture are known.
      !isFlat
        || shown.flattened != nil && shown.picture === layers.picture
          && shown.mixture == layers.mixture
          && shown.insets.elementsEqual(layers.insets, by: ===)
    else { return }
    // The composed picture may be in a buffer with margins.
    let part = isFlat ? layers.scanned.plan.bufferPart : PixelRect(output.size)
    let moved = part.x == 0 && part.y == 0 ? damage : damage.map { $0.placed(in: part) }
    try request.setDamage(device.makeBlob(ofDamage: moved), on: plane)
  }

  private func configuration(of layers: Layers) -> Configuration {
    let picture = layers.scanned
    return Configuration(
      plan: plan(of: layers), pitch: picture.buffer.layout.planes[0].pitch,
      interfaceBox: interface(of: layers)?.box, area: output.area, insets: insetSetup(of: layers))
  }

  private func insetSetup(of layers: Layers) -> Insets? {
    layers.insetPlanes.map { planes in
      Insets(
        plans: layers.insets.map(\.plan),
        pitches: layers.insets.map { $0.buffer.layout.planes[0].pitch }, planes: planes)
    }
  }

  /// The interface's framebuffer, and the part of its plane that must be on.
  func interface(
    of layers: Layers
  ) -> (framebuffer: ObjectID<Framebuffer>, box: PixelRect)? {
    let route = routes[layers.scanned.plan.route]
    // A layer that is composed into the picture is not shown again above it.
    guard let plane = pair(of: layers).interface,
      layers.flattened == nil || layers.isInterfaceApart,
      let layer = layers.interface,
      let framebuffer = layer.buffer.framebuffer
    else { return nil }
    let screen = output.visible
    // On a wall, the layer may be on other displays only.
    guard let box = layer.box.intersection(screen) else { return nil }
    // Only the route's own plane was tested with a part of the screen.
    let isPlaceable = route.isPlaceable && plane.id == route.pair.interface?.id
    return (framebuffer, isPlaceable ? box.grown(on: screen) : screen)
  }

  /// Whether only the box of the interface differs from the current setup.
  func changesOnlyBox(for layers: Layers) -> Bool {
    guard let configured else { return false }
    let wanted = configuration(of: layers)
    return configured.plan == wanted.plan && configured.pitch == wanted.pitch
      && configured.area == wanted.area && configured.insets == wanted.insets
      && configured.interfaceBox != nil && wanted.interfaceBox != nil
      && configured.interfaceBox != wanted.interfaceBox
  }
}

extension PixelRect {
  /// Planes have a minimum size, which drivers do not report; amdgpu's is 24x12.
  private static let least = PixelSize(64, 64)
  /// Small changes, such as another letter, should not need another plane setup.
  private static let grain = 16

  /// The box enlarged to a size that a plane supports, within the screen.
  func grown(on screen: PixelRect) -> PixelRect {
    let grain = Self.grain
    let (left, top) = (x / grain * grain, y / grain * grain)
    let (width, height) = (
      (right - left).roundedUp(toMultipleOf: grain), (bottom - top).roundedUp(toMultipleOf: grain)
    )
    var grown = PixelRect(
      x: left, y: top, width: min(max(width, Self.least.width), screen.width),
      height: min(max(height, Self.least.height), screen.height))
    grown.x = max(screen.x, min(grown.x, screen.right - grown.width))
    grown.y = max(screen.y, min(grown.y, screen.bottom - grown.height))
    return grown
  }
}
