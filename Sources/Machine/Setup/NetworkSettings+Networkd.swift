import VitrineSettings

extension NetworkSettings {
  /// The file for systemd.network(5); nil if DHCP provides everything.
  var networkdFile: String? {
    guard address != nil || !dns.isEmpty else { return nil }
    var lines = ["[Match]", "Name=en* eth*", "", "[Network]"]
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
