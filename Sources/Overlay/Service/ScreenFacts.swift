public import VitrineScenes

/// What the service menu tells of the screen and its machine.
public struct ScreenFacts: Hashable, Sendable {
  /// By which people know the machine.
  public var name = ""
  public var version = ""
  /// The connector with its mode; nil while there is no display.
  public var display: String?
  /// Where the remote is; nil where there is none.
  public var remote: String?
  /// The same for a phone's camera.
  public var code: SquareCode?
  /// Of the remote's certificate, to be compared with what a browser shows.
  public var fingerprint: String?
  /// The connections to networks, each with its addresses: `eth0`, `192.168.1.20`.
  public var networks: [Network] = []
  /// What is wrong, each in a sentence; empty where nothing is.
  public var troubles: [String] = []
  /// Whether the list does not play: an operator has cleared it or loaded something else.
  public var isAway = false
  /// Whether something starts the program again when it ends.
  public var isRestartable = false

  public struct Network: Hashable, Sendable {
    public let name: String
    public let addresses: [String]

    public init(_ name: String, _ addresses: [String]) {
      (self.name, self.addresses) = (name, addresses)
    }
  }

  public init() {}
}
