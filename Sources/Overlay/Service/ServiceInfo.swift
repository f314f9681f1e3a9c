package import VitrineScenes

/// The data shown in the service menu.
package struct ServiceInfo: Hashable, Sendable {
  /// The machine's name.
  package var name = ""
  package var version = ""
  /// The connector with its mode; nil without a display.
  package var display: String?
  /// The URL of the remote; nil if it is disabled.
  package var remote: String?
  /// The same as a QR code.
  package var code: SquareCode?
  /// The fingerprint of the certificate, to compare with the browser's.
  package var fingerprint: String?
  /// The network interfaces with their addresses: `eth0`, `192.168.1.20`.
  package var networks: [Network] = []
  /// The current problems, a sentence each.
  package var troubles: [String] = []
  /// Whether an operator has cleared the list or loaded something else.
  package var isAway = false
  /// Whether the keys of a remote control can be stored.
  package var canStoreKeys = false
  /// Whether the program is restarted when it ends.
  package var isRestartable = false

  package struct Network: Hashable, Sendable {
    package let name: String
    package let addresses: [String]

    package init(_ name: String, _ addresses: [String]) {
      self.name = name
      self.addresses = addresses
    }
  }

  package init() {}
}
