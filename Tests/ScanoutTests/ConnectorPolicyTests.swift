import Testing
import VitrinePictures
import VitrineTiming

@testable import VitrineKMS
@testable import VitrineScanout

/// An output's reaction to hot-plugs.
struct ConnectorPolicyTests {
  private static let modes = ["1920x1080@60", "1280x720@60"].compactMap { Mode(custom: $0) }

  private static func connector(
    _ name: String, isConnected: Bool = true, modes: [Mode] = modes, edid: [UInt8] = [1],
    isLinkBad: Bool = false, number: UInt32 = 7, physicalSize: PixelSize? = nil
  ) throws -> Connector {
    let link = Properties.Property(
      id: 1, value: isLinkBad ? 1 : 0, names: ["Good": 0, "Bad": 1])
    return Connector(
      id: try #require(ObjectID(rawValue: number)), name: name, isConnected: isConnected,
      isWriteback: false, modes: modes, physicalSize: physicalSize, possibleCRTCs: 1,
      properties: Properties(["link-status": link]), edid: edid)
  }

  private static func first(of connector: Connector) -> ModeChoice? {
    connector.modes.first.map {
      ModeChoice(mode: $0, origin: .listed, reason: "", isProvisional: false)
    }
  }

  private static func name(_ step: ConnectorPolicy.Step) -> String {
    switch step {
    case .stay: "stay"
    case .disable: "disable"
    case .light(let connector, let choice): "light \(connector.name) \(choice.mode)"
    case .relight: "relight"
    case .refuse(let connector): "refuse \(connector.name)"
    }
  }

  /// Follows a connector through surveys; `flickered` concerns the last one.
  private static func steps(
    _ surveys: [[Connector]], wanted: String? = nil, flickered: Set<String> = []
  ) -> [String] {
    var policy = ConnectorPolicy(wanted: wanted)
    return surveys.enumerated().map { index, connectors in
      name(
        policy.evaluate(
          connectors, flickered: index == surveys.count - 1 ? flickered : [],
          choose: first(of:)))
    }
  }

  @Test("A new display is lit, a present one stays as it is, and a returning one is relit")
  func plug() throws {
    let (here, away) = (
      [try Self.connector("A")], [try Self.connector("A", isConnected: false, modes: [])]
    )
    #expect(
      Self.steps([away, here, here, away, away, here]) == [
        "stay", "light A 1920x1080@60", "stay", "disable", "stay", "relight",
      ])
  }

  @Test("A brief loss of contact or a bad link causes a mode set")
  func flicker() throws {
    let here = [try Self.connector("A")]
    #expect(Self.steps([here, here], flickered: ["A"]).last == "relight")
    #expect(Self.steps([here, here], flickered: ["B"]).last == "stay")
    #expect(Self.steps([here, [try Self.connector("A", isLinkBad: true)]]).last == "relight")
  }

  @Test("Another display on the same connector gets its own mode")
  func otherDisplay() throws {
    let same = try Self.connector("A", edid: [2])
    let smaller = try Self.connector("A", modes: [Self.modes[1]], edid: [3])
    let here = try Self.connector("A")
    // The same mode, but possibly other colours, another size, another audio port.
    #expect(Self.steps([[here], [same]]).last == "light A 1920x1080@60")
    #expect(Self.steps([[here], [smaller]]).last == "light A 1280x720@60")
    let larger = try Self.connector("A", physicalSize: PixelSize(1600, 900))
    #expect(Self.steps([[here], [larger]]).last == "light A 1920x1080@60")
    let away = try Self.connector("A", isConnected: false, modes: [])
    #expect(Self.steps([[here], [away], [same]]).last == "light A 1920x1080@60")
  }

  @Test("A replugged hub has new connectors under any name")
  func otherObject() throws {
    let (here, again) = (try Self.connector("A"), try Self.connector("A", number: 8))
    #expect(Self.steps([[here], [again]]).last == "light A 1920x1080@60")
    #expect(Self.steps([[here], [], [again]]).suffix(2) == ["disable", "light A 1920x1080@60"])
  }

  @Test("A connected display without modes stays off until it reports some")
  func lateModes() throws {
    let silent = try Self.connector("A", modes: [], edid: [])
    let here = try Self.connector("A")
    #expect(Self.steps([[silent], [here]]) == ["stay", "light A 1920x1080@60"])
    #expect(Self.steps([[here], [silent]]).last == "disable")
  }

  @Test("A connector that was not requested is not used, and a lit one is kept")
  func which() throws {
    let (first, second) = (try Self.connector("A"), try Self.connector("B"))
    #expect(Self.steps([[first, second]], wanted: "B") == ["light B 1920x1080@60"])
    #expect(Self.steps([[first]], wanted: "B") == ["stay"])
    #expect(Self.steps([[second], [first, second]]).last == "stay")
    let empty = try Self.connector("B", isConnected: false, modes: [])
    #expect(Self.steps([[second], [first, empty]]).last == "light A 1920x1080@60")
  }

  @Test("Another item's rate sets the mode if it differs, and otherwise does nothing")
  func matching() throws {
    var policy = ConnectorPolicy(wanted: nil)
    let here = [try Self.connector("A")]
    _ = policy.evaluate(here, choose: Self.first(of:))
    let same = policy.evaluate(here, choosingAnew: true, choose: Self.first(of:))
    #expect(Self.name(same) == "stay")
    let other = policy.evaluate(here, choosingAnew: true) { connector in
      connector.modes.last.map {
        ModeChoice(mode: $0, origin: .listed, reason: "", isProvisional: false)
      }
    }
    #expect(Self.name(other) == "light A 1280x720@60")
  }

  @Test("A fallback mode that still applies is left alone")
  func standIn() throws {
    var policy = ConnectorPolicy(wanted: nil)
    let silent = try Self.connector("A", edid: [])
    let choose = { (_: Connector) in
      ModeChoice(mode: Self.modes[0], origin: .remembered, reason: "", isProvisional: true)
    }
    let steps = (0..<3).map { _ in Self.name(policy.evaluate([silent], choose: choose)) }
    #expect(steps == ["light A 1920x1080@60", "stay", "stay"])
  }

  @Test("A fallback mode is replaced once the display identifies itself")
  func provisional() throws {
    var policy = ConnectorPolicy(wanted: nil)
    let silent = try Self.connector("A", edid: [])
    _ = policy.evaluate([silent]) { _ in
      ModeChoice(mode: Self.modes[0], origin: .remembered, reason: "", isProvisional: true)
    }
    #expect(policy.isProvisional)
    // Finding a mode takes memory and commits, so it waits for a change.
    let same = policy.evaluate([silent]) { _ in
      Issue.record("nothing has changed")
      return nil
    }
    #expect(Self.name(same) == "stay" && policy.isProvisional)
    let step = policy.evaluate([try Self.connector("A")], choose: Self.first(of:))
    #expect(Self.name(step) == "light A 1920x1080@60" && !policy.isProvisional)
    #expect(
      Self.name(policy.evaluate([try Self.connector("A")], choose: Self.first(of:))) == "stay")
    let other = policy.evaluate(
      [try Self.connector("A", modes: [Self.modes[1]])], choose: Self.first(of:))
    #expect(Self.name(other) == "light A 1280x720@60")
  }

  @Test("A link that fails repeatedly is retried with back-off")
  func badLink() throws {
    var policy = ConnectorPolicy(wanted: nil)
    let (good, bad) = (try Self.connector("A"), try Self.connector("A", isLinkBad: true))
    var now = HostTime(nanoseconds: 1_000_000_000)
    func look(_ connector: Connector) -> String {
      Self.name(policy.evaluate([connector], at: now, choose: Self.first(of:)))
    }
    #expect(look(good) == "light A 1920x1080@60")
    var relit: [Int] = []
    for second in 0..<600 {
      if look(bad) == "relight" { relit.append(second) }
      #expect(look(good) == "stay")
      now = now + .seconds(1)
    }
    #expect(relit == [0, 1, 3, 7, 15, 31, 63, 123, 183, 243, 303, 363, 423, 483, 543])
    #expect(policy.linkDue == nil)
    #expect(look(bad) == "stay" && policy.linkDue.map { $0 > now } == true)
    // The back-off restarts after a long good period, and after a replug.
    now = now + .seconds(700)
    #expect(look(bad) == "relight")
    let touched = policy.evaluate([bad], flickered: ["A"], at: now, choose: Self.first(of:))
    #expect(Self.name(touched) == "relight")
    // Unplugged, it is no longer a reason to probe.
    #expect(look(bad) == "stay" && policy.linkDue != nil)
    _ = policy.evaluate([], at: now, choose: Self.first(of:))
    #expect(policy.linkDue == nil)
    #expect(look(bad) == "relight")
    // Such a link has fewer modes: the next one is tried at once.
    let fewer = try Self.connector("A", modes: Array(Self.modes.dropFirst()), isLinkBad: true)
    #expect(look(fewer) == "light A 1280x720@60")
  }
}
