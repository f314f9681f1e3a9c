public import VitrineScenes

/// The data shown in the service menu.
public struct ServiceInfo: Hashable, Sendable {
  /// The machine's name.
  public var name = ""
  public var version = ""
  /// The connector with its mode; nil without a display.
  public var display: String?
  /// The URL of the remote; nil if it is disabled.
  public var remote: String?
  /// The same as a QR code.
  public var code: SquareCode?
  /// The fingerprint of the certificate, to compare with the browser's.
  public var fingerprint: String?
  /// The network interfaces with their addresses: `eth0`, `192.168.1.20`.
  public var networks: [Network] = []
  /// The current problems, a sentence each.
  public var troubles: [String] = []
  /// Whether an operator has cleared the list or loaded something else.
  public var isAway = false
  /// Whether the program is restarted when it ends.
  public var isRestartable = false

  public struct Network: Hashable, Sendable {
    public let name: String
    public let addresses: [String]

    public init(_ name: String, _ addresses: [String]) {
      self.name = name
      self.addresses = addresses
    }
  }

  public init() {}
}
