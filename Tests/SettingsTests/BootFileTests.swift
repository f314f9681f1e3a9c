import Testing

@testable import VitrineSettings

/// The vitrine.yaml on a boot partition: each fault by itself, and the rest.
struct BootFileTests {
  private func read(_ text: String) -> BootFile {
    BootFile(bytes: Array(text.utf8), file: "vitrine.yaml", folder: "/boot/vitrine")
  }

  @Test("A valid file sets up the machine and the player")
  func whole() {
    let file = read(
      """
      playlist: [videos, /srv/more.m3u, "color:black"]
      display: {rotation: 90}
      outputs: {HDMI-A-2: {playlist: menu, rotation: auto}}
      machine:
        name: shop-window
        time-zone: Europe/Berlin
        network:
          address: 192.168.1.40/24
          gateway: 192.168.1.1
          dns: [192.168.1.1, "2001:db8::1"]
          wifi: {name: "Café", password: "12345678", country: DE}
      """)
    #expect(file.faults == [])
    #expect(file.machine.name == "shop-window")
    #expect(file.machine.timeZone == "Europe/Berlin")
    #expect(file.machine.network?.address == "192.168.1.40/24")
    #expect(file.machine.network?.gateway == "192.168.1.1")
    #expect(file.machine.network?.dns == ["192.168.1.1", "2001:db8::1"])
    let wifi = file.machine.network?.wifi
    #expect(wifi?.name == "Café" && wifi?.password == "12345678" && wifi?.country == "DE")
    #expect(
      file.configuration == """
        playlist: ["/boot/vitrine/videos", "/srv/more.m3u", "color:black"]
        outputs:
          HDMI-A-2:
            playlist: "/boot/vitrine/menu"
            rotation: auto
        display:
          rotation: "90"

        """)
  }

  @Test("The player's part reads back with the same meaning")
  func readAgain() throws {
    let file = read(
      "playlist: videos\naudio: {volume: 0.5, languages: [de]}\nkeys: {KEY_RED: none}")
    let text = try #require(file.configuration)
    let again = try Configuration(bytes: Array(text.utf8), file: "conf.d")
    #expect(again == file.settings)
    #expect(again.playlist == ["/boot/vitrine/videos"] && again.audio.volume == 0.5)
  }

  @Test(
    "A fault is reported with its line, and the rest applies",
    arguments: [
      (
        "machine: {name: my shop}",
        "vitrine.yaml:2: machine.name: expected letters, digits and hyphens such as shop-window, got \"my shop\""
      ),
      (
        "machine: {name: -shop}",
        "vitrine.yaml:2: machine.name: expected letters, digits and hyphens such as shop-window, got \"-shop\""
      ),
      ("machine: {nmae: shop}", "vitrine.yaml:2: machine.nmae: unknown key: did you mean name?"),
      ("machine: shop", "vitrine.yaml:2: machine: expected a section (name, time-zone"),
      (
        "machine: {time-zone: ../../etc/passwd}",
        "machine.time-zone: expected a time zone such as Europe/Berlin, got \"../../etc/passwd\""
      ),
      (
        "machine: {network: {address: 192.168.1.40}}",
        "machine.network.address: expected an IP address with prefix length"
      ),
      ("machine: {network: {address: 192.168.1.40/33}}", "192.168.1.40/33"),
      ("machine: {network: {address: 192.168.1.300/24}}", "192.168.1.300/24"),
      (
        "machine: {network: {gateway: 192.168.1.1}}",
        "machine.network.gateway: requires machine.network.address"
      ),
      (
        "machine: {network: {dns: [one.one]}}",
        "machine.network.dns: expected IP addresses such as [192.168.1.1], got \"one.one\""
      ),
      (
        "machine: {network: {wifi: {password: long enough}}}", "machine.network.wifi: requires name"
      ),
      (
        "machine: {network: {wifi: {name: 123456789012345678901234567890123}}}",
        "machine.network.wifi.name: expected a network name of 1 to 32 bytes"
      ),
      (
        "machine: {network: {wifi: {name: shop, country: de}}}",
        "machine.network.wifi.country: expected a country code such as DE, got \"de\""
      ),
      ("machine: {name: a, name: b}", "machine.name: duplicate key, already set in line 2"),
      ("display: {rotation: 45}", "vitrine.yaml:2: display.rotation: unknown rotation \"45\""),
      ("dispaly: {rotation: 90}", "vitrine.yaml:2: dispaly: unknown key: did you mean display?"),
      ("display: {rotation: }", "display.rotation: missing value"),
      ("outputs: {HDMI: {playlist: menu}}", "outputs.HDMI: invalid connector \"HDMI\""),
      ("keys: {red: none}", "keys.red: invalid key name"),
      ("keys: {\"KEY_RED: none\\nboard\": none}", "invalid key name"),
      ("machine: {name: a}\nmachine: {name: b}", "machine: duplicate key, already set in line 2"),
    ])
  func faults(_ line: String, _ cause: String) throws {
    let file = read("playlist: videos\n\(line)\naudio: {volume: 0.5}")
    let fault = try #require(file.faults.first)
    #expect(file.faults.count == 1 && fault.contains(cause), "\(file.faults)")
    #expect(file.settings.playlist == ["/boot/vitrine/videos"])
    #expect(file.settings.audio.volume == 0.5)
    // The written file is one that the player accepts.
    let text = try #require(file.configuration)
    #expect(try Configuration(bytes: Array(text.utf8), file: "conf.d") == file.settings)
  }

  @Test(
    "An invalid password is not in the message", arguments: ["hunter2", "passwörter", "[secret]"])
  func secret(_ password: String) throws {
    let file = read("machine: {network: {wifi: {name: shop, password: \(password)}}}")
    let fault = try #require(file.faults.first)
    #expect(file.faults.count == 1 && file.machine.network?.wifi == nil)
    #expect(fault.contains("machine.network.wifi.password: expected 8 to 63 characters"))
    #expect(!fault.contains(password) && !fault.contains("secret"))
  }

  @Test(
    "An invalid file gives its reason, and none of it applies",
    arguments: [
      ("playlist: [a", "vitrine.yaml:"), ("- a", "expected a section"), ("\u{0}", ""),
      ("a: &x b", "anchors and aliases"),
    ])
  func unreadable(_ text: String, _ cause: String) throws {
    let file = read(text)
    #expect(try #require(file.faults.first).contains(cause))
    #expect(file.configuration == nil && file.machine == MachineSettings())
  }

  @Test(
    "Addresses are IPv4 or IPv6",
    arguments: [
      ("10.0.0.2/8", true), ("255.255.255.255/32", true), ("::/128", true), ("fe80::1/64", true),
      ("2001:db8:0:1:2:3:4:5/48", true), ("::1/1", true), ("1::/16", true),
      ("10.0.0.2", false), ("10.0.0.2/0", false), ("10.0.0/8", false), ("10.0.0.02/8", false),
      ("10.0.0.2/8/8", false), ("fe80::1::2/64", false), ("fe80:::1/64", false), (":1/64", false),
      ("2001:db8:0:1:2:3:4/48", false), ("1:2:3:4:5:6:7::8/64", false), ("g::1/64", false),
      ("fe80::12345/64", false), ("fe80::1/129", false), ("/8", false), ("fe80::1%eth0/64", false),
    ])
  func addresses(_ word: String, _ isOne: Bool) {
    #expect((InternetAddress(withPrefix: word) != nil) == isOne)
  }

  @Test("An empty file is valid", arguments: ["", "# nothing\n", "machine:\n"])
  func empty(_ text: String) {
    let file = read(text)
    #expect(file.faults == [] && file.configuration == nil)
  }
}
