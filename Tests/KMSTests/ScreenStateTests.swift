import Testing
import VitrineFakes

@testable import VitrineKMS

@Suite("Restoring a display's previous state")
struct ScreenStateTests {
  private typealias Property = Properties.Property

  private static func connector(_ number: UInt32, on crtc: UInt64) throws -> Connector {
    Connector(
      id: try #require(ObjectID(rawValue: number)), name: "HDMI-A-\(number)", isConnected: true,
      isWriteback: false, modes: [], physicalSize: nil, possibleCRTCs: 0b11,
      properties: Properties(["CRTC_ID": Property(id: 4, value: crtc)]), edid: [])
  }

  private static func crtc(_ number: UInt32) throws -> CRTC {
    CRTC(
      id: try #require(ObjectID(rawValue: number)), index: Int(number) - 50,
      properties: Properties([
        "MODE_ID": Property(id: 5, value: 20), "ACTIVE": Property(id: 6, value: 1),
      ]))
  }

  private static func plane(_ number: UInt32) throws -> Plane {
    Plane(
      id: try #require(ObjectID(rawValue: number)), kind: .overlay, possibleCRTCs: 0b11,
      formats: [:],
      properties: Properties([
        "FB_ID": Property(id: 7, value: 90), "CRTC_ID": Property(id: 8, value: 50),
      ]))
  }

  @Test(
    "Colour tables and variable refresh set by others are turned off, then restored")
  func tables() throws {
    let names = ["DEGAMMA_LUT", "CTM", "GAMMA_LUT", "VRR_ENABLED"]
    var properties: [String: Property] = [
      "MODE_ID": Property(id: 5, value: 20), "ACTIVE": Property(id: 6, value: 1),
    ]
    for (index, name) in names.enumerated() {
      properties[name] = Property(id: UInt32(70 + index), value: UInt64(1 + index))
    }
    let crtc = CRTC(
      id: try #require(ObjectID(rawValue: 50)), index: 0, properties: Properties(properties))
    let output = Output(
      try Self.connector(1, on: 50), fedBy: crtc, mode: try #require(Mode(custom: "1280x720@60")),
      planes: [])
    let copies: [String: PropertyBlob] = ["GAMMA_LUT": .numbered(93)]
    let lit = try ScreenState.request(for: output, mode: .numbered(60), copies)
    #expect(lit.description.hasSuffix("DEGAMMA_LUT=0 CTM=0 GAMMA_LUT=93 VRR_ENABLED=4"))
    let off = try ScreenState.request(for: output, mode: nil)
    #expect(off.description.hasSuffix("DEGAMMA_LUT=0 CTM=0 GAMMA_LUT=0 VRR_ENABLED=0"))
    var ours = AtomicRequest()
    ours.resetColors(of: crtc)
    #expect(ours.description == "object 50: DEGAMMA_LUT=0 CTM=0 GAMMA_LUT=0 VRR_ENABLED=0")
  }

  @Test("Connectors behind a hub report their path")
  func hub() throws {
    let socket = try Self.connector(1, on: 0)
    #expect(!socket.isBehindHub)
    for (path, isBehindHub) in [(UInt64(0), false), (77, true)] {
      let port = Connector(
        id: socket.id, name: "DP-3", isConnected: true, isWriteback: false, modes: [],
        physicalSize: nil, possibleCRTCs: 1,
        properties: Properties(["PATH": Property(id: 9, value: path, isImmutable: true)]), edid: [])
      #expect(port.isBehindHub == isBehindHub)
    }
  }

  /// The connector 1 on the CRTC 50, which also fed the connector 2.
  private static func output() throws -> Output {
    Output(
      try connector(1, on: 50), fedBy: try crtc(50),
      mode: try #require(Mode(custom: "1280x720@60")),
      planes: [try plane(30), try plane(31)], otherConnectors: [try connector(2, on: 50)])
  }

  @Test("Planes and connectors now used by another output are not restored")
  func others() throws {
    let (output, claims) = (try Self.output(), Claims())
    let state = try ScreenState.request(for: output, mode: .numbered(60))
    let own = "object 1: CRTC_ID=50; object 50: MODE_ID=60 ACTIVE=1"
    let both =
      "; object 2: CRTC_ID=50; object 30: FB_ID=90 CRTC_ID=50; object 31: FB_ID=90 CRTC_ID=50"
    #expect(claims.claim(oneOf: [output.crtc], for: output.connector.id) != nil)
    #expect(claims.claim([output.planes[0].id], for: output.crtc.id))
    #expect(state.sparing(others: output, claims).description == own + both)
    let other = try Self.crtc(51)
    #expect(claims.claim(oneOf: [other], for: output.otherConnectors[0].id) != nil)
    #expect(claims.claim([output.planes[1].id], for: other.id))
    #expect(
      state.sparing(others: output, claims).description
        == own + "; object 30: FB_ID=90 CRTC_ID=50")
    #expect(
      AtomicRequest.off(output, claims).description
        == "object 30: FB_ID=0 CRTC_ID=0; object 50: ACTIVE=0 MODE_ID=0; object 1: CRTC_ID=0")
  }
}
