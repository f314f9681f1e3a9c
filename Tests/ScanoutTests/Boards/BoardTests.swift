import Testing
import VitrineFakes
import VitrineKMS
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrineTiming

@testable import VitrineScanout

/// No picture is black or wrong with any driver.
@Suite("Simulated boards")
struct BoardTests {
  @Test("Each kind of picture gets its route", arguments: FakeBoard.all)
  func routes(board: FakeBoard) throws {
    let lines = try PictureKind.allCases.map { kind in
      let output = try BoardOutput(board)
      try output.display.light()
      return try output.line(kind)
    }
    #expect(lines.joined(separator: "\n") == Self.routes[board.name])
  }

  @Test("A mode set does not change the picture on screen", arguments: FakeBoard.all)
  func light(board: FakeBoard) throws {
    var faults: [String] = []
    for kind in PictureKind.allCases {
      let output = try BoardOutput(board)
      try output.display.light()
      if let fault = try output.show(kind) { faults.append("\(kind): \(fault)") }
      let layers = try #require(output.display.commits.slots.onScreen)
      try output.display.light()
      if let fault = output.fault(of: layers) { faults.append("\(kind) lit again: \(fault)") }
    }
    #expect(faults == [])
  }

  @Test("Every kind of picture can follow every other", arguments: FakeBoard.all)
  func switching(board: FakeBoard) throws {
    var faults: [String] = []
    let output = try BoardOutput(board)
    try output.display.light()
    let all = PictureKind.allCases
    // There and back again.
    let walk = all.indices.flatMap { first in
      [all[first]] + all[(first + 1)...].flatMap { [$0, all[first]] }
    }
    var before = all[0]
    for kind in walk {
      if let fault = try output.show(kind) { faults.append("\(before) to \(kind): \(fault)") }
      before = kind
    }
    #expect(faults + output.closedRoutes == [])
  }

  @Test("The interface appears and disappears, small and large", arguments: FakeBoard.all)
  func interface(board: FakeBoard) throws {
    var faults: [String] = []
    let output = try BoardOutput(board)
    try output.display.light()
    let boxes = [
      nil, PixelRect(x: 100, y: 200, width: 320, height: 64),
      PixelRect(x: 0, y: 380, width: output.display.size.width, height: 100),
      PixelRect(x: 301, y: 401, width: 9, height: 7), nil,
    ]
    for kind in PictureKind.allCases {
      for box in boxes {
        guard let fault = try output.show(kind, interface: box) else { continue }
        faults.append("\(kind) with \(box.map { "\($0)" } ?? "nothing"): \(fault)")
      }
    }
    #expect(faults + output.closedRoutes == [])
  }

  @Test("Everything is shown within the margins", arguments: FakeBoard.all)
  func margins(board: FakeBoard) throws {
    var faults: [String] = []
    let margins = try #require(Margins("20 40 8 16"))
    let output = try BoardOutput(board, margins: margins)
    try output.display.light()
    let size = output.display.size
    let boxes = [
      nil, PixelRect(size),
      PixelRect(x: size.width - 90, y: size.height - 40, width: 90, height: 40),
    ]
    for kind in PictureKind.allCases {
      for box in boxes {
        let layers = try output.layers(kind, interface: box)
        if let fault = try output.show(layers) {
          faults.append("\(kind) with \(box.map { "\($0)" } ?? "nothing"): \(fault)")
        }
        let place = layers.scanned.plan.pictureDestination
        if place.intersection(PixelRect(size)) != place { faults.append("\(kind) at \(place)") }
      }
    }
    #expect(faults + output.closedRoutes == [])
  }

  @Test("A plane that always covers the screen shows black margins, also around composed pictures")
  func margins() throws {
    var primary = BoardPlane(.primary, [.xrgb8888])
    primary.coversScreen = true
    let output = try BoardOutput(
      FakeBoard("covering", driver: "test", [primary]), margins: try #require(Margins("20 40 8 16"))
    )
    try output.display.light()
    let (size, area) = (output.display.size, output.display.output.area)
    let whole = PictureDescription(
      format: .xrgb8888, depth: 8, chroma: .rgb, size: size,
      color: ColorDescription(matrix: .bt709, range: .full))
    let plan = try output.display.plan(for: whole, Arrangement())
    #expect(plan.bufferPart == area && plan.plane.destination == output.display.screen)
    let corner = PixelRect(x: size.width - 8, y: size.height - 6, width: 8, height: 6)
    let layers = try output.layers(.still, interface: corner, number: 1, plan: plan)
    layers.picture.buffer.fill(area, 0xFFFF_FFFF)
    try #require(layers.interface).buffer.fill(corner, 0xFF00_00FF)
    #expect(try output.show(layers) == nil)
    let shown = try #require(output.display.commits.slots.onScreen?.flattened).buffer
    let expected: [(Int, Int, UInt32)] = [
      (0, 0, 0), (area.x, area.y, 0xFF_FFFF), (area.x - 1, area.y, 0), (area.x, area.y - 1, 0),
      (area.right - 1, area.bottom - 1, 0xFF), (area.right - 9, area.bottom - 1, 0xFF_FFFF),
      (area.right, area.bottom - 1, 0), (area.right - 1, area.bottom, 0),
    ]
    for (x, y, pixel) in expected { #expect(shown.pixel(x, y) == pixel, "\(x), \(y)") }
    // A screenshot shows the same.
    let shot = try Composition.compose(layers, size: size, on: output.display.screen)
    for (x, y, pixel) in expected { #expect(shot.pixel(x, y) == pixel, "shot \(x), \(y)") }
  }

  /// Times with different positions, which the test does not reach.
  private static var times: [HostTime] {
    [60, 61, 65, 700, 4000].map { HostTime.now() + .seconds($0 * 60) }
  }

  @Test("Everything moves as one, within the screen and its margins", arguments: FakeBoard.all)
  func moves(board: FakeBoard) throws {
    var faults: [String] = []
    let margins = try #require(Margins("4 6"))
    let output = try BoardOutput(board, margins: margins, shift: PixelShift(reach: 7))
    let (display, device) = (output.display, output.device)
    try display.light()
    let (size, centre) = (display.size, display.output.area)
    #expect(display.output.reach == 8)
    for kind in PictureKind.allCases {
      for box in [nil, PixelRect(size), PixelRect(x: 1, y: 3, width: 90, height: 40)] {
        let layers = try output.layers(kind, interface: box)
        if let fault = try output.show(layers) { faults.append("\(kind): \(fault)") }
        let modesets = device.counts.modesets
        for time in Self.times {
          // Without another picture, and with one.
          guard let due = display.aloneMoveDue else { break }
          try display.commitMove(due + .seconds(1))
          if let fault = output.fault(of: layers) { faults.append("\(kind) moved: \(fault)") }
          display.planes.move(at: time)
          if let fault = try output.show(layers) { faults.append("\(kind) shown: \(fault)") }
          let area = centre.moved(by: display.planes.shift.offset(at: time))
          #expect(display.planes.output.area == area)
        }
        #expect(device.counts.modesets == modesets)
      }
    }
    #expect(faults + output.closedRoutes == [])
    // This driver needs a mode set to show another part of a buffer.
    let isRefused = board.name == FakeBoard.imx6.name
    #expect((display.aloneMoveDue == nil) == isRefused)
    #expect(display.drainEvents().count == (isRefused ? 1 : 0))
  }

  @Test("A still picture is moved alone, once a minute, and only its position changes")
  func movesAlone() throws {
    let output = try BoardOutput(.pi4, shift: PixelShift(reach: 8))
    let display = output.display
    try display.light()
    let layers = try output.layers(
      .still, interface: PixelRect(x: 0, y: 0, width: 100, height: 80))
    #expect(try output.show(layers) == nil)
    for _ in 0..<12 {
      let due = try #require(display.deadline)
      try display.timePassed(due - .milliseconds(1))
      let (before, place) = (output.device.screen, display.planes.output.area)
      try display.timePassed(due)
      #expect(output.fault(of: layers) == nil && output.device.screen != before)
      #expect(display.planes.output.area != place)
      let next = try #require(display.deadline)
      #expect(next - due == .seconds(60))
    }
    // Not while the display is off.
    try display.turnOff(.dpms)
    let place = display.planes.output.area
    try display.timePassed(.now() + .seconds(7200))
    #expect(display.planes.output.area == place && display.deadline == nil)
  }

  @Test("A picture that is refused away from the centre is shown there, and the movement ends")
  func returnsToCentre() throws {
    var board = FakeBoard("aligned", driver: "test", [BoardPlane(.primary, [.xrgb8888])])
    board.rules = [.alignedTo(8)]
    let output = try BoardOutput(board, shift: PixelShift(reach: 8))
    let (display, centre) = (output.display, output.display.output.area)
    try display.light()
    let layers = try output.layers(.still)
    // In the future, so that the picture is shown before the next movement.
    let times = (1...20).map { HostTime.now() + .seconds(60 * $0) }
    let shift = display.planes.shift
    display.planes.move(at: try #require(times.first { shift.offset(at: $0).right % 8 != 0 }))
    #expect(display.planes.output.area != centre)
    #expect(try output.show(layers) == nil)
    #expect(display.planes.output.area == centre && display.aloneMoveDue == nil)
    let warnings = display.drainEvents().count { if case .warning = $0 { true } else { false } }
    #expect(warnings == 1)
  }

  @Test("A buffer that must cover the screen is larger than it, and another part of it is shown")
  func movesWithinBuffer() throws {
    var primary = BoardPlane(.primary, [.xrgb8888])
    primary.coversScreen = true
    let output = try BoardOutput(
      FakeBoard("covering", driver: "test", [primary]), shift: PixelShift(reach: 8))
    let (display, mode) = (output.display, output.display.output.mode.size)
    try display.light()
    let layers = try output.layers(.still, interface: PixelRect(x: 0, y: 0, width: 8, height: 8))
    for time in Self.times {
      display.planes.move(at: time)
      #expect(try output.show(layers) == nil)
      guard case .lit(_, _, let seen) = output.device.screen, let layer = seen.first else {
        Issue.record("dark")
        continue
      }
      let (right, down) = display.planes.shift.offset(at: time)
      #expect(layer.destination == PixelRect(mode))
      #expect(layer.source == PixelRect(mode).moved(by: (8 - right, 8 - down)))
      #expect(layers.scanned.plan.bufferSize == PixelSize(mode.width + 16, mode.height + 16))
    }
  }

  @Test("A driver that rejects positions is reported once, and shows everything at the centre")
  func staysInPlace() throws {
    var board = FakeBoard.pi4
    board.rules.append(.alignedTo(4))
    let output = try BoardOutput(board, shift: PixelShift(reach: 8))
    let (display, epoch) = (output.display, output.display.epoch)
    try display.light()
    #expect(try output.show(.still) == nil)
    for minute in 0..<5 {
      try display.commitMove(.now() + .seconds(minute * 60 + 90))
      #expect(try output.show(.still) == nil)
    }
    let news = display.drainEvents().map { "\($0)" }
    #expect(news.count == 1 && news[0].contains("Remove display.pixel-shift"), "\(news)")
    #expect(display.planes.output.area == display.output.area && display.state.shift == .none)
    #expect(display.epoch != epoch && display.deadline == nil && output.closedRoutes == [])
  }

  /// The boards whose primary plane shows YUV, without their other planes.
  private static let single = FakeBoard.all.filter { $0.planes[0].formats.contains(.nv12) }.map {
    board in
    var single = FakeBoard(board.name, driver: board.driver, [board.planes[0]])
    single.rules = board.rules
    single.quirks = board.quirks
    return single
  }

  @Test(
    "On a single plane, subtitles are shown in the video's YUV and the interface in RGB",
    arguments: single)
  func singlePlane(board: FakeBoard) throws {
    let output = try BoardOutput(board)
    try output.display.light()
    let box = PixelRect(x: 100, y: 200, width: 320, height: 64)
    let modesets = output.device.counts.modesets
    for kind in PictureKind.allCases {
      let plain = try output.layers(kind)
      #expect(try output.show(plain) == nil, "\(kind)")
      let plan = plain.picture.plan
      for number in [nil, 1] {
        let layers = try output.layers(kind, interface: box, number: number)
        #expect(try output.show(layers) == nil, "\(kind), \(number ?? 0)")
        let shown = try #require(output.display.commits.slots.onScreen?.flattened)
        let isOwn = layers.isBlendable && layers.canCompose(in: plan.format)
        #expect(shown.plan.format == (isOwn ? plan.format : .xrgb8888), "\(kind)")
        if isOwn { #expect(shown.plan.color == plan.color, "\(kind)") }
      }
      #expect(try output.show(plain) == nil, "\(kind) after")
      #expect(output.display.commits.slots.onScreen?.flattened == nil)
    }
    #expect(output.closedRoutes == [])
    if !board.rules.contains(.changeNeedsModeset), !board.rules.contains(.clockFollowsScaling) {
      #expect(output.device.counts.modesets == modesets)
    }
  }

  /// A single plane that shows YUV only enlarged; with a limit, no buffer of the display's size.
  private static func enlarging(isLimited: Bool) -> FakeBoard {
    var plane = BoardPlane(.primary, [.nv12, .xrgb8888])
    plane.zoom = 1 / 64...64
    plane.zoomOfYUV = 1.5...64
    var board = FakeBoard("enlarging", driver: "test", [plane])
    if isLimited { board.quirks.largestBuffer = PixelSize(1280, 1024) }
    return board
  }

  @Test(
    "If one plane refuses composed YUV, RGB is shown, or the picture without subtitles",
    arguments: [false, true])
  func refusedComposition(isLimited: Bool) throws {
    let output = try BoardOutput(Self.enlarging(isLimited: isLimited), renderMode: .onePlane)
    try output.display.light()
    let box = PixelRect(x: 100, y: 200, width: 320, height: 64)
    let plan = try output.layers(.sd).picture.plan
    #expect(plan.format == .nv12)
    let composed: PixelFormat? = isLimited ? nil : .xrgb8888
    var tests: [Int] = []
    for number in [nil, nil, 1, nil] {
      let layers = try output.layers(.sd, interface: box, number: number, plan: plan)
      #expect(try output.show(layers) == nil)
      let shown = try #require(output.display.commits.slots.onScreen)
      #expect(shown.flattened?.plan.format == composed)
      #expect((shown.interface == nil) == isLimited)
      tests.append(output.device.counts.tests)
    }
    #expect(Set(tests).count == 1, "test commits are repeated: \(tests)")
    let warnings = output.display.drainEvents().filter { event in
      if case .warning = event { true } else { false }
    }
    #expect(warnings.count == (isLimited ? 1 : 0))
  }

  @Test("A resized interface causes no mode set", arguments: FakeBoard.all)
  func interfaceSizes(board: FakeBoard) throws {
    let output = try BoardOutput(board)
    try output.display.light()
    func show(_ height: Int?) throws {
      let box = height.map { PixelRect(x: 100, y: 0, width: 320, height: $0) }
      _ = try output.show(.hd, interface: box)
    }
    for height in [nil, 40, 80] { try show(height) }
    let before = output.device.counts.modesets
    for height in [nil, 90, 40, nil, 60] { try show(height) }
    #expect(output.device.counts.modesets == before)
  }

  @Test("One plan shows memory of two pitches", arguments: FakeBoard.all)
  func pitches(board: FakeBoard) throws {
    var faults: [String] = []
    let output = try BoardOutput(board)
    try output.display.light()
    for kind in PictureKind.allCases {
      let size = try output.layers(kind).picture.plan.bufferSize
      for room in [nil, PixelSize(size.width + 512, size.height + 2), nil] {
        guard let fault = try output.show(output.layers(kind, room: room)) else { continue }
        faults.append("\(kind) with \(room.map { "\($0)" } ?? "no") room: \(fault)")
      }
    }
    #expect(faults + output.closedRoutes == [])
  }

  @Test("An active console in another format is taken over", arguments: FakeBoard.all)
  func console(board: FakeBoard) throws {
    let output = try BoardOutput(board)
    guard output.device.planes()[0].formats[.rgb565] != nil else { return }
    let (device, display) = (output.device, output.display)
    let console = try device.makeScanoutBuffer(.rgb565, size: display.size, room: nil)
    var request = AtomicRequest()
    try display.routes.configureBlack(&request, console)
    try request.enable(display.output, mode: device.makeBlob(of: device.mode))
    try device.commit(request, .blocking(allowModeset: true))
    try display.light()
    #expect(try output.show(.hd) == nil)
  }

  @Test("A route closed by a memory shortage reopens soon", arguments: [12, 28])
  func shortage(errno: CInt) throws {
    let output = try BoardOutput(.pi4)
    let clock = Shared(HostTime(nanoseconds: 1_000_000_000))
    output.display.routes.now = { clock.value }
    try output.display.light()
    let box = PixelRect(x: 100, y: 200, width: 320, height: 64)
    let plan = try output.layers(.hd).picture.plan
    func planes() throws -> Int {
      let layers = try output.layers(.hd, interface: box, plan: plan)
      #expect(try output.show(layers) == nil)
      guard case .lit(_, _, let seen) = output.device.screen else { return 0 }
      return seen.count
    }
    #expect(try planes() == 2)
    output.device.setShortage(of: 1, Errno(rawValue: errno))
    #expect(try planes() == 1)
    output.device.setShortage(of: nil, Errno(rawValue: errno))
    #expect(try planes() == 1, "the allocation is not retried at once")
    clock.update { $0 = $0 + .seconds(3) }
    #expect(try planes() == 2)
    // A route that stays refused is retried with growing delays.
    output.device.setShortage(of: 1, Errno(rawValue: errno))
    #expect(try planes() == 1)
    let before = output.device.counts.tests
    for _ in 0..<20 {
      clock.update { $0 = $0 + .seconds(60) }
      #expect(try planes() == 1)
    }
    #expect(output.device.counts.tests - before <= 8)
  }

  @Test("A plan made during a shortage is remade afterwards")
  func planned() throws {
    let output = try BoardOutput(.pi4)
    let clock = Shared(HostTime(nanoseconds: 1_000_000_000))
    output.display.routes.now = { clock.value }
    try output.display.light()
    func mode(_ kind: PictureKind) throws -> RenderMode {
      let plan = try output.layers(kind).picture.plan
      return output.display.routes[plan.route].mode
    }
    #expect(try output.show(.hd, interface: PixelRect(x: 0, y: 0, width: 64, height: 64)) == nil)
    output.device.setShortage(of: 1, .noMemory)
    _ = try output.show(.hd, interface: PixelRect(x: 0, y: 0, width: 64, height: 64))
    #expect(try mode(.hd) != .twoPlanes)
    output.device.setShortage(of: nil, .noMemory)
    clock.update { $0 = $0 + .seconds(3) }
    #expect(try mode(.hd) == .twoPlanes)
  }

  @Test("A plan is published until the display may decide otherwise")
  func published() throws {
    let output = try BoardOutput(.pi4)
    let clock = Shared(HostTime(nanoseconds: 1_000_000_000))
    output.display.routes.now = { clock.value }
    try output.display.light()
    let (kind, box) = (PictureKind.hd, PixelRect(x: 0, y: 0, width: 64, height: 64))
    func published() -> ScanoutPlan? {
      output.display.plans?.plan(for: kind.picture, kind.arrangement, at: clock.value)
    }
    #expect(published() == nil)
    #expect(try output.show(kind, interface: box) == nil)
    #expect(try output.display.plan(for: kind.picture, kind.arrangement) == published())
    output.device.setShortage(of: 1, .noMemory)
    _ = try output.show(kind, interface: box)
    #expect(published() == nil, "its route was closed")
    let other = try output.display.plan(for: kind.picture, kind.arrangement)
    #expect(published() == other)
    clock.update { $0 = $0 + .seconds(3) }
    #expect(published() == nil, "the closed route is due to be tested again")
  }

  @Test("Interface boxes have a granularity and a minimum size, and stay on the screen")
  func boxes() {
    let screen = PixelRect(x: 0, y: 0, width: 1366, height: 768)
    let table: [(PixelRect, PixelRect)] = [
      (
        PixelRect(x: 301, y: 401, width: 9, height: 7),
        PixelRect(x: 288, y: 400, width: 64, height: 64)
      ),
      (
        PixelRect(x: 0, y: 0, width: 100, height: 64), PixelRect(x: 0, y: 0, width: 112, height: 64)
      ),
      (
        PixelRect(x: 100, y: 90, width: 300, height: 100),
        PixelRect(x: 96, y: 80, width: 304, height: 112)
      ),
      (
        PixelRect(x: 1360, y: 760, width: 6, height: 8),
        PixelRect(x: 1302, y: 704, width: 64, height: 64)
      ),
      (screen, screen),
    ]
    for (box, wanted) in table { #expect(box.grown(on: screen) == wanted) }
  }

  @Test(
    "Test framebuffers are created once for each kind of buffer", arguments: FakeBoard.all)
  func trialBuffers(board: FakeBoard) throws {
    let output = try BoardOutput(board)
    try output.display.light()
    func made(_ kind: PictureKind, _ arrangement: Arrangement) throws -> Int {
      let before = output.device.counts.buffers
      _ = try output.display.plan(for: kind.picture, arrangement)
      return output.device.counts.buffers - before
    }
    _ = try made(.hd, Arrangement())
    let plan = try output.display.plan(for: PictureKind.hd.picture, Arrangement())
    // Without two planes, each of many routes has its own kind.
    guard output.display.routes[plan.route].mode == .twoPlanes else { return }
    #expect(try made(.full, Arrangement()) == 0)
    #expect(try made(.hd, Arrangement(fit: .cover)) <= 1)
  }
}

extension ScanoutBuffer {
  fileprivate func fill(_ box: PixelRect, _ pixel: UInt32) {
    forRows(of: box) { offset, count in
      unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + count])
        .bindMemory(to: UInt32.self).update(repeating: pixel)
    }
  }

  /// Without its alpha.
  fileprivate func pixel(_ x: Int, _ y: Int) -> UInt32 {
    let offset = y * layout.planes[0].pitch + x * 4
    return unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) & 0xFF_FFFF
  }
}
