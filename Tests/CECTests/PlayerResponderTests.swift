import Testing

@testable import VitrineCEC

struct PlayerResponderTests {
  private let player = LogicalAddress.players[1]
  private let place = PhysicalAddress.of(0x2000)
  private let elsewhere = PhysicalAddress.of(0x3000)

  private func handle(
    _ responder: inout PlayerResponder, _ content: Message.Content, to: LogicalAddress? = nil
  ) -> (reply: Message?, event: Television.Report?) {
    let message = Message(content, from: .television, to: to ?? player)
    return responder.handle(message, as: player, at: place)
  }

  @Test("The responder reports its power status to the display")
  func power() {
    var responder = PlayerResponder()
    let on = Message(.reportPowerStatus(.on), from: player, to: .television)
    #expect(handle(&responder, .giveDevicePowerStatus).reply == on)
    responder.update(for: .standBy)
    let standby = Message(.reportPowerStatus(.standby), from: player, to: .television)
    #expect(handle(&responder, .giveDevicePowerStatus).reply == standby)
    #expect(handle(&responder, .giveDevicePowerStatus, to: .broadcast).reply == nil)
  }

  @Test("A requested source responds only once it is shown")
  func source() {
    var responder = PlayerResponder()
    let mine = Message(.activeSource(place), from: player, to: .broadcast)
    #expect(handle(&responder, .requestActiveSource, to: .broadcast).reply == nil)
    responder.update(for: .turnOn)
    #expect(handle(&responder, .requestActiveSource, to: .broadcast).reply == mine)
    #expect(handle(&responder, .setStreamPath(elsewhere), to: .broadcast).event == .isShown(false))
    #expect(handle(&responder, .requestActiveSource, to: .broadcast).reply == nil)
    let (reply, event) = handle(&responder, .setStreamPath(place), to: .broadcast)
    #expect(reply == mine)
    #expect(event == .isShown(true))
    #expect(handle(&responder, .activeSource(elsewhere), to: .broadcast).event == .isShown(false))
  }

  @Test("Standby is forwarded, whether addressed to us or broadcast")
  func standby() {
    var responder = PlayerResponder()
    #expect(handle(&responder, .standby).event == .standbyRequested)
    #expect(handle(&responder, .standby, to: .broadcast).event == .standbyRequested)
    #expect(handle(&responder, .standby, to: LogicalAddress.players[0]).event == nil)
  }

  @Test(
    "An adapter that reports another connector is not used",
    arguments: [
      (nil, nil, true, 1), (nil, nil, false, 0), (32, nil, true, 1), (32, nil, false, 0),
      (32, 32, false, 2), (32, 33, true, nil), (nil, 33, true, 1),
    ] as [(UInt32?, UInt32?, Bool, Int?)])
  func rank(_ wanted: UInt32?, _ told: UInt32?, _ isPluggedIn: Bool, _ rank: Int?) {
    let places = [wanted, told].map { $0.map { DRMConnectorInfo(card: 0, connector: $0) } }
    #expect(Adapter.rank(places[0], places[1], isPluggedIn: isPluggedIn) == rank)
  }
}
