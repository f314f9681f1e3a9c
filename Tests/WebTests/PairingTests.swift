import NIOCore
import Testing
import VitrineControl
import VitrineFakes
import VitrineLinux
import VitrinePlayback
import VitrineSchedules
import VitrineTiming

@testable import VitrineWeb

/// The conditions for showing a PIN.
@Suite(.timeLimit(.minutes(1)))
struct PairingTests {
  private func at(_ seconds: Int64) -> HostTime {
    HostTime(nanoseconds: 1_000_000_000_000 + seconds * 1_000_000_000)
  }

  private func opening(_ began: Int64, _ latest: Int64) -> [PairingPolicy.Window] {
    let visit = ServiceMenuSession(began: at(began), latest: at(latest))
    return [PairingPolicy.Window(visit)].compactMap(\.self)
  }

  private func begin(
    _ policy: inout PairingPolicy, _ openings: [PairingPolicy.Window] = [], at second: Int64
  ) -> String {
    var randomness = SystemRandomNumberGenerator()
    switch policy.begin(from: "192.0.2.1", openings, at: at(second), randomness: &randomness) {
    case .show: return "digits"
    case .alreadyShown: return "stands"
    case .rateLimited: return "wait"
    case .closed: return "closed"
    case .off: return "off"
    }
  }

  @Test("Each pairing mode shows a PIN only when it should")
  func modes() {
    let asked: [(PairingMode, [String])] = [
      (.off, ["off", "off", "off", "off"]), (.menu, ["closed", "digits", "digits", "closed"]),
      (.always, ["digits", "digits", "digits", "digits"]),
    ]
    for (mode, wanted) in asked {
      var policy = PairingPolicy(mode)
      let menu = opening(1000, 1060)
      let seen = [
        begin(&policy, at: 0), begin(&policy, menu, at: 1030), begin(&policy, menu, at: 1359),
        begin(&policy, menu, at: 1500),
      ]
      #expect(seen == wanted, "\(mode)")
    }
  }

  @Test("Pairing opened on the machine ends automatically, whatever the clock")
  func opened() {
    let times: [(end: Double?, wall: Double, isOpen: Bool)] = [
      (nil, 0, false), (1300, 1000, true), (1300, 1299, true), (1300, 1300, false),
      (1300, 900, false), (.infinity, 0, false), (.nan, 0, false), (1e300, 0, false),
    ]
    for (end, wall, isOpen) in times {
      let opening = PairingPolicy.Window(until: end, wall: wall, at: at(0))
      #expect((opening != nil) == isOpen, "\(end ?? 0) at \(wall)")
    }
  }

  /// The result of an attacker who requests PINs and guesses whenever allowed, and waits for `pause`
  /// besides, after this many days.
  private func stranger(
    _ mode: PairingMode, days: Int64, pause: Duration
  ) -> (pins: Int, guesses: Int) {
    var policy = PairingPolicy(mode)
    var randomness = SystemRandomNumberGenerator()
    var (now, count, pins, guesses) = (at(0), 0, 0, 0)
    while now < at(days * 86_400) {
      // Each time from another network.
      count += 1
      let address = "2001:db8:\(String(count % 65_536, radix: 16))::1"
      switch policy.begin(from: address, [], at: now, randomness: &randomness) {
      case .show:
        pins += 1
        while case .wrong = policy.verify("x", from: address, at: now) { guesses += 1 }
        now = now + PairingPIN.lifetime + pause
      case .alreadyShown(let rest): now = now + rest + pause
      case .rateLimited(let wait): now = now + wait + pause
      case .closed, .off: now = now + .seconds(3600)
      }
    }
    return (pins, guesses)
  }

  @Test(
    "Patient attackers show PINs for little of the day and guess almost none",
    arguments: [Duration.zero, .seconds(3600), .seconds(86_400), .seconds(8 * 86_400)])
  func patience(_ pause: Duration) {
    #expect(stranger(.off, days: 30, pause: pause) == (0, 0))
    #expect(stranger(.menu, days: 30, pause: pause) == (0, 0))
    let (day, month) = (
      stranger(.always, days: 1, pause: pause), stranger(.always, days: 30, pause: pause)
    )
    #expect(day.pins <= 8 && day.guesses <= 40)
    #expect(month.pins <= 8 + 30 && month.guesses <= 40 + 30)
  }

  @Test(
    "Open pairing allows an unauthenticated client few attempts, and none carry over to the next opening"
  )
  func openDoor() {
    var policy = PairingPolicy(.menu)
    var randomness = SystemRandomNumberGenerator()
    var guesses = 0
    for second in Int64(0)..<300 {
      let address = "2001:db8:\(second)::1"
      let beginning = policy.begin(
        from: address, opening(0, 0), at: at(second), randomness: &randomness)
      guard case .show = beginning else { continue }
      while case .wrong = policy.verify("x", from: address, at: at(second)) { guesses += 1 }
    }
    #expect((20...30).contains(guesses))
    #expect(begin(&policy, opening(400, 400), at: 400) == "digits")
  }

  /// A status with an override.
  private func overridden() throws -> ScheduleReport {
    let clocks = StoredOverride.Clocks(
      wall: Moment(second: 1_798_200_000), isTrusted: true,
      uptime: StoredOverride.Uptime(boot: "a", seconds: 1))
    let order = try OverrideRequest(id: "fire", .card(title: "Leave", text: ""), .after(90))
    var report = ScheduleReport(
      level: .override, .override, list: "", isScheduled: false, isClockTrusted: true)
    report.override = ScheduleReport.Override(
      try StoredOverride(order, clocks), remaining: 90, isShown: true, isStored: true, trouble: nil)
    return report
  }

  @Test("Closed pairing shows no PIN, and the response says how to open it")
  func closed() throws {
    let visit = Shared<ServiceMenuSession?>(nil)
    let scene = try WebScene(pairing: .menu) { site in site.serviceMenu = { visit.value } }
    func ask() throws -> WebClient.Reply { try scene.ask("POST", "/api/v1/pairing") }
    let refused = try ask()
    #expect(refused.status == 409 && refused.json?["pairing"]?.text == "closed")
    #expect(refused.json?["error"]?.text?.contains("vitrine token pair") == true)
    #expect(scene.pins.value.isEmpty)
    visit.update { $0 = ServiceMenuSession(began: .now(), latest: .now()) }
    #expect(try ask().status == 200 && scene.pins.value.count == 1)
    let off = try WebScene(pairing: .off) { site in site.serviceMenu = { visit.value } }
    #expect(try off.ask("POST", "/api/v1/pairing").json?["pairing"]?.text == "off")
    #expect(off.pins.value.isEmpty)
  }

  @Test("Pairing can be opened on the machine for screens without touch")
  func command() throws {
    let scene = try WebScene(pairing: .menu)
    var file = TokenFile(scene.folder.path(of: "tokens.json"))
    try file.change { $0.openPairing(at: WallTime.seconds) }
    #expect(try scene.ask("POST", "/api/v1/pairing").status == 200)
    // Opening applies to every client, and the store reads back unchanged.
    try file.refresh()
    #expect(try TokenStore(file.store.value).pairingEnd == file.store.pairingEnd)
  }

  @Test("No PIN covers an override, and a new override removes the PIN")
  func overrides() throws {
    let scene = try WebScene()
    let report = try overridden()
    scene.player.change { $0.reports.schedule = report }
    let refused = try scene.ask("POST", "/api/v1/pairing")
    #expect(refused.status == 409 && refused.json?["pairing"]?.text == "override")
    #expect(scene.pins.value.isEmpty)
    scene.player.change { $0.reports.schedule = nil }
    #expect(try scene.ask("POST", "/api/v1/pairing").status == 200)
    let pin = try #require(scene.pins.value.last ?? nil)
    let hidden = BoundedQueue<Bool>(limit: 1)
    scene.hidden.update { $0 = { _ = hidden.tryPush(true) } }
    scene.player.change { $0.reports.schedule = report }
    #expect(hidden.pop(until: .now() + .seconds(20)) == true)
    #expect(scene.pins.value.last == .some(nil))
    #expect(
      try scene.post("/api/v1/pairing/token", #"{"pin":"\#(pin)","name":"a"}"#).status == 409)
  }
}
