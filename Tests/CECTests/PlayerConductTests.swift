import Testing

@testable import CEC

struct PlayerConductTests {
  private let player = LogicalAddress.players[1]
  private let place = PhysicalAddress.of(0x2000)
  private let elsewhere = PhysicalAddress.of(0x3000)

  private func hear(
    _ conduct: inout PlayerConduct, _ content: Message.Content, to: LogicalAddress? = nil
  ) -> (answer: Message?, news: Television.Report?) {
    let message = Message(content, from: .television, to: to ?? player)
    return conduct.hear(message, as: player, at: place)
  }

  @Test("the display is told whether we are on")
  func power() {
    var conduct = PlayerConduct()
    let on = Message(.reportPowerStatus(.on), from: player, to: .television)
    #expect(hear(&conduct, .giveDevicePowerStatus).answer == on)
    conduct.note(.standBy)
    let standby = Message(.reportPowerStatus(.standby), from: player, to: .television)
    #expect(hear(&conduct, .giveDevicePowerStatus).answer == standby)
    #expect(hear(&conduct, .giveDevicePowerStatus, to: .broadcast).answer == nil)
  }

  @Test("who is asked for as the source answers when it is shown, and only then")
  func source() {
    var conduct = PlayerConduct()
    let mine = Message(.activeSource(place), from: player, to: .broadcast)
    #expect(hear(&conduct, .requestActiveSource, to: .broadcast).answer == nil)
    conduct.note(.turnOn)
    #expect(hear(&conduct, .requestActiveSource, to: .broadcast).answer == mine)
    #expect(hear(&conduct, .setStreamPath(elsewhere), to: .broadcast).news == .isShown(false))
    #expect(hear(&conduct, .requestActiveSource, to: .broadcast).answer == nil)
    let (answer, news) = hear(&conduct, .setStreamPath(place), to: .broadcast)
    #expect(answer == mine)
    #expect(news == .isShown(true))
    #expect(hear(&conduct, .activeSource(elsewhere), to: .broadcast).news == .isShown(false))
  }

  @Test("sleep is passed on, to us or to all")
  func standby() {
    var conduct = PlayerConduct()
    #expect(hear(&conduct, .standby).news == .askedToStandBy)
    #expect(hear(&conduct, .standby, to: .broadcast).news == .askedToStandBy)
    #expect(hear(&conduct, .standby, to: LogicalAddress.players[0]).news == nil)
  }

  @Test(
    "an adapter that tells of another connector is never ours",
    arguments: [
      (nil, nil, true, 1), (nil, nil, false, 0), (32, nil, true, 1), (32, nil, false, 0),
      (32, 32, false, 2), (32, 33, true, nil), (nil, 33, true, 1),
    ] as [(UInt32?, UInt32?, Bool, Int?)])
  func rank(_ wanted: UInt32?, _ told: UInt32?, _ isPluggedIn: Bool, _ rank: Int?) {
    let places = [wanted, told].map { $0.map { ConnectorPlace(card: 0, connector: $0) } }
    #expect(Adapter.rank(places[0], places[1], isPluggedIn: isPluggedIn) == rank)
  }
}
