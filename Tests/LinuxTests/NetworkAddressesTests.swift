import Foundation
import Testing
import VitrineLinux

@Suite("The machine's addresses")
struct NetworkAddressesTests {
  @Test("The addresses match the kernel's list, with IPv4 first")
  func all() throws {
    let known = try FileManager.default.contentsOfDirectory(atPath: "/sys/class/net")
    for network in NetworkAddresses.all() {
      #expect(known.contains(network.name) && network.name != "lo")
      #expect(!network.addresses.isEmpty)
      let kinds = network.addresses.map { $0.contains(":") }
      #expect(kinds == kinds.sorted { !$0 && $1 })
      #expect(!network.addresses.contains { $0.hasPrefix("fe80:") || $0 == "127.0.0.1" })
    }
  }
}
