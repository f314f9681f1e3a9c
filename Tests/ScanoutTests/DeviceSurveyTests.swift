import Testing
import VitrineLinux

@testable import VitrineKMS
@testable import VitrineScanout

/// The choice of devices to examine and to leave to others.
struct DeviceSurveyTests {
  /// A card with one connector.
  private final class Card: SurveyedNode {
    let path: String
    private let state: Shared<State>

    private struct State {
      var isPlugged = false
      var isDriven = false
      var isMaster = false
      var isOthers = false
      var isGone = false
      var probes = 0
    }

    init(_ path: String) {
      self.path = path
      state = Shared(State())
    }

    var isPresent: Bool { !state.value.isGone }
    var isDriven: Bool { state.value.isDriven }
    var isMaster: Bool { state.value.isMaster }
    var probes: Int { state.value.probes }
    func plug() { state.update { $0.isPlugged = true } }
    func drive() { state.update { $0.isDriven = true } }
    func takeAway() { state.update { $0.isOthers = true } }
    func remove() { state.update { $0.isGone = true } }
    func releaseMasterWhileIdle() {
      state.update { if !$0.isDriven { $0.isMaster = false } }
    }

    func becomeMaster() -> Bool {
      state.update { state in
        state.isMaster = !state.isOthers
        return state.isMaster
      }
    }

    func connectors(probing: Bool) -> [Connector] {
      if probing { state.update { $0.probes += 1 } }
      guard let id = ObjectID<Connector>(rawValue: 7) else { return [] }
      let isPlugged = state.value.isPlugged
      return [
        Connector(
          id: id, name: "at \(path)", isConnected: isPlugged, isWriteback: false,
          modes: isPlugged ? [Mode(custom: "640x480@60")].compactMap(\.self) : [],
          physicalSize: nil, possibleCRTCs: 1, properties: Properties(), edid: [])
      ]
    }
  }

  private let cards = [Card("/card0"), Card("/card1")]

  private func look(
    _ known: [Card] = [], at paths: [String] = ["/card0", "/card1"], isGiven: Bool = false,
    probing: Bool = true
  ) -> DeviceSurvey<Card> {
    DeviceSurvey(of: known, at: paths, isGiven: isGiven, probing: probing) {
      path throws(KMSError) in
      guard let card = cards.first(where: { $0.path == path }) else {
        throw .cannotOpen(path: path, .noEntry)
      }
      return card
    }
  }

  @Test("A display plugged into the second card later is detected")
  func later() throws {
    let before = look()
    #expect(!before.isLit && before.devices.map(\.path) == ["/card0", "/card1"])
    cards[1].plug()
    let after = look(before.devices)
    let connector = try #require(after.connectors.first { $0.isConnected })
    #expect(after.isLit && after.device(of: connector) === cards[1])
    #expect(after.differs(from: before) && !after.differs(from: look(after.devices)))
  }

  @Test("Cards without an active output are left to other processes")
  func released() {
    cards[0].drive()
    _ = look()
    #expect(cards.map(\.isMaster) == [true, false])
    _ = look(at: ["/card1"])
    #expect(cards[1].isMaster, "the only card is kept")
  }

  @Test("The kernel's state is read without control of the card")
  func asked() {
    cards[0].drive()
    let known = look().devices
    let before = cards.map(\.probes)
    cards[1].takeAway()
    let survey = look(known, probing: false)
    #expect(survey.devices.count == 2 && cards.map(\.probes) == before)
  }

  @Test("A card of another process explains a dark screen unless there is a display")
  func others() {
    cards[0].takeAway()
    guard case .nothing(.notMaster(let path, _)) = look() else {
      Issue.record("the process that uses the card was not reported")
      return
    }
    #expect(path == "/card0")
    cards[1].plug()
    #expect(look().devices.map(\.path) == ["/card1"])
  }

  @Test("A removed card is dropped, and a new one is opened")
  func gone() {
    let known = look(at: ["/card0"]).devices
    cards[0].remove()
    #expect(
      look(known).devices.map(\.path) == ["/card0", "/card1"], "the returned card was opened again")
    guard case .nothing(.noDevice) = look(at: []) else {
      Issue.record("a missing device was not reported")
      return
    }
    guard case .nothing(.cannotOpen(let path, _)) = look(at: ["/card9"], isGiven: true) else {
      Issue.record("the requested device was not reported as missing")
      return
    }
    #expect(path == "/card9")
  }
}
