package import VitrineSchedules

/// The section `service`.
package struct ServiceSettings: Hashable, Sendable {
  /// The path of the control socket; nil is `control.sock` in systemd's runtime directory.
  package var socket: String?
  /// The folder for persistent state; nil is systemd's state directory.
  package var state: String?
  /// The folder for thumbnails of the slider and the gallery.
  package var thumbnails = "/var/cache/vitrine/thumbnails"
  /// How many days to store proof of play; 0 records nothing.
  package var ledgerDays = 400.0
  /// The path of the list for safe mode; nil shows a card.
  package var safeList: String?
  package var reboot = RebootPolicy.never
  /// When the player may restart as planned; empty for never.
  package var restartHours = TimeTable()

  package init() {}
}

/// When the player may reboot the machine.
package enum RebootPolicy: String, CaseIterable, Hashable, Sendable {
  case never
  /// If restarting the player does not help.
  case onFailure = "on-failure"
  /// Also instead of planned restarts.
  case always
}

/// The section `control`: interfaces for other programs.
package struct ControlSettings: Hashable, Sendable {
  /// The path of the socket for mpv's JSON IPC; nil for none.
  package var mpvSocket: String?
  /// The path of a read-only socket for all users; nil for none.
  package var monitorSocket: String?
  /// The address and port of the HTTP server; nil for none.
  package var http: String?
  /// Whether programs of root and of the player's own user need no token.
  package var trustsMachine = true
  /// When phones can request a PIN on the screen.
  package var pairing = Pairing.menu
  package var tls = TLS()
  /// Whether the HTTP server is advertised over mDNS.
  package var isDiscoverable = true
  /// Whether MPRIS is available on the system bus.
  package var isOnBus = false
  /// Host names of the machine, in addition to its addresses and its own name.
  package var names: [String] = []
  /// The folder for uploads; nil rejects them.
  package var uploads: String?
  /// The maximum size of an upload, in GB.
  package var uploadLimit = 8.0

  package init() {}

  /// The encryption of HTTP.
  package struct TLS: Hashable, Sendable {
    /// Whether HTTP uses TLS, except on the loopback.
    package var isEnabled = true
    /// The paths of a certificate and its key in PEM format; nil uses a self-signed one.
    package var certificate: String?
    package var key: String?
    /// The path of the certificate authorities whose clients need no token; nil for none.
    package var clientIssuers: String?

    package init() {}
  }

  /// When a phone can request a PIN and become a remote.
  package enum Pairing: String, CaseIterable, Hashable, Sendable { case off, menu, always }
}

/// The section `fleet`: one screen of many, over MQTT.
package struct FleetSettings: Hashable, Sendable {
  /// The address of the broker; nil for none.
  package var broker: String?
  /// The name of this screen; nil is made from the host name and the machine's number.
  package var id: String?
  /// The groups of this screen.
  package var groups: [String] = []
  /// Whether Home Assistant finds the screen.
  package var announcesToHomeAssistant = false

  package init() {}
}

/// The section `network`: the HTTP proxy.
package struct ProxySettings: Hashable, Sendable {
  /// The URL of the proxy; nil for none.
  package var proxy: String?
  package var proxyUser: String?
  /// The path of a file.
  package var proxyPasswordFile: String?
  /// Hosts and domains to reach without the proxy.
  package var direct: [String] = []

  package init() {}
}

/// The section `cache`.
package struct CacheSettings: Hashable, Sendable {
  package var folder = "/var/cache/vitrine/content"
  /// The maximum size, in GB; 0 disables the cache.
  package var size = 8.0
  /// Disk space to leave free, in GB.
  package var free = 0.25
  /// The number of upcoming items to download in advance.
  package var preload = 2.0
  /// Whether the whole playlist is downloaded in advance and never evicted.
  package var pinsList = false

  package init() {}
}

/// The section `content`: content updates.
package struct ContentSettings: Hashable, Sendable {
  /// The URL of a manifest; nil for none.
  package var manifest: String?
  /// The public key of its signature; nil accepts any manifest.
  package var key: String?
  /// The path of a folder that receives files.
  package var folder: String?
  /// The path of the folder in which USB sticks are mounted.
  package var sticks: String?
  /// The screen's name in `vitrine-screens`; nil is the host name.
  package var name: String?
  /// The interval between checks, in seconds.
  package var period = 300.0
  package var hours = TimeTable()
  /// The maximum download rate, in MB/s; 0 is unlimited.
  package var limit = 0.0
  /// Disk space to leave free, in GB.
  package var keepFree = 0.5
  /// The addresses of peers to ask for files.
  package var peers: [String] = []
  /// The local address and port on which peers can download files; nil for none.
  package var share: String?
  /// The maximum upload rate, in MB/s.
  package var shareLimit = 5.0

  package init() {}

  /// Whether any source of content is configured.
  package var isUsed: Bool { manifest != nil || folder != nil || sticks != nil }
}

/// The section `console`.
package struct ConsoleSettings: Hashable, Sendable {
  /// `auto`, `none` or a number, like `--vt`.
  package var terminal = "auto"
  /// Whether switching to other terminals is allowed.
  package var isSwitching = false

  package init() {}
}

/// Whether people can operate the display.
package struct OperationSettings: Hashable, Sendable {
  /// Whether touch, remote and keyboard operate it.
  package var isInteractive = false
  /// Whether it starts with a gallery.
  package var hasList = false

  package init() {}
}

/// A section in `access`: the credentials for a server, and the certificates to trust. Secrets are
/// in separate files.
package struct AccessSettings: Hashable, Sendable {
  package var user: String?
  /// Paths of files. Each line of the headers file is like `X-Screen: 7`.
  package var passwordFile, tokenFile, headersFile: String?
  /// Paths of the trusted certificate authorities, and of a client certificate and its key.
  package var authorityFile, certificateFile, keyFile: String?
  /// The only trusted key, as `sha256//…`.
  package var pin: String?
  /// How a camera sends: `tcp`, `udp`, `multicast`.
  package var transport: String?

  package init() {}
}
