import Testing
import VitrineLinux
import VitrinePictures
import VitrineTiming

@testable import VitrineKMS

struct PlaneSearchTests {
  private typealias Property = Properties.Property

  /// A plane of simulated hardware.
  private func plane(
    _ id: UInt32, _ kind: Plane.Kind, _ formats: [PixelFormat],
    z: Property? = nil, crtcs: UInt32 = 1
  ) throws -> Plane {
    Plane(
      id: try #require(ObjectID(rawValue: id)), kind: kind, possibleCRTCs: crtcs,
      formats: Dictionary(uniqueKeysWithValues: formats.map { ($0, [0]) }),
      properties: Properties(z.map { ["zpos": $0] } ?? [:]))
  }

  private func movable(_ range: ClosedRange<UInt64>) -> Property {
    Property(id: 1, value: range.lowerBound, range: range)
  }

  private func fixed(_ value: UInt64) -> Property {
    Property(id: 1, value: value, isImmutable: true)
  }

  private func best(_ planes: [Plane]) -> [UInt32?] {
    let pair = PlaneSearch(planes: planes, crtcIndex: 0).candidates(format: .nv12).pairs.first
    return [pair?.video.id.rawValue, pair?.interface?.id.rawValue]
  }

  @Test("vkms: video on the primary plane, the interface on the overlay above it")
  func virtual() throws {
    let both: [PixelFormat] = [.nv12, .argb8888]
    #expect(best([try plane(1, .primary, both), try plane(2, .overlay, both)]) == [1, 2])
  }

  @Test("meson: the video plane is below the primary one")
  func underneath() throws {
    let osd = try plane(1, .primary, [.argb8888], z: fixed(1))
    let video = try plane(2, .overlay, [.nv12], z: fixed(0))
    #expect(best([osd, video]) == [2, 1])
  }

  @Test("RK3399's small VOP: the second plane is the cursor plane")
  func cursor() throws {
    let primary = try plane(1, .primary, [.nv12])
    #expect(best([primary, try plane(2, .cursor, [.argb8888])]) == [1, 2])
  }

  @Test("Movable planes are ordered with the interface above")
  func order() throws {
    let planes = [
      try plane(1, .primary, [.nv12], z: movable(0...3)),
      try plane(2, .overlay, [.argb8888], z: movable(0...3)),
    ]
    let pair = try #require(
      PlaneSearch(planes: planes, crtcIndex: 0).candidates(format: .nv12).pairs.first)
    #expect(pair.videoZ == 0 && pair.interfaceZ == 1)
  }

  @Test("If video can only be above the interface, it plays without one")
  func above() throws {
    let planes = [
      try plane(1, .primary, [.argb8888], z: fixed(0)),
      try plane(2, .overlay, [.nv12], z: fixed(1)),
    ]
    #expect(best(planes) == [2, nil])
  }

  @Test("A board's quirks exclude planes and formats")
  func quirks() throws {
    let planes = [
      try plane(1, .primary, [.nv12, .xrgb8888]), try plane(2, .cursor, [.argb8888]),
    ]
    func found(_ change: (inout DisplayQuirks) -> Void) -> (pairs: [PlanePair], refusals: [String])
    {
      var quirks = DisplayQuirks()
      change(&quirks)
      return PlaneSearch(planes: planes, crtcIndex: 0, quirks: quirks).candidates(format: .nv12)
    }
    #expect(found { _ in }.pairs.first?.interface != nil)
    #expect(found { $0.avoidedPlanes = [.cursor] }.pairs.map(\.video.id.rawValue) == [1])
    #expect(found { $0.avoidedPlanes = [.cursor] }.pairs.allSatisfy { $0.interface == nil })
    #expect(found { $0.avoidedPlanes = [.primary] }.pairs.isEmpty)
    let without = found { $0.avoidedFormats = [.nv12] }
    #expect(without.pairs.isEmpty)
    #expect(without.refusals == ["NV12: disabled on this board"])
  }

  @Test("Planes of other CRTCs and tiled formats are excluded with a reason")
  func refusals() throws {
    let tiled = Plane(
      id: try #require(ObjectID(rawValue: 2)), kind: .overlay, possibleCRTCs: 1,
      formats: [.nv12: [0x0100_0000_0000_0001]], properties: Properties())
    let found = PlaneSearch(
      planes: [
        try plane(1, .primary, [.argb8888]), tiled, try plane(3, .overlay, [.nv12], crtcs: 2),
      ],
      crtcIndex: 0
    ).candidates(format: .nv12)
    #expect(found.pairs.isEmpty)
    #expect(
      found.refusals == ["plane 1 (primary): no NV12", "plane 2 (overlay): only tiled NV12"])
  }
}

struct FlipTests {
  private func time(_ milliseconds: Int64) -> HostTime {
    HostTime(nanoseconds: milliseconds * 1_000_000)
  }

  @Test("A buffer is released one flip after it left the screen, and not earlier")
  func slots() {
    final class Picture {}
    var slots = FlipSlots<Picture>()
    weak var first: Picture?
    do {
      let picture = Picture()
      first = picture
      slots.queue(picture, id: 1)
    }
    #expect(slots.flipped(id: 7) == false && slots.onScreen == nil)
    #expect(slots.flipped(id: 1) == true)
    slots.queue(Picture(), id: 2)
    slots.flipped(id: 2)
    #expect(first != nil, "some hardware still reads the buffer")
    slots.queue(Picture(), id: 3)
    slots.flipped(id: 3)
    #expect(first == nil)
  }

  @Test("The watchdog escalates, and resets when a flip arrives")
  func ladder() {
    var watchdog = FlipWatchdog(period: .milliseconds(16))
    watchdog.committed(id: 1, at: time(0))
    #expect(watchdog.timePassed(time(31)) == nil)
    #expect(watchdog.timePassed(time(32)) == .presume)
    #expect(watchdog.deadline == nil)
    #expect(watchdog.refused(.invalid, at: time(0)) == .blocking)
    #expect(watchdog.refused(.invalid, at: time(0)) == .modeset)
    #expect(watchdog.refused(.invalid, at: time(0)) == .reopen)
    watchdog.recovered()
    watchdog.committed(id: 2, at: time(200))
    watchdog.flipped(id: 2)
    #expect(watchdog.deadline == nil)
    #expect(watchdog.refused(.invalid, at: time(0)) == .blocking)
  }

  @Test("EBUSY is a failure only if it lasts; a removed device is reopened at once")
  func busy() {
    var watchdog = FlipWatchdog(period: .milliseconds(16))
    for moment in stride(from: Int64(0), to: 500, by: 4) {
      #expect(watchdog.refused(.busy, at: time(moment)) == .again)
    }
    #expect(watchdog.refused(.busy, at: time(500)) == .blocking)
    #expect(watchdog.refused(.noDevice, at: time(504)) == .reopen)
  }

  @Test("Events that do not match their stated length are not read")
  func events() {
    var bytes = [UInt8](repeating: 0, count: 40)
    unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe buffer.storeBytes(of: 2, as: UInt32.self)  // DRM_EVENT_FLIP_COMPLETE
      unsafe buffer.storeBytes(of: 32, toByteOffset: 4, as: UInt32.self)
      unsafe buffer.storeBytes(of: 77, toByteOffset: 8, as: UInt64.self)
      unsafe buffer.storeBytes(of: 3, toByteOffset: 16, as: UInt32.self)
      unsafe buffer.storeBytes(of: 500, toByteOffset: 20, as: UInt32.self)
      unsafe buffer.storeBytes(of: 9, toByteOffset: 24, as: UInt32.self)
      unsafe buffer.storeBytes(of: 2, toByteOffset: 32, as: UInt32.self)
      unsafe buffer.storeBytes(of: 999, toByteOffset: 36, as: UInt32.self)
    }
    let flips = unsafe bytes.withUnsafeBytes { unsafe PageFlip.parse($0) }
    #expect(
      flips == [PageFlip(id: 77, sequence: 9, time: HostTime(nanoseconds: 3_000_500_000))])
  }
}

struct ModeTests {
  @Test(
    "Modes are requested in their usual notation",
    arguments: [
      ("1920x1080", 1920, nil), ("1920x1080@60", 1920, 60), ("1280x720@59.94", 1280, 59.94),
    ])
  func wishes(text: String, width: Int, refresh: Double?) throws {
    let request = try #require(ModeRequest(text))
    #expect(request.size.width == width && request.refresh == refresh)
    #expect(request.description == text)
  }

  @Test(
    "An invalid mode is refused", arguments: ["", "x", "1920", "0x10", "10x10@", "1e9x2", "@60"])
  func nonsense(text: String) {
    #expect(ModeRequest(text) == nil)
  }
}

struct PanelOrientationTests {
  private let names: [String: UInt64] = [
    "Normal": 0, "Upside Down": 1, "Left Side Up": 2, "Right Side Up": 3,
  ]

  /// fbcon rotates the same way (drm_fb_helper.c).
  @Test(
    "Content on a rotated built-in panel is rotated the other way",
    arguments: [
      (0 as UInt64, PanelOrientation.normal, Rotation.none), (1, .upsideDown, .upsideDown),
      (2, .leftSideUp, .counterclockwise), (3, .rightSideUp, .clockwise),
    ])
  func turned(value: UInt64, orientation: PanelOrientation, rotation: Rotation) {
    let properties = Properties([
      "panel orientation": .init(id: 1, value: value, isImmutable: true, names: names)
    ])
    #expect(properties.panelOrientation == orientation)
    #expect(orientation.rotation == rotation)
  }

  @Test("An unknown value is not an orientation")
  func unknown() {
    #expect(Properties().panelOrientation == nil)
    let odd = Properties(["panel orientation": .init(id: 1, value: 9, names: names)])
    #expect(odd.panelOrientation == nil)
  }
}
