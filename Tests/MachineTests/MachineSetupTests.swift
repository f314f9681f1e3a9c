import Foundation
import Testing
import VitrineMachine
import VitrineSettings

/// The effect of a boot partition's file on a machine: files below a folder here.
struct MachineSetupTests {
  /// A machine that knows two time zones.
  private final class Machine {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    var file: URL { root.appending(path: "boot/vitrine/vitrine.yaml") }

    init() throws {
      for folder in ["boot/vitrine", "etc", "usr/share/zoneinfo/Europe"] {
        try FileManager.default.createDirectory(
          at: root.appending(path: folder), withIntermediateDirectories: true)
      }
      try Data("TZif2".utf8).write(to: root.appending(path: "usr/share/zoneinfo/Europe/Berlin"))
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    func apply(_ text: String) throws -> [String] {
      try Data(text.utf8).write(to: file)
      return MachineSetup.apply(file.path, root: root.path)
    }

    subscript(path: String) -> String? {
      (try? Data(contentsOf: root.appending(path: path))).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }

  private static let settings = "etc/vitrine/conf.d/10-boot.yaml"
  private static let wifi = "etc/vitrine-wifi/wpa_supplicant.conf"
  private static let network = "etc/systemd/network/10-vitrine.network"

  @Test("Every setting in the file is applied and stays when it is read again")
  func whole() throws {
    let machine = try Machine()
    let text = """
      playlist: videos
      machine:
        name: shop-window
        time-zone: Europe/Berlin
        network: {address: 10.0.0.2/8, gateway: 10.0.0.1, dns: 10.0.0.1}
      """
    #expect(try machine.apply(text) == [])
    #expect(machine["etc/hostname"] == "shop-window\n")
    #expect(machine["etc/hosts"]?.contains("127.0.1.1 shop-window\n") == true)
    let zone = try FileManager.default.destinationOfSymbolicLink(
      atPath: machine.root.appending(path: "etc/localtime").path)
    #expect(zone == "/usr/share/zoneinfo/Europe/Berlin")
    #expect(
      machine[Self.network] == """
        [Match]
        Name=en* eth*

        [Network]
        Address=10.0.0.2/8
        Gateway=10.0.0.1
        DNS=10.0.0.1

        [DHCPv4]
        UseDNS=no

        [DHCPv6]
        UseDNS=no

        [IPv6AcceptRA]
        UseDNS=no

        """)
    let settings = try #require(machine[Self.settings])
    let read = try Configuration(bytes: Array(settings.utf8), file: "conf.d")
    #expect(read.playlist == [machine.file.deletingLastPathComponent().path + "/videos"])

    func numbers() throws -> [Int?] {
      try [Self.settings, Self.network, "etc/hostname", "etc/localtime"].map {
        try FileManager.default.attributesOfItem(atPath: machine.root.appending(path: $0).path)[
          .systemFileNumber] as? Int
      }
    }
    let before = try numbers()
    #expect(try machine.apply(text) == [])
    #expect(try numbers() == before)
  }

  @Test(
    "The wireless network's file has the name byte by byte and the password",
    arguments: [
      (
        "name: \"a\\\"b#é\", password: 'my \"quoted\" #words', country: DE",
        """
        country=DE
        sae_pwe=2
        network={
        ssid=61226223c3a9
        scan_ssid=1
        key_mgmt=WPA-PSK WPA-PSK-SHA256 SAE
        psk="my "quoted" #words"
        ieee80211w=1
        }

        """
      ),
      (
        "name: shop, password: \(String(repeating: "0f", count: 32))",
        """
        sae_pwe=2
        network={
        ssid=73686f70
        scan_ssid=1
        key_mgmt=WPA-PSK WPA-PSK-SHA256
        psk=\(String(repeating: "0f", count: 32))
        ieee80211w=1
        }

        """
      ),
      (
        "name: guests",
        "sae_pwe=2\nnetwork={\nssid=677565737473\nscan_ssid=1\nkey_mgmt=NONE\n}\n"
      ),
    ])
  func wifi(_ settings: String, _ file: String) throws {
    let machine = try Machine()
    #expect(
      try machine.apply("machine: {network: {address: 10.0.0.2/8, wifi: {\(settings)}}}") == [])
    #expect(machine[Self.wifi] == file)
    #expect(machine[Self.network]?.contains("Type=wlan") == true)
    let path = machine.root.appending(path: Self.wifi).path
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try machine.apply("") == [] && machine[Self.wifi] == nil)
  }

  @Test("Settings removed from the file are undone")
  func taken() throws {
    let machine = try Machine()
    #expect(try machine.apply("playlist: a\nmachine: {network: {dns: 10.0.0.1}}") == [])
    #expect(machine[Self.network]?.contains("DHCP=yes") == true)
    #expect(try machine.apply("") == [])
    #expect(machine[Self.network] == nil && machine[Self.settings] == nil)
  }

  @Test("Faults that only the program or a device detects are reported, and the rest is applied")
  func judged() throws {
    let machine = try Machine()
    let faults = try machine.apply(
      """
      playlist: videos
      board: no-such-board
      display: {custom-modes: ['Modeline "x" 1 9 8 7 6 5 4 3 2']}
      machine: {time-zone: Europe/Nowhere, name: kiosk}
      """)
    #expect(faults.count == 3, "\(faults)")
    #expect(faults.contains { $0.contains("no cable can carry it") })
    #expect(faults.contains { $0.contains("board: ") })
    #expect(faults.contains { $0.contains("unknown time zone Europe/Nowhere") })
    #expect(machine["etc/hostname"] == "kiosk\n")
    let settings = try #require(machine[Self.settings])
    #expect(!settings.contains("custom-modes") && !settings.contains("board"))
    #expect(settings.contains("/videos"))
  }

  @Test(
    "An unreadable file changes nothing", arguments: ["playlist: [a", "\tplaylist: b"])
  func broken(_ text: String) throws {
    let machine = try Machine()
    #expect(try machine.apply("playlist: a\nmachine: {network: {dns: 10.0.0.1}}") == [])
    let before = machine[Self.settings]
    #expect(try machine.apply(text).count == 1)
    #expect(before != nil && machine[Self.settings] == before && machine[Self.network] != nil)
  }

  @Test("A folder of time zones is not a zone", arguments: ["Europe", "Europe/Bonn"])
  func zone(_ name: String) throws {
    let faults = try Machine().apply("machine: {time-zone: \(name)}")
    #expect(faults.count == 1 && faults[0].contains("unknown time zone \(name)"))
  }

  @Test("A missing file is reported")
  func missing() throws {
    let machine = try Machine()
    let faults = MachineSetup.apply(machine.file.path, root: machine.root.path)
    #expect(faults.count == 1 && faults[0].contains("cannot be read"))
  }

  @Test("A failed write is reported, and the rest is applied")
  func unwritable() throws {
    let machine = try Machine()
    // A file in place of the folder.
    try Data().write(to: machine.root.appending(path: "etc/vitrine"))
    let faults = try machine.apply("playlist: a\nmachine: {name: kiosk}")
    #expect(faults.count == 1 && faults[0].contains("/etc/vitrine/conf.d/10-boot.yaml"))
    #expect(machine["etc/hostname"] == "kiosk\n")
  }
}
