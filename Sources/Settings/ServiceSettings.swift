public import VitrineSchedules

/// The section `service`.
public struct ServiceSettings: Hashable, Sendable {
  /// The path of the control socket; nil is `control.sock` in systemd's runtime directory.
  public var socket: String?
  /// The folder for persistent state; nil is systemd's state directory.
  public var state: String?
  /// The folder for thumbnails of the slider and the gallery.
  public var thumbnails = "/var/cache/vitrine/thumbnails"
  /// How many days to store proof of play; 0 records nothing.
  public var ledgerDays = 400.0

  public init() {}
}

/// The section `control`: interfaces for other programs.
public struct ControlSettings: Hashable, Sendable {
  /// The path of the socket for mpv's JSON IPC; nil for none.
  public var mpvSocket: String?
  /// The path of a read-only socket for all users; nil for none.
  public var monitorSocket: String?
  /// The address and port of the HTTP server; nil for none.
  public var http: String?
  /// Whether programs of root and of the player's own user need no token.
  public var trustsMachine = true
  /// When phones can request a PIN on the screen.
  public var pairing = Pairing.menu
  public var tls = TLS()
  /// Whether the HTTP server is advertised over mDNS.
  public var isDiscoverable = true
  /// Whether MPRIS is available on the system bus.
  public var isOnBus = false
  /// Host names of the machine, in addition to its addresses and its own name.
  public var names: [String] = []
  /// The folder for uploads; nil rejects them.
  public var uploads: String?
  /// The maximum size of an upload, in GB.
  public var uploadLimit = 8.0

  public init() {}

  /// The encryption of HTTP.
  public struct TLS: Hashable, Sendable {
    /// Whether HTTP uses TLS, except on the loopback.
    public var isEnabled = true
    /// The paths of a certificate and its key in PEM format; nil uses a self-signed one.
    public var certificate: String?
    public var key: String?
    /// The path of the certificate authorities whose clients need no token; nil for none.
    public var clientIssuers: String?

    public init() {}
  }

  /// When a phone can request a PIN and become a remote.
  public enum Pairing: String, CaseIterable, Hashable, Sendable { case off, menu, always }
}

/// The section `network`: the HTTP proxy.
public struct ProxySettings: Hashable, Sendable {
  /// The URL of the proxy; nil for none.
  public var proxy: String?
  public var proxyUser: String?
  /// The path of a file.
  public var proxyPasswordFile: String?
  /// Hosts and domains to reach without the proxy.
  public var direct: [String] = []

  public init() {}
}

/// The section `cache`.
public struct CacheSettings: Hashable, Sendable {
  public var folder = "/var/cache/vitrine/content"
  /// The maximum size, in GB; 0 disables the cache.
  public var size = 8.0
  /// Disk space to leave free, in GB.
  public var free = 0.25
  /// The number of upcoming items to download in advance.
  public var preload = 2.0
  /// Whether the whole playlist is downloaded in advance and never evicted.
  public var pinsList = false

  public init() {}
}

/// The section `content`: content updates.
public struct ContentSettings: Hashable, Sendable {
  /// The URL of a manifest; nil for none.
  public var manifest: String?
  /// The public key of its signature; nil accepts any manifest.
  public var key: String?
  /// The path of a folder that receives files.
  public var folder: String?
  /// The path of the folder in which USB sticks are mounted.
  public var sticks: String?
  /// The screen's name in `vitrine-screens`; nil is the host name.
  public var name: String?
  /// The interval between checks, in seconds.
  public var period = 300.0
  public var hours = TimeTable()
  /// The maximum download rate, in MB/s; 0 is unlimited.
  public var limit = 0.0
  /// Disk space to leave free, in GB.
  public var keepFree = 0.5
  /// The addresses of peers to ask for files.
  public var peers: [String] = []
  /// The local address and port on which peers can download files; nil for none.
  public var share: String?
  /// The maximum upload rate, in MB/s.
  public var shareLimit = 5.0

  public init() {}

  /// Whether any source of content is configured.
  public var isUsed: Bool { manifest != nil || folder != nil || sticks != nil }
}

/// The section `console`.
public struct ConsoleSettings: Hashable, Sendable {
  /// `auto`, `none` or a number, like `--vt`.
  public var terminal = "auto"
  /// Whether switching to other terminals is allowed.
  public var isSwitching = false

  public init() {}
}

/// Whether people can operate the display.
public struct OperationSettings: Hashable, Sendable {
  /// Whether touch, remote and keyboard operate it.
  public var isInteractive = false
  /// Whether it starts with a gallery.
  public var hasList = false

  public init() {}
}

/// A section in `access`: the credentials for a server, and the certificates to trust. Secrets are
/// in separate files.
public struct AccessSettings: Hashable, Sendable {
  public var user: String?
  /// Paths of files. Each line of the headers file is like `X-Screen: 7`.
  public var passwordFile, tokenFile, headersFile: String?
  /// Paths of the trusted certificate authorities, and of a client certificate and its key.
  public var authorityFile, certificateFile, keyFile: String?
  /// The only trusted key, as `sha256//…`.
  public var pin: String?
  /// How a camera sends: `tcp`, `udp`, `multicast`.
  public var transport: String?

  public init() {}
}
