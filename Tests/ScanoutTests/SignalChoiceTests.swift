import Testing
import VitrineFakes
import VitrinePictures
import VitrinePlayback

@testable import VitrineKMS
@testable import VitrineScanout

/// The choice of HDR or SDR, by preference, display, connector and planes.
@Suite("HDR on a display that supports it")
struct SignalChoiceTests {
  private typealias Property = Properties.Property

  private static let properties: [String: Property] = [
    "CRTC_ID": Property(id: 4, value: 50),
    "HDR_OUTPUT_METADATA": Property(id: 1, value: 0),
    "Colorspace": Property(
      id: 2, value: 0, names: ["Default": 0, "BT2020_RGB": 9, "BT2020_YCC": 10]),
    "max bpc": Property(id: 3, value: 8, range: 8...12),
  ]

  /// An EDID whose CTA-861 extension has these data blocks.
  private static func edid(_ blocks: [[UInt8]]) -> [UInt8] {
    func summed(_ bytes: [UInt8]) -> [UInt8] {
      let block = bytes + [UInt8](repeating: 0, count: 127 - bytes.count)
      return block + [0 &- block.reduce(0, &+)]
    }
    let data = blocks.flatMap(\.self)
    return summed([0, 255, 255, 255, 255, 255, 255, 0])
      + summed([2, 3, UInt8(4 + data.count), 0] + data)
  }

  private static let television = edid([[0xE3, 5, 0xC0, 0], [0xE6, 6, 0x0D, 1, 96, 80, 51]])

  private static func connector(
    edid: [UInt8] = television, without missing: String? = nil,
    properties: [String: Property] = properties
  ) throws -> Connector {
    Connector(
      id: try #require(ObjectID(rawValue: 40)), name: "HDMI-A-1", isConnected: true,
      isWriteback: false, modes: [], physicalSize: nil, possibleCRTCs: 1,
      properties: Properties(properties.filter { $0.key != missing }), edid: edid)
  }

  @Test("HDR is shown directly if requested, supported and signalled")
  func taken() throws {
    let choice = SignalChoice(try Self.connector(), .auto)
    #expect(choice.supports(.film(.pq)) && choice.supports(.film(.hlg)))
    #expect(choice.color(for: HDRMetadata(.pq)).wide == .rgb)
    #expect(choice.color(for: nil) == choice.standard && choice.standard.bitsPerComponent == 8)
  }

  @Test("SDR keeps the connector's original bit depth, not that of an earlier film")
  func bits() throws {
    var properties = Self.properties
    properties["max bpc"] = Property(id: 3, value: 10, range: 8...12)
    let during = try Self.connector(properties: properties)
    let before = Properties(Self.properties)
    #expect(SignalChoice(during, .auto, before: before).standard.bitsPerComponent == 8)
    #expect(SignalChoice(during, .auto).standard.bitsPerComponent == 10)
    #expect(SignalChoice(during, .off, before: before).standard == .standard)
  }

  @Test("HDR is mapped to SDR if it is not requested, supported or signalled")
  func mapped() throws {
    let off = SignalChoice(try Self.connector(), .off)
    #expect(!off.supports(.film()) && off.standard == .standard)
    #expect(!SignalChoice(try Self.connector(edid: []), .auto).supports(.film()))
    #expect(!SignalChoice(try Self.connector(edid: Self.edid([])), .auto).supports(.film()))
    for missing in ["HDR_OUTPUT_METADATA", "Colorspace"] {
      #expect(!SignalChoice(try Self.connector(without: missing), .auto).supports(.film()))
    }
    #expect(SignalChoice(try Self.connector(without: "max bpc"), .auto).supports(.film()))
    let pqOnly = Self.edid([[0xE3, 5, 0xC0, 0], [0xE3, 6, 0x05, 1]])
    #expect(!SignalChoice(try Self.connector(edid: pqOnly), .auto).supports(.film(.hlg)))
  }

  @Test("Pictures that are neither HDR10 nor HLG are mapped or left alone")
  func others() throws {
    let choice = SignalChoice(try Self.connector(), .auto)
    #expect(!choice.supports(.film(nil)))
    #expect(!choice.supports(.film(matrix: .bt709)))
    #expect(!choice.supports(.film(depth: 8)))
  }

  @Test("After a refusal, everything is SDR")
  func refused() throws {
    var choice = SignalChoice(try Self.connector(), .auto)
    choice.refuse()
    #expect(!choice.supports(.film()) && choice.color(for: HDRMetadata(.pq)) == choice.standard)
  }

  // MARK: The planes

  private static func plane(
    _ number: UInt32, _ kind: Plane.Kind, _ formats: [PixelFormat], isWide: Bool = true
  ) throws -> Plane {
    var properties: [String: Property] = [
      "zpos": Property(id: 99, value: 0, range: 0...3),
      "COLOR_ENCODING": Property(
        id: 98, value: 0,
        names: isWide ? ["ITU-R BT.2020 YCbCr": 2] : ["ITU-R BT.709 YCbCr": 1]),
      "COLOR_RANGE": Property(id: 97, value: 0, names: ["YCbCr limited range": 0]),
    ]
    let geometry =
      ["FB_ID", "CRTC_ID"] + ["SRC_", "CRTC_"].flatMap { p in "XYWH".map { p + "\($0)" } }
    for (index, name) in geometry.enumerated() {
      properties[name] = Property(id: 80 + UInt32(index), value: 0)
    }
    return Plane(
      id: try #require(ObjectID(rawValue: number)), kind: kind, possibleCRTCs: 1,
      formats: Dictionary(uniqueKeysWithValues: formats.map { ($0, []) }),
      properties: Properties(properties))
  }

  private static func plans(_ description: PictureDescription) -> [ScanoutPlan] {
    description.scanoutPreference.flatMap {
      ScanoutPlan.candidates(
        for: description, Arrangement(), on: PixelSize(1920, 1080), format: $0)
    }
  }

  @Test("HDR needs ten bits, a BT.2020 plane, and a separate plane for the interface")
  func planes() throws {
    let deep = try #require(Self.plans(.film()).first { $0.format == .p010 })
    let flat = try #require(Self.plans(.film()).first { $0.format == .nv12 })
    let video = try Self.plane(31, .primary, [.p010, .nv12])
    let narrow = try Self.plane(32, .primary, [.p010], isWide: false)
    let above = try Self.plane(33, .overlay, [.argb8888])
    func pair(_ video: Plane, _ interface: Plane?) -> PlanePair {
      PlanePair(video: video, interface: interface, videoZ: 0, interfaceZ: 1)
    }
    #expect(SignalChoice.allows(deep, on: pair(video, above), .twoPlanes))
    #expect(!SignalChoice.allows(flat, on: pair(video, above), .twoPlanes))
    #expect(!SignalChoice.allows(deep, on: pair(narrow, above), .twoPlanes))
    #expect(!SignalChoice.allows(deep, on: pair(video, nil), .onePlane))
    #expect(!SignalChoice.allows(deep, on: pair(video, nil), .rgb))
    let mapped = try #require(Self.plans(.film().inSDR).first)
    #expect(mapped.hdr == nil)
    #expect(SignalChoice.allows(mapped, on: pair(narrow, nil), .onePlane))
  }

  // MARK: Kernel requests

  /// The request that switches an output to a plan's pictures.
  private static func request(_ description: PictureDescription, blob: PropertyBlob?) throws
    -> String
  {
    let (video, above) = (
      try plane(31, .primary, [.p010, .nv12]), try plane(33, .overlay, [.argb8888])
    )
    let crtc = CRTC(id: try #require(ObjectID(rawValue: 50)), index: 0, properties: Properties())
    let output = Output(
      try connector(), fedBy: crtc, mode: try #require(Mode(custom: "1920x1080@60")),
      planes: [video, above])
    let format: PixelFormat = description.hdr == nil ? .nv12 : .p010
    let plan = try #require(plans(description).first { $0.format == format })
    let route = Route(
      mode: .twoPlanes,
      pair: PlanePair(video: video, interface: above, videoZ: 0, interfaceZ: 1),
      transparent: nil, isPlaceable: true)
    let choice = SignalChoice(output.connector, .auto)
    var request = AtomicRequest()
    try route.configure(
      &request, plan: plan, framebuffer: try #require(ObjectID(rawValue: 90)), on: output,
      Claims())
    request.setColor(
      choice.color(for: plan.hdr), blob: blob, of: output.connector.properties,
      object: output.connector.id.rawValue)
    return request.description
  }

  @Test("An HDR film's request sets BT.2020 and an HDR signal; SDR sets neither")
  func requests() throws {
    let film = try Self.request(.film(), blob: .numbered(77))
    #expect(film.contains("object 31: FB_ID=90 CRTC_ID=50"))
    #expect(film.contains("COLOR_ENCODING=2 COLOR_RANGE=0"))
    #expect(film.hasSuffix("object 40: HDR_OUTPUT_METADATA=77 Colorspace=9 max bpc=10"))
    let mapped = try Self.request(.film().inSDR, blob: nil)
    #expect(mapped.hasSuffix("object 40: HDR_OUTPUT_METADATA=0 Colorspace=0 max bpc=8"))
  }
}
