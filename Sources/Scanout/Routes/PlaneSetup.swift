internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback

/// The current setup of an output's planes, and the requests for the next commit: all properties if
/// the setup changes, otherwise only framebuffers.
struct PlaneSetup {
  private let routes: RouteFinder
  private let output: Output
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
  }

  init(routes: RouteFinder, output: Output, claims: Claims) {
    self.routes = routes
    self.output = output
    self.claims = claims
  }

  /// The plan of the picture on screen.
  var plan: ScanoutPlan? { configured?.plan }

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
    let interface = interface(of: layers)
    if configured == configuration(of: layers) {
      try request.flip(to: framebuffer, on: route.pair.video)
      // An interface layer that is already on screen is not committed again: that would mark all of
      // it as damaged.
      if let interface, let plane = route.pair.interface,
        layers.interface?.buffer !== shown?.interface?.buffer
      {
        try request.flip(to: interface.framebuffer, on: plane)
      }
      return request
    }
    try route.configure(
      &request, plan: picture.plan, framebuffer: framebuffer, interface: interface, on: output,
      claims)
    return request
  }

  /// Adds the changed parts of the interface, if the driver supports that.
  func addDamage(
    of layers: Layers, over shown: Layers?, to request: inout AtomicRequest,
    _ device: any AtomicDevice
  ) throws(KMSError) {
    let pair = routes[layers.scanned.plan.route].pair
    let isFlat = layers.flattened != nil
    guard let plane = isFlat ? pair.video : pair.interface,
      plane.properties["FB_DAMAGE_CLIPS"] != nil, let layer = layers.interface,
      let damage = layer.damage, let number = layer.number, !damage.isEmpty,
      let shown, let before = shown.interface?.number, number - before == 1,
      // If composed with the picture, only the changes over the same picture are known.
      !isFlat || shown.flattened != nil && shown.picture === layers.picture
    else { return }
    // The composed picture may be in a buffer with margins.
    let part = isFlat ? layers.scanned.plan.bufferPart : PixelRect(output.size)
    let moved = part.x == 0 && part.y == 0 ? damage : damage.map { $0.placed(in: part) }
    try request.setDamage(device.makeBlob(ofDamage: moved), on: plane)
  }

  private func configuration(of layers: Layers) -> Configuration {
    let picture = layers.scanned
    return Configuration(
      plan: picture.plan, pitch: picture.buffer.layout.planes[0].pitch,
      interfaceBox: interface(of: layers)?.box)
  }

  /// The interface's framebuffer, and the part of its plane that must be on.
  func interface(
    of layers: Layers
  ) -> (framebuffer: ObjectID<Framebuffer>, box: PixelRect)? {
    let route = routes[layers.scanned.plan.route]
    // A layer that is composed into the picture is not shown again above it.
    guard route.pair.interface != nil, layers.flattened == nil, let layer = layers.interface,
      let framebuffer = layer.buffer.framebuffer
    else { return nil }
    let screen = PixelRect(output.size)
    return (
      framebuffer, route.isPlaceable ? layer.box.grown(on: screen) : screen
    )
  }

  /// Whether only the box of the interface differs from the current setup.
  func changesOnlyBox(for layers: Layers) -> Bool {
    guard let configured else { return false }
    let wanted = configuration(of: layers)
    return configured.plan == wanted.plan && configured.pitch == wanted.pitch
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
