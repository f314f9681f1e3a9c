/// The address of an MQTT broker: `mqtts://broker.example:8883`.
package struct BrokerAddress: Hashable, Sendable {
  /// Whether the connection uses TLS.
  package let isEncrypted: Bool
  /// An IPv6 address has no brackets.
  package let host: String
  package let port: UInt16

  /// Nil unless the text is a scheme, a host and optionally a port.
  package init?(_ text: String) {
    let isEncrypted = text.hasPrefix("mqtts://")
    guard isEncrypted || text.hasPrefix("mqtt://"),
      let url = try? RemoteURL("https" + text.dropFirst(isEncrypted ? 5 : 4)), url.userInfo == nil,
      url.query == nil, url.path == "/", !text.hasSuffix("/")
    else { return nil }
    let isSix = url.host.hasPrefix("[")
    self.isEncrypted = isEncrypted
    host = isSix ? String(url.host.dropFirst().dropLast()) : url.host
    // bound: a URL's port has 16 bits
    port = url.port.map { UInt16($0) } ?? (isEncrypted ? 8883 : 1883)
  }
}

extension BrokerAddress: CustomStringConvertible {
  package var description: String {
    let shown = host.contains(":") ? "[\(host)]" : host
    return "\(isEncrypted ? "mqtts" : "mqtt")://\(shown):\(port)"
  }
}
