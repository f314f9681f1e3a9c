import Testing

@testable import VitrineCEC

struct MessageTests {
  private static let player = LogicalAddress.players[0]
  private static let place = PhysicalAddress.of(0x1200)

  private static let table: [(Message, [UInt8])] = [
    (Message(.imageViewOn, from: player, to: .television), [0x40, 0x04]),
    (Message(.standby, from: player, to: .television), [0x40, 0x36]),
    (Message(.activeSource(place), from: player, to: .broadcast), [0x4f, 0x82, 0x12, 0x00]),
    (Message(.inactiveSource(place), from: player, to: .television), [0x40, 0x9d, 0x12, 0x00]),
    (Message(.requestActiveSource, from: .television, to: .broadcast), [0x0f, 0x85]),
    (Message(.setStreamPath(place), from: .television, to: .broadcast), [0x0f, 0x86, 0x12, 0]),
    (Message(.giveDevicePowerStatus, from: player, to: .television), [0x40, 0x8f]),
    (Message(.reportPowerStatus(.standby), from: .television, to: player), [0x04, 0x90, 1]),
    (Message(.featureAbort(of: 0x04, reason: 1), from: .television, to: player), [4, 0, 4, 1]),
    (Message(nil, from: player, to: player), [0x44]),
    (
      Message(.other(opcode: 0x44, operands: [0x0d]), from: .television, to: player),
      [0x04, 0x44, 0x0d]
    ),
  ]

  @Test("Each message survives a round trip in the standard's format", arguments: table)
  func bothWays(_ message: Message, _ bytes: [UInt8]) {
    #expect(message.bytes == bytes)
    #expect(Message(bytes: bytes) == message)
  }

  @Test(
    "Truncated and unknown messages are preserved as received",
    arguments: [
      [0x04, 0x82], [0x04, 0x82, 0x10], [0x04, 0x90], [0x04, 0x90, 0x09], [0x04, 0x00, 0x36],
      [0x04, 0x86, 0xff, 0xff],
    ] as [[UInt8]])
  func cutOff(_ bytes: [UInt8]) throws {
    let message = try #require(Message(bytes: bytes))
    #expect(
      message.content == .other(opcode: bytes[1], operands: Array(bytes.dropFirst(2))))
    #expect(message.bytes == bytes)
  }

  @Test("Operands of a later version are ignored")
  func longer() {
    let message = Message(bytes: [0x04, 0x90, 0x00, 0x77, 0x12])
    #expect(message?.content == .reportPowerStatus(.on))
  }

  @Test("A message has 1 to 16 bytes, when read and when written")
  func sizes() {
    #expect(Message(bytes: []) == nil)
    #expect(Message(bytes: [UInt8](repeating: 0, count: 17)) == nil)
    let long = Message.Content.other(opcode: 1, operands: [UInt8](repeating: 7, count: 40))
    #expect(Message(long, from: .television, to: Self.player).bytes.count == 16)
  }

  @Test("Any bytes are parsed without a trap")
  func anything() {
    for first in UInt8.min...255 {
      for second in UInt8.min...255 {
        for tail in [[], [first], [second, first], [0xff, 0xff, 0xff]] as [[UInt8]] {
          let bytes = [first, second] + tail
          #expect(Message(bytes: bytes)?.bytes.prefix(2) == bytes.prefix(2))
        }
      }
    }
  }

  @Test("Addresses are written in the usual notation")
  func addresses() {
    #expect(PhysicalAddress(rawValue: 0x12a0)?.description == "1.2.a.0")
    #expect(PhysicalAddress(rawValue: 0xffff) == nil)
    #expect(LogicalAddress(rawValue: 16) == nil)
    #expect(LogicalAddress.player(in: 1 << 8 | 1 << 11)?.rawValue == 8)
    #expect(LogicalAddress.player(in: 1 << 1 | 1 << 15) == nil)
  }
}
