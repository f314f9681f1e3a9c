import Testing

@testable import VitrineAddresses

@Suite("Addresses of brokers")
struct BrokerAddressTests {
  private static let good = [
    ("mqtt://b.example", "mqtt://b.example:1883"), ("mqtts://b.example", "mqtts://b.example:8883"),
    ("mqtts://B.example:99", "mqtts://b.example:99"), ("mqtt://[::1]:7", "mqtt://[::1]:7"),
    ("mqtt://10.0.0.2", "mqtt://10.0.0.2:1883"),
  ]

  @Test("A scheme, a host and perhaps a port", arguments: good)
  func reading(text: String, expected: String) throws {
    let address = try #require(BrokerAddress(text))
    #expect(address.description == expected)
    #expect(BrokerAddress(expected) == address)
    #expect(!address.host.contains("["))
  }

  @Test(
    "Other texts are rejected",
    arguments: [
      "", "mqtt://", "b.example", "http://b", "mqtt://u:p@b", "mqtt://b/", "mqtt://b/x",
      "mqtt://b?x", "mqtt://b:0", "mqtt://b:65536", "MQTT://b", "mqtt://b b",
    ])
  func invalid(text: String) { #expect(BrokerAddress(text) == nil) }
}
