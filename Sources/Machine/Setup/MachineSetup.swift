import Glibc
import VitrineKMS
import VitrineLinux
import VitrineSettings

/// The setup of a machine from the file on its boot partition. Writes changed files in `/etc` and
/// leaves settings alone that the file does not mention. Run it as root at every boot, before the
/// network and the player start.
package struct MachineSetup {
  private let root: String
  private var faults: [String] = []

  private init(root: String) { self.root = root }

  /// Returns the errors in the file and those of the setup, one line each. `root` is a prefix for
  /// all written paths; empty for the machine itself.
  package static func apply(_ path: String, root: String = "") -> [String] {
    var setup = MachineSetup(root: root)
    setup.apply(path)
    return setup.faults
  }

  private mutating func apply(_ path: String) {
    let (folder, name) = Folder.holding(path)
    let file: BootFile
    do throws(ConfigurationError) {
      file = BootFile(bytes: try readFile(path), file: name, folder: folder.path)
    } catch {
      faults = error.lines
      return
    }
    faults = file.faults
    // The previous settings are better than none.
    guard file.isReadable else { return }
    applyPlayer(file, name)
    applyName(file.machine.name)
    applyTimeZone(file.machine.timeZone, name)
    let network = file.machine.network
    write(network?.networkdFile, to: "/etc/systemd/network/10-vitrine.network")
    write(network?.wifi?.supplicantFile, to: "/etc/vitrine-wifi/wpa_supplicant.conf", mode: 0o600)
  }

  /// Drops settings that only a device or the program's files can validate, since they would make
  /// the whole configuration unusable.
  private mutating func applyPlayer(_ file: BootFile, _ name: String) {
    var file = file
    for mode in file.settings.display.customModes where Mode(custom: mode) == nil {
      faults.append(
        "\(name): display.custom-modes: invalid mode \"\(mode)\": no cable can carry it")
      file = file.without("display.custom-modes")
    }
    if let board = file.settings.board, let boards = try? readBoards(nil),
      BoardChoice(named: board, among: boards, saidBy: name) == nil
    {
      faults.append("\(name): board: \(BoardChoice.unknown(board, among: boards))")
      file = file.without("board")
    }
    let heading =
      "# Generated from \(name) on the boot partition at every boot: changes here are lost.\n"
    write(file.configuration.map { heading + $0 }, to: "/etc/vitrine/conf.d/10-boot.yaml")
  }

  private mutating func applyName(_ name: String?) {
    guard let name else { return }
    write(name + "\n", to: "/etc/hostname")
    write("127.0.0.1 localhost\n127.0.1.1 \(name)\n::1 localhost\n", to: "/etc/hosts")
    guard root.isEmpty else { return }
    attempt("the machine's name") { () throws(Errno) in
      try FileDescriptor(opening: "/proc/sys/kernel/hostname", O_WRONLY).write(Array(name.utf8))
    }
  }

  private mutating func applyTimeZone(_ zone: String?, _ name: String) {
    guard let zone else { return }
    let data = "/usr/share/zoneinfo/\(zone)"
    guard Self.isTimeZone(data) || Self.isTimeZone(root + data) else {
      faults.append(
        "\(name): machine.time-zone: unknown time zone \(zone): expected a name such as Europe/Berlin"
      )
      return
    }
    let folder = Folder(root + "/etc")
    attempt("the time zone") { () throws(Errno) in try folder.link("localtime", to: data) }
  }

  /// Checks the file's signature, since the folder also contains folders and lists.
  private static func isTimeZone(_ path: String) -> Bool {
    let file = try? FileDescriptor(reading: path)
    return (try? file?.bytes(most: 4)) == Array("TZif".utf8)
  }

  private mutating func write(_ text: String?, to path: String, mode: UInt32? = nil) {
    let (folder, name) = Folder.holding(root + path)
    attempt(path) { () throws(Errno) in try folder.write(text, to: name, mode: mode) }
  }

  private mutating func attempt(_ what: String, _ work: () throws(Errno) -> Void) {
    do throws(Errno) { try work() } catch { faults.append("\(what) could not be set: \(error)") }
  }
}

extension NetworkSettings {
  /// The file for systemd.network(5); nil if DHCP provides everything.
  fileprivate var networkdFile: String? {
    guard address != nil || !dns.isEmpty else { return nil }
    var lines = ["[Match]", wifi == nil ? "Name=en* eth*" : "Type=wlan", "", "[Network]"]
    if let address {
      lines.append("Address=\(address)")
      if let gateway { lines.append("Gateway=\(gateway)") }
    } else {
      lines.append("DHCP=yes")
    }
    lines += dns.map { "DNS=\($0)" }
    // Replaces the servers from DHCP.
    if !dns.isEmpty {
      for section in ["DHCPv4", "DHCPv6", "IPv6AcceptRA"] {
        lines += ["", "[\(section)]", "UseDNS=no"]
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension WiFiSettings {
  /// The file for wpa_supplicant.conf(5), which joins WPA2 and WPA3 networks, also hidden ones.
  fileprivate var supplicantFile: String {
    var lines = country.map { ["country=\($0)"] } ?? []
    // Both methods of WPA3 for the password.
    lines.append("sae_pwe=2")
    lines += ["network={", "ssid=\(name.utf8.map(Self.hex).joined())", "scan_ssid=1"]
    if let password {
      lines.append("key_mgmt=WPA-PSK WPA-PSK-SHA256" + (hasKey ? "" : " SAE"))
      lines += ["psk=" + (hasKey ? password : "\"\(password)\""), "ieee80211w=1"]
    } else {
      lines.append("key_mgmt=NONE")
    }
    return (lines + ["}"]).map { $0 + "\n" }.joined()
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
