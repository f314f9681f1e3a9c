import Testing
import VitrineFakes
import VitrineKMS
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrineTiming

@testable import VitrineScanout

/// An output of a simulated board, and a check of its screen.
struct BoardOutput {
  let board: FakeBoard
  let device: FakeDevice
  let display: KMSDisplay
  private let wakeup: Wakeup

  init(
    _ board: FakeBoard, _ device: FakeDevice? = nil, isCapturing: Bool = false,
    renderMode: RenderMode? = nil, margins: Margins = .none, dimming: ExternalDimming = .picture,
    shift: PixelShift = .none, wall: (String) -> Wall? = { _ in nil }
  ) throws {
    self.board = board
    self.device = try device ?? #require(FakeDevice(board))
    var request = DisplayRequest(isCapturing: isCapturing)
    (request.panels.margins, request.panels.dimming) = (margins, dimming)
    request.panels.shift = shift
    (request.routing.quirks, request.routing.renderMode) = (board.quirks, renderMode)
    var output = try self.device.makeOutput()
    request.panels.wall = wall(output.connector.name)
    request.panels.configure(&output)
    wakeup = try Wakeup()
    display = try KMSDisplay(
      output, on: self.device, request, wakeup: wakeup, before: output.connector.properties)
  }

  /// A picture of this kind, with subtitles or, with a `number`, the interface in a box over it.
  /// `room` is the padding that a decoder requests around its pictures.
  func layers(
    _ kind: PictureKind, interface box: PixelRect? = nil, number: Int? = nil,
    room: PixelSize? = nil, plan made: ScanoutPlan? = nil
  ) throws -> Layers {
    let plan = try made ?? display.plan(for: kind.picture, kind.arrangement)
    let buffer = try display.bufferMaker(plan.format, plan.bufferSize, room)
    let picture = ScanoutPicture(
      run: Run(1), pts: .zero, duration: MediaTime(1, 25), buffer: buffer, plan: plan,
      holder: .none)
    guard let box else { return Layers(picture) }
    let (make, epoch, size) = (display.bufferMaker, display.epoch, display.size)
    let pool = ScanoutPool(PoolKey(overlay: size, epoch: epoch), limit: 1) {
      () throws(PlaybackError) in try make(.argb8888, size, nil)
    }
    let lease = try #require(try pool.tryAcquire())
    return Layers(picture, interface: InterfaceLayer(lease, box: box, number: number))
  }

  /// Shows a picture and lets its vblank pass; returns the fault of the screen, nil for none.
  /// Overcoming the refused commits may take more than one picture, as in a film.
  func show(_ kind: PictureKind, interface box: PixelRect? = nil) throws -> String? {
    try show(try layers(kind, interface: box))
  }

  func show(_ layers: Layers) throws -> String? {
    var isShown = false
    for _ in 0..<4 where !isShown {
      isShown = try show(asIs: layers)
      device.passVblank()
      _ = display.drainFlips()
    }
    return isShown ? fault(of: layers) : "not shown"
  }

  /// Gives it to the display, and again once it has been composed.
  private func show(asIs layers: Layers) throws -> Bool {
    wakeup.clear()
    if try display.show(layers, capture: false) { return true }
    guard display.isFlattening else { return false }
    try wakeup.await()
    return try display.show(layers, capture: false)
  }

  /// Closed routes: a driver's special requirement is not a reason.
  var closedRoutes: [String] {
    display.routes.cache.closed.map { "\($0.mode) is closed" }
  }

  /// The fault of the screen; nil for none.
  func fault(of wanted: Layers) -> String? {
    guard case .lit(let size, let hasGamma, var seen) = device.screen else { return "black" }
    guard size == display.output.mode.size else { return "mode \(size)" }
    if hasGamma, display.dimming.table == nil { return "another client's gamma table" }
    guard let layers = display.commits.slots.onScreen, layers.picture === wanted.picture else {
      return "another picture"
    }
    guard !seen.isEmpty else { return "no plane is on" }
    if let fault = fault(of: layers.scanned, in: seen.removeFirst()) { return fault }
    for inset in layers.insetPlanes == nil ? [] : layers.insets {
      guard !seen.isEmpty else { return "an inset is missing" }
      if let fault = fault(of: inset, in: seen.removeFirst()) { return "inset: \(fault)" }
    }
    let visible = display.planes.output.visible
    // On a wall, it may be on other displays only.
    let isApart = layers.flattened == nil || layers.isInterfaceApart
    let own = isApart && layers.interface?.box.touches(visible) == true ? layers.interface : nil
    let transparent = display.planes.plan.flatMap { display.routes[$0.route].transparent }
    if let expected = own?.buffer ?? transparent {
      guard !seen.isEmpty else { return own == nil ? nil : "the interface is missing" }
      let layer = seen.removeFirst()
      let area = display.planes.output.area
      let box = ((own?.box ?? visible).intersection(visible) ?? visible).placed(in: area)
      guard layer.framebuffer == expected.framebuffer?.rawValue, layer.layout == expected.layout,
        layer.isOpaque, layer.isPremultiplied, layer.rotation == .none,
        layer.source.placed(in: area) == layer.destination,
        layer.destination.intersection(box) == box
      else { return "interface as \(layer)" }
    }
    return seen.isEmpty ? nil : "over it: \(seen)"
  }

  private func fault(of picture: ScanoutPicture, in layer: BoardScreen.Layer) -> String? {
    let plan = picture.plan
    guard layer.framebuffer == picture.buffer.framebuffer?.rawValue else {
      return "another framebuffer"
    }
    guard layer.layout == picture.buffer.layout else {
      return "\(picture.buffer.layout.format) read as \(layer.layout.format), rows of "
        + "\(layer.layout.planes[0].pitch) for \(picture.buffer.layout.planes[0].pitch)"
    }
    let placed = plan.plane.placed(in: display.planes.output.area, on: display.output.mode.size)
    guard layer.source == placed.source.pixels, layer.destination == placed.destination,
      layer.rotation == plan.plane.rotation, layer.isOpaque, layer.isPremultiplied
    else { return "picture as \(layer)" }
    let color = plan.format.isRGB ? nil : plan.color
    guard layer.color == color else {
      return "\(plan.color) taken for \(layer.color.map { "\($0)" } ?? "RGB")"
    }
    return nil
  }

  /// The route of a kind of picture to the screen, in one line.
  func line(_ kind: PictureKind) throws -> String {
    let before = device.counts.tests
    let plan: ScanoutPlan
    do {
      plan = try display.plan(for: kind.picture, kind.arrangement)
    } catch {
      return "\(kind.rawValue): none"
    }
    let tests = device.counts.tests - before
    let route = display.routes[plan.route]
    let planes = [route.pair.video.id, route.pair.interface?.id].compactMap { $0?.rawValue }
    var words = [
      "\(kind.rawValue):", route.mode.rawValue, planes.map { "\($0)" }.joined(separator: "+"),
      "\(plan.format)", "\(plan.bufferSize)",
    ]
    let part = plan.rotation.upright(plan.bufferPart.size)
    let source = plan.plane.rotation.upright(plan.plane.destination.size)
    if part != plan.picturePart.size { words.append("pass-scales") }
    if source != plan.plane.source.size { words.append("plane-scales") }
    if plan.rotation != .none { words.append("pass-turns") }
    if plan.plane.rotation != .none { words.append("plane-turns") }
    if route.transparent != nil { words.append("interface-stays-on") }
    if route.pair.interface != nil, !route.isPlaceable { words.append("interface-whole") }
    if !plan.format.isRGB, plan.color != kind.picture.inSDR.color {
      words.append("to-\(plan.color.matrix)-\(plan.color.range)")
    }
    return words.joined(separator: " ") + ", \(tests) tests"
  }
}

extension Wakeup {
  /// Waits until it is woken.
  func await() throws {
    let loop = try EventLoop()
    try loop.add(descriptor, token: 0)
    try loop.wait { (_: UInt64) in }
    clear()
  }
}
