import Testing
import VitrineFakes
import VitrineKMS
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrineTiming

@testable import VitrineScanout

/// A video above another one, on simulated boards.
struct InsetTests {
  /// How each board shows an inset alone above the video, and with the interface.
  private static let ways = [
    "raspberry-pi-3": "plane, plane",
    "raspberry-pi-4": "plane, plane",
    "rk3399": "plane, plane",
    "rk3399-little": "composed, composed",
    "rk3588": "plane, plane",
    "rk3566": "plane, composed",
    "amlogic-g12": "composed, composed",
    "imx6": "plane, composed",
    "intel-n100": "plane, composed",
    "amd": "plane, composed",
    "am62": "plane, composed",
    "imx8mp": "composed, composed",
    "mediatek": "plane, plane",
    "qualcomm": "plane, composed",
    "bochs": "composed, composed",
    "simpledrm": "composed, composed",
    "vkms": "plane, plane",
    "virtio": "composed, composed",
  ]

  private static func inset(
    of size: PixelSize = PixelSize(1280, 720), on output: BoardOutput,
    rotation: Rotation = .none, top: Int = 2
  ) throws -> ScanoutPicture {
    let (width, height) = (output.display.size.width, output.display.size.height)
    let place = PixelRect(
      x: width * 2 / 3, y: height * top / 4, width: width * 3 / 10, height: height * 3 / 10)
    var arrangement = Arrangement(rotation: rotation, area: place)
    arrangement.isInset = true
    let description = PictureDescription(
      format: .yuv420, depth: 8, chroma: .c420, size: size,
      color: ColorDescription(matrix: .bt709, range: .limited))
    let plan = try output.display.plan(for: description, arrangement)
    let buffer = try output.display.bufferMaker(plan.format, plan.bufferSize, nil)
    return ScanoutPicture(
      run: Run(-1), pts: .zero, duration: MediaTime(1, 25), buffer: buffer, plan: plan,
      holder: .none)
  }

  @Test(
    "It is above the video and below the interface, on planes or composed",
    arguments: FakeBoard.all)
  func ways(board: FakeBoard) throws {
    let output = try BoardOutput(board)
    try output.display.light()
    var ways: [String] = []
    let size = output.display.size
    let bar = PixelRect(x: 0, y: size.height - 100, width: size.width, height: 100)
    for box in [nil, bar, nil] {
      var layers = try output.layers(.hd, interface: box)
      layers.inset = try Self.inset(on: output)
      #expect(try output.show(layers) == nil)
      let shown = try #require(output.display.commits.slots.onScreen)
      ways.append(
        shown.inset == nil ? "hidden" : shown.insetPlanes == nil ? "composed" : "plane")
      // Another picture of each.
      layers = try output.layers(.hd, interface: box)
      layers.inset = try Self.inset(on: output)
      #expect(try output.show(layers) == nil)
    }
    // Without it, everything is as before.
    #expect(try output.show(try output.layers(.hd)) == nil)
    #expect(output.closedRoutes == [])
    #expect(ways.prefix(2).joined(separator: ", ") == Self.ways[board.name])
    #expect(ways[2] == ways[0])
  }

  @Test(
    "As many videos as there are planes have one each, and more are composed",
    arguments: FakeBoard.all)
  func several(board: FakeBoard) throws {
    let output = try BoardOutput(board)
    try output.display.light()
    let bar = PixelRect(x: 0, y: 0, width: output.display.size.width, height: 64)
    var ways: [String] = []
    for count in 1...3 {
      // Twice: also with other pictures on the same planes.
      for _ in 1...2 {
        var layers = try output.layers(.hd, interface: bar)
        if count > 2 { layers.inset = try Self.inset(on: output, top: 2) }
        layers.zones = try (0..<min(count, 2)).map { try Self.inset(on: output, top: $0) }
        #expect(try output.show(layers) == nil)
      }
      let shown = try #require(output.display.commits.slots.onScreen)
      let planes = shown.insetPlanes?.stack.insets.count
      #expect(planes == nil || planes == count)
      ways.append(shown.insets.count != count ? "hidden" : planes == nil ? "composed" : "planes")
    }
    #expect(try output.show(try output.layers(.hd)) == nil)
    // A video more needs a plane more.
    let most = ways.firstIndex(of: "composed") ?? ways.count
    #expect(
      ways == (0..<3).map { $0 < most ? "planes" : "composed" }, "\(board.name): \(ways)")
    #expect((most > 0) == (Self.ways[board.name]?.hasSuffix("plane") ?? false), "\(most)")
    if board.name == "vkms" { #expect(most == 1) }
  }

  @Test("Each kind of video can be below it", arguments: FakeBoard.all)
  func kinds(board: FakeBoard) throws {
    let output = try BoardOutput(board)
    try output.display.light()
    var faults: [String] = []
    for kind in PictureKind.allCases {
      for rotation in [Rotation.none, .clockwise] {
        var layers = try output.layers(kind)
        layers.inset = try Self.inset(on: output, rotation: rotation)
        if let fault = try output.show(layers) { faults.append("\(kind) \(rotation): \(fault)") }
      }
      if let fault = try output.show(kind) { faults.append("\(kind) alone: \(fault)") }
    }
    #expect(faults == [])
  }

  @Test("During a shortage of planes it is composed, the video stays, and its plane returns")
  func shortage() throws {
    let output = try BoardOutput(.vkms)
    let clock = Shared(HostTime(nanoseconds: 1_000_000_000))
    output.display.routes.now = { clock.value }
    try output.display.light()
    let bar = PixelRect(x: 0, y: 0, width: 640, height: 64)
    func way() throws -> String {
      var layers = try output.layers(.hd, interface: bar)
      layers.inset = try Self.inset(on: output)
      #expect(try output.show(layers) == nil)
      let shown = try #require(output.display.commits.slots.onScreen)
      return shown.inset == nil ? "hidden" : shown.insetPlanes == nil ? "composed" : "plane"
    }
    #expect(try way() == "plane")
    output.device.setShortage(of: 2, .noMemory)
    #expect(try way() == "hidden")
    #expect(try way() == "composed")
    #expect(try way() == "composed")
    output.device.setShortage(of: nil, .noMemory)
    #expect(try way() == "composed")
    clock.update { $0 = $0 + .seconds(61) }
    #expect(try way() == "plane")
    #expect(output.closedRoutes == [])
  }

  @Test("A mode set keeps it, and pictures of another epoch are left out")
  func modeset() throws {
    let output = try BoardOutput(.vkms)
    try output.display.light()
    var layers = try output.layers(.hd)
    layers.inset = try Self.inset(on: output)
    #expect(try output.show(layers) == nil)
    try output.display.light()
    let lit = try #require(output.display.commits.slots.onScreen)
    #expect(lit.inset === layers.inset && output.fault(of: lit) == nil)
    let old = try Self.inset(on: output)
    output.display.epochs.renew()
    layers = try output.layers(.hd)
    layers.inset = old
    #expect(try output.show(layers) == nil)
    #expect(output.display.commits.slots.onScreen?.inset == nil)
  }

  @Test("The pass scales it to even edges within its place")
  func plan() throws {
    let description = PictureDescription(
      format: .yuv420, depth: 8, chroma: .c420, size: PixelSize(853, 479),
      color: ColorDescription(matrix: .bt709, range: .limited))
    for rotation in Rotation.allCases {
      var arrangement = Arrangement(rotation: rotation)
      arrangement.area = PixelRect(x: 101, y: 51, width: 333, height: 251)
      let plan = try #require(
        ScanoutPlan.inset(for: description, arrangement, on: PixelSize(800, 600), format: .yuv420))
      let shown = plan.plane.destination
      #expect(plan.plane.source.size == shown.size && plan.plane.rotation == .none)
      #expect([shown.x, shown.y, shown.width, shown.height].allSatisfy { $0 % 2 == 0 })
      #expect(shown.intersection(try #require(arrangement.area)) == shown)
    }
  }
}
