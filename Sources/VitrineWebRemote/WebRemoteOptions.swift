internal import VitrineOverlay

/// The settings of the web remote; see `RemoteEndpoint.http`.
///
/// ```swift
/// var options = WebRemoteOptions()
/// options.address = "0.0.0.0"
/// options.folder = "/var/lib/museum"
/// let server = try player.serve(.http(port: 8443, options))
/// ```
public struct WebRemoteOptions: Sendable {
  /// When a phone can request a PIN on the screen and become a remote.
  public enum Pairing: String, CaseIterable, Sendable {
    /// Never; use tokens.
    case off
    /// In the five minutes after your program calls `RemoteServer.openPairing()`, or after
    /// `vitrine token pair --state FOLDER` on this machine.
    case opened
    /// Whenever a phone requests one. Everyone who can reach the address can then cover the picture.
    case always
  }

  /// The numeric address to listen at (default: `127.0.0.1`, for programs on this machine).
  ///
  /// `0.0.0.0` and `::` are all addresses of the machine. Except on the loopback, the remote is
  /// encrypted and needs a ``folder``, or ``clientIssuers`` and a ``certificate``.
  public var address = "127.0.0.1"
  /// The folder for the tokens of remotes, in `tokens.json`, and for a generated certificate; it is
  /// created if necessary.
  ///
  /// `vitrine token add NAME --state FOLDER` adds a token. Without a folder, only programs of root
  /// and of your program's user on this machine have access.
  public var folder: String?
  /// When a phone can request a PIN (default: `opened`).
  public var pairing = Pairing.opened
  /// The heading above a PIN.
  public var pairingTitle = VitrineOverlay.Wording().pairing
  /// The instruction below a PIN.
  public var pairingHint = VitrineOverlay.Wording().pairingHow
  /// Whether programs of root and of your program's user on this machine need no token.
  public var trustsLocalPrograms = true
  /// Host names of this machine, in addition to its addresses, its own name and names in `.local`.
  public var hostNames: Set<String> = []
  /// Whether to use TLS except on the loopback. Turn it off only in isolated networks, and only
  /// without ``certificate``, ``key`` and ``clientIssuers``.
  public var isEncrypted = true
  /// The path of a certificate chain in PEM format. If nil, a self-signed certificate is generated in
  /// ``folder``; browsers warn about it.
  public var certificate: String?
  /// The path of the certificate's key; nil if it is in the same file.
  public var key: String?
  /// The path of the authorities, in PEM format, whose client certificates need no token; nil for
  /// none.
  public var clientIssuers: String?
  /// The folder for files that remotes upload; nil rejects them.
  public var uploadFolder: String?
  /// The folder in which thumbnails for remotes are cached; see `Interface.thumbnailFolder`.
  public var thumbnailFolder = "/var/cache/vitrine/thumbnails"

  /// Creates the settings of a remote for programs on this machine.
  public init() {}
}
