internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback

/// What the planes of an output are set up for, and what a commit has to say to show something
/// else: everything when the set-up is another one, only framebuffers while it stays.
struct PlaneSetup {
  private let routes: RouteFinder
  private let output: Output
  private let claims: Claims
  /// What is in force; nil before the first picture, and where it is not known.
  private var configured: Configuration?

  /// What the hardware reads pictures as, where it takes that only as the CRTC is enabled; nil where
  /// it is not known.
  private var latched: Registers?

  private struct Registers: Equatable {
    let layout: BufferLayout
    /// Of YUV.
    let color: ColorDescription?
  }

  private struct Configuration: Equatable {
    let plan: ScanoutPlan
    let pitch: Int
    /// Which part of the interface's plane shows something.
    let interfaceBox: PixelRect?
  }

  init(routes: RouteFinder, output: Output, claims: Claims) {
    (self.routes, self.output, self.claims) = (routes, output, claims)
  }

  /// That of the picture on screen.
  var plan: ScanoutPlan? { configured?.plan }

  /// A commit with these has been taken.
  mutating func noteDone(_ layers: Layers) { configured = configuration(of: layers) }

  /// Has the next commit set everything.
  mutating func forget() { configured = nil }

  /// The CRTC was enabled with these, or with black in a buffer.
  mutating func noteEnabled(with layers: Layers?, black: ScanoutBuffer?) {
    latched = layers.map(registers) ?? black.map { Registers(layout: $0.layout, color: nil) }
  }

  /// Whether the hardware would read these as something else than they are.
  func isMisread(_ layers: Layers) -> Bool {
    routes.isLatching && registers(of: layers) != latched
  }

  private func registers(of layers: Layers) -> Registers {
    let picture = layers.scanned
    return Registers(
      layout: picture.buffer.layout, color: picture.plan.format.isRGB ? nil : picture.plan.color)
  }

  /// All properties when the plan is new, else only the framebuffers.
  func request(for layers: Layers, over shown: Layers?) throws(KMSError) -> AtomicRequest {
    var request = AtomicRequest()
    let picture = layers.scanned
    guard let framebuffer = picture.buffer.framebuffer else { return request }
    let route = routes[picture.plan.route]
    let interface = interface(of: layers)
    if configured == configuration(of: layers) {
      try request.flip(to: framebuffer, on: route.pair.video)
      // One that is on screen already stays there: touching its plane would mean that all of it
      // is new.
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

  /// Tells the kernel which parts of the interface are new, where it wants to know.
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
      // In one with the picture, only what lies over the same picture is known to be new.
      !isFlat || shown.flattened != nil && shown.picture === layers.picture
    else { return }
    try request.setDamage(device.makeBlob(ofDamage: damage), on: plane)
  }

  private func configuration(of layers: Layers) -> Configuration {
    let picture = layers.scanned
    return Configuration(
      plan: picture.plan, pitch: picture.buffer.layout.planes[0].pitch,
      interfaceBox: interface(of: layers)?.box)
  }

  /// What goes on the interface's plane, and the part of the plane that has to be on.
  func interface(
    of layers: Layers
  ) -> (framebuffer: ObjectID<Framebuffer>, box: PixelRect)? {
    let route = routes[layers.scanned.plan.route]
    // What lies in the picture already does not lie over it, too.
    guard route.pair.interface != nil, layers.flattened == nil, let layer = layers.interface,
      let framebuffer = layer.buffer.framebuffer
    else { return nil }
    let screen = PixelRect(output.size)
    return (
      framebuffer, route.isPlaceable ? layer.box.grown(on: screen) : screen
    )
  }

  /// Whether nothing but the box of the interface is another one than what is in force.
  func changesOnlyBox(for layers: Layers) -> Bool {
    guard let configured else { return false }
    let wanted = configuration(of: layers)
    return configured.plan == wanted.plan && configured.pitch == wanted.pitch
      && configured.interfaceBox != nil && wanted.interfaceBox != nil
      && configured.interfaceBox != wanted.interfaceBox
  }
}

extension PixelRect {
  /// Planes have a least size, which they do not say; amdgpu's is 24x12.
  private static let least = PixelSize(64, 64)
  /// Text that grows by a letter is no reason to set its plane up anew.
  private static let grain = 16

  /// As a plane may have it that is to show it, within the screen.
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
