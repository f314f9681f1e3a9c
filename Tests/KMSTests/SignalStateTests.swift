import Testing
import VitrineFakes
import VitrinePictures

@testable import VitrineKMS

@Suite("The signal's colours from picture to picture")
struct SignalStateTests {
  private typealias Property = Properties.Property

  static let properties = Properties([
    "CRTC_ID": Property(id: 4, value: 50),
    "HDR_OUTPUT_METADATA": Property(id: 1, value: 0),
    "Colorspace": Property(
      id: 2, value: 0, names: ["Default": 0, "BT2020_RGB": 9, "BT2020_YCC": 10]),
    "max bpc": Property(id: 3, value: 8, range: 8...12),
  ])

  private static let television: MonitorCapabilities = {
    var monitor = MonitorCapabilities()
    (monitor.supportsPQ, monitor.supportsHLG, monitor.supportsBT2020RGB) = (true, true, true)
    return monitor
  }()

  private static func color(
    _ transfer: HDRMetadata.Transfer, peak: UInt16 = 0
  ) throws -> SignalColor {
    var metadata = HDRMetadata(transfer)
    metadata.maxContentLight = peak
    return try #require(SignalColor(for: metadata, to: television, over: properties))
  }

  /// The requests to a connector for these signals in order; `-` for none.
  private static func story(_ colors: [SignalColor]) -> [String] {
    var state = SignalState()
    return colors.enumerated().map { index, color in
      var request = AtomicRequest()
      let step = state.step(to: color)
      if step != .stay {
        let blob = color.hdr.map { _ in PropertyBlob.numbered(UInt32(70 + index)) }
        request.setColor(color, blob: blob, of: properties, object: 40)
      }
      state.recordCommit(of: color)
      return step == .stay ? "-" : "\(step) \(request)"
    }
  }

  @Test("HDR is set once, not repeated, and undone afterwards")
  func passes() throws {
    let standard = SignalColor.standard(over: Self.properties)
    let (film, brighter) = (try Self.color(.pq), try Self.color(.pq, peak: 4000))
    let set = "object 40: HDR_OUTPUT_METADATA="
    #expect(
      Self.story([standard, standard, film, film, brighter, standard, standard]) == [
        "change \(set)0 Colorspace=0 max bpc=8", "-",
        "change \(set)72 Colorspace=9 max bpc=10", "-",
        "updateMetadata \(set)74 Colorspace=9 max bpc=10",
        "change \(set)0 Colorspace=0 max bpc=8", "-",
      ])
  }

  @Test("Another transfer function is another signal")
  func transfers() throws {
    let steps = Self.story([try Self.color(.pq), try Self.color(.hlg)])
    #expect(steps[1].hasPrefix("change "))
  }

  @Test("A connector without the properties gets no request")
  func plain() {
    var state = SignalState()
    var request = AtomicRequest()
    let color = SignalColor.standard(over: Properties())
    #expect(color == .standard)
    request.setColor(color, blob: nil, of: Properties(), object: 40)
    #expect(request == AtomicRequest())
    state.recordCommit(of: color)
    #expect(state.step(to: .standard) == .stay)
  }

  @Test("The connector's bit depth is restored, without any HDR that was found there")
  func restored() throws {
    let output = try Self.output(
      Properties([
        "CRTC_ID": Property(id: 4, value: 50),
        "HDR_OUTPUT_METADATA": Property(id: 1, value: 33),
        "Colorspace": Property(id: 2, value: 9, names: ["Default": 0, "BT2020_RGB": 9]),
        "max bpc": Property(id: 3, value: 12, range: 8...12),
      ]))
    let plain = "HDR_OUTPUT_METADATA=0 Colorspace=0 max bpc=12"
    let lit = try ScreenState.request(for: output, mode: .numbered(60))
    #expect(lit.description == "object 40: CRTC_ID=50 \(plain); object 50: MODE_ID=60 ACTIVE=1")
    let off = try ScreenState.request(for: output, mode: nil)
    #expect(off.description == "object 40: CRTC_ID=0 \(plain); object 50: MODE_ID=0 ACTIVE=0")
  }

  @Test("A connector restores only the properties it has")
  func restoredPlain() throws {
    let output = try Self.output(Properties(["CRTC_ID": Property(id: 4, value: 50)]))
    let lit = try ScreenState.request(for: output, mode: .numbered(60))
    #expect(lit.description == "object 40: CRTC_ID=50; object 50: MODE_ID=60 ACTIVE=1")
  }

  private static func output(_ connector: Properties) throws -> Output {
    let crtc = try crtc()
    return Output(
      Connector(
        id: try #require(ObjectID(rawValue: 40)), name: "HDMI-A-1", isConnected: true,
        isWriteback: false, modes: [], physicalSize: nil, possibleCRTCs: 1, properties: connector,
        edid: []),
      fedBy: crtc, mode: try #require(Mode(custom: "1920x1080@60")), planes: [])
  }

  private static func crtc() throws -> CRTC {
    CRTC(
      id: try #require(ObjectID(rawValue: 50)), index: 0,
      properties: Properties([
        "MODE_ID": Property(id: 5, value: 20), "ACTIVE": Property(id: 6, value: 1),
      ]))
  }
}
