import Testing

@testable import VitrineCEC

struct PlayerResponderTests {
  private let player = LogicalAddress.players[1]
  private let place = PhysicalAddress.of(0x2000)
  private let elsewhere = PhysicalAddress.of(0x3000)

  private func hear(
    _ responder: inout PlayerResponder, _ content: Message.Content, to: LogicalAddress? = nil
  ) -> (answer: Message?, news: Television.Report?) {
    let message = Message(content, from: .television, to: to ?? player)
    return responder.hear(message, as: player, at: place)
  }

  @Test("The responder reports its power status to the display")
  func power() {
    var responder = PlayerResponder()
    let on = Message(.reportPowerStatus(.on), from: player, to: .television)
    #expect(hear(&responder, .giveDevicePowerStatus).answer == on)
    responder.note(.standBy)
    let standby = Message(.reportPowerStatus(.standby), from: player, to: .television)
    #expect(hear(&responder, .giveDevicePowerStatus).answer == standby)
    #expect(hear(&responder, .giveDevicePowerStatus, to: .broadcast).answer == nil)
  }

  @Test("A requested source responds only once it is shown")
  func source() {
    var responder = PlayerResponder()
    let mine = Message(.activeSource(place), from: player, to: .broadcast)
    #expect(hear(&responder, .requestActiveSource, to: .broadcast).answer == nil)
    responder.note(.turnOn)
    #expect(hear(&responder, .requestActiveSource, to: .broadcast).answer == mine)
    #expect(hear(&responder, .setStreamPath(elsewhere), to: .broadcast).news == .isShown(false))
    #expect(hear(&responder, .requestActiveSource, to: .broadcast).answer == nil)
    let (answer, news) = hear(&responder, .setStreamPath(place), to: .broadcast)
    #expect(answer == mine)
    #expect(news == .isShown(true))
    #expect(hear(&responder, .activeSource(elsewhere), to: .broadcast).news == .isShown(false))
  }

  @Test("Standby is forwarded, whether addressed to us or broadcast")
  func standby() {
    var responder = PlayerResponder()
    #expect(hear(&responder, .standby).news == .askedToStandBy)
    #expect(hear(&responder, .standby, to: .broadcast).news == .askedToStandBy)
    #expect(hear(&responder, .standby, to: LogicalAddress.players[0]).news == nil)
  }

  @Test(
    "An adapter that reports another connector is not used",
    arguments: [
      (nil, nil, true, 1), (nil, nil, false, 0), (32, nil, true, 1), (32, nil, false, 0),
      (32, 32, false, 2), (32, 33, true, nil), (nil, 33, true, 1),
    ] as [(UInt32?, UInt32?, Bool, Int?)])
  func rank(_ wanted: UInt32?, _ told: UInt32?, _ isPluggedIn: Bool, _ rank: Int?) {
    let places = [wanted, told].map { $0.map { ConnectorPlace(card: 0, connector: $0) } }
    #expect(Adapter.rank(places[0], places[1], isPluggedIn: isPluggedIn) == rank)
  }
}
