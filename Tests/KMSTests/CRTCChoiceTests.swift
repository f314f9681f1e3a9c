import Testing
import VitrineFakes

@testable import VitrineKMS

/// The CRTC that feeds a connector.
struct CRTCChoiceTests {
  private static func connector(
    _ number: UInt32, on crtc: UInt64, possible: UInt32 = 0b111, isWriteback: Bool = false
  ) throws -> Connector {
    Connector(
      id: try #require(ObjectID(rawValue: number)), name: "HDMI-A-\(number)", isConnected: true,
      isWriteback: isWriteback, modes: [], physicalSize: nil, possibleCRTCs: possible,
      properties: Properties(["CRTC_ID": Properties.Property(id: 1, value: crtc)]), edid: [])
  }

  private static func crtcs() throws -> [CRTC] {
    try (0..<3).map {
      CRTC(
        id: try #require(ObjectID(rawValue: 50 + $0)), index: Int($0),
        properties: Properties([
          "MODE_ID": Properties.Property(id: 2, value: 0),
          "ACTIVE": Properties.Property(id: 3, value: 0),
        ]))
    }
  }

  @Test(
    "A connector's own CRTC comes first, then idle ones, then those of other connectors",
    arguments: [
      // The CRTCs of this connector and of others, 0 for none.
      (0, [], [50, 51, 52]), (51, [], [51, 50, 52]), (0, [50], [51, 52, 50]),
      (0, [50, 51], [52, 50, 51]), (51, [50, 51], [51, 52, 50]), (0, [50, 51, 52], [50, 51, 52]),
    ] as [(UInt64, [UInt64], [UInt32])])
  func order(own: UInt64, others: [UInt64], wanted: [UInt32]) throws {
    let mine = try Self.connector(1, on: own)
    let rest = try others.enumerated().map {
      try Self.connector(UInt32(2 + $0.offset), on: $0.element)
    }
    let order = mine.crtcs(of: try Self.crtcs(), among: [mine] + rest)
    #expect(order.map(\.id.rawValue) == wanted)
  }

  @Test("CRTCs that cannot drive the connector are excluded, and writeback connectors do not count")
  func possible() throws {
    let mine = try Self.connector(1, on: 0, possible: 0b110)
    let writeback = try Self.connector(2, on: 51, isWriteback: true)
    let order = mine.crtcs(of: try Self.crtcs(), among: [mine, writeback])
    #expect(order.map(\.id.rawValue) == [51, 52])
  }

  @Test("The kernel's current state applies, not that of an earlier survey")
  func stale() throws {
    let (before, now) = (try Self.connector(1, on: 52), try Self.connector(1, on: 51))
    let order = before.crtcs(of: try Self.crtcs(), among: [now])
    #expect(order.map(\.id.rawValue) == [51, 50, 52])
  }

  @Test("A connector may take over the only CRTC from a disconnected one, but not from others")
  func moved() throws {
    let (crtcs, claims) = (try Self.crtcs(), Claims())
    let ids = try (1...3).map { try #require(ObjectID<Connector>(rawValue: $0)) }
    #expect(claims.claim(oneOf: [crtcs[0]], for: ids[0])?.id == crtcs[0].id)
    #expect(claims.first(of: [crtcs[0]], for: ids[1], leaving: nil) == nil)
    #expect(claims.first(of: [crtcs[0]], for: ids[1], leaving: ids[2]) == nil)
    #expect(claims.first(of: [crtcs[0]], for: ids[1], leaving: ids[0])?.id == crtcs[0].id)
    #expect(claims.claim(oneOf: crtcs, for: ids[1])?.id == crtcs[1].id)
    #expect(claims.claim(oneOf: crtcs, for: ids[0])?.id == crtcs[0].id)
    // A CRTC now used by another is not returned for it.
    claims.release(crtcs[1].id, of: ids[0])
    #expect(claims.isClaimed(ids[1]))
    claims.release(crtcs[1].id, of: ids[1])
    #expect(!claims.isClaimed(ids[1]))
  }

  @Test("Connectors that the CRTC drove are switched off, and restored afterwards")
  func otherConnectors() throws {
    let (mine, other) = (try Self.connector(1, on: 0), try Self.connector(2, on: 50))
    let output = Output(
      mine, fedBy: try Self.crtcs()[0], mode: try #require(Mode(custom: "1920x1080@60")),
      planes: [], otherConnectors: [other])
    let state = try ScreenState.request(for: output, mode: .numbered(60))
    #expect(
      state.description
        == "object 1: CRTC_ID=0; object 50: MODE_ID=60 ACTIVE=1; object 2: CRTC_ID=50")
    let off = try ScreenState.request(for: output, mode: nil)
    #expect(!off.description.contains("object 2"))
  }
}
