public import VitrineSchedules

/// The section `service`: where a service is found, and where it keeps things.
public struct ServiceSettings: Hashable, Sendable {
  /// The path of the socket that it is controlled by; nil is `control.sock` in the folder that
  /// systemd gives.
  public var socket: String?
  /// The folder of what it has to remember; nil takes the one that systemd gives.
  public var state: String?
  /// The folder of small pictures for the slider and the list.
  public var thumbnails = "/var/cache/vitrine/thumbnails"
  /// For how many days it is written down what was shown; 0 writes nothing down.
  public var ledgerDays = 400.0

  public init() {}
}

/// The section `control`: by which ways other than the service's socket programs work the player.
public struct ControlSettings: Hashable, Sendable {
  /// The path of the socket at which mpv's protocol is spoken; nil for none.
  public var mpvSocket: String?
  /// The path of a socket that tells all users what plays, and does nothing; nil for none.
  public var monitorSocket: String?
  /// Where HTTP is answered: an address and a port; nil nowhere.
  public var http: String?
  /// Whether programs of root and of the player's own user on this machine need no token.
  public var trustsMachine = true
  /// When phones may ask for a PIN on the screen.
  public var pairing = Pairing.menu
  /// Whether HTTP is encrypted beyond this machine.
  public var isEncrypted = true
  /// The paths of a certificate and its key in PEM form; nil makes some.
  public var certificate: String?
  public var key: String?
  /// The path of the issuers whose clients need no token; nil knows none.
  public var clientIssuers: String?
  /// Whether it is made known in the local network where HTTP is answered beyond this machine.
  public var isDiscoverable = true
  /// Whether it is a player on the system's bus.
  public var isOnBus = false
  /// By which the machine is known, beside its addresses and its own name.
  public var names: [String] = []
  /// The folder that files are brought to; nil takes none.
  public var uploads: String?
  /// How large one may be, in GB.
  public var uploadLimit = 8.0

  public init() {}

  /// When a phone may have a PIN shown that makes it a remote.
  public enum Pairing: String, CaseIterable, Hashable, Sendable { case off, menu, always }
}

/// The section `network`: over which way servers are asked.
public struct ProxySettings: Hashable, Sendable {
  /// The beginning of an address; nil asks servers directly.
  public var proxy: String?
  public var proxyUser: String?
  /// The path of a file.
  public var proxyPasswordFile: String?
  /// Machines and domains that are asked without it.
  public var direct: [String] = []

  public init() {}
}

/// The section `cache`: what of what was fetched over the network is kept.
public struct CacheSettings: Hashable, Sendable {
  public var folder = "/var/cache/vitrine/content"
  /// How much is kept, in GB; with 0, nothing.
  public var size = 8.0
  /// How much of the disk stays free, in GB.
  public var free = 0.25
  /// How many items are fetched before their turn.
  public var preload = 2.0
  /// Whether all of the list is fetched before it is needed, and stays.
  public var pinsList = false

  public init() {}
}

/// The section `content`: where a service gets what it shows from.
public struct ContentSettings: Hashable, Sendable {
  /// The address of a manifest; nil for none.
  public var manifest: String?
  /// Who has to have signed it; nil believes any.
  public var key: String?
  /// The path of a folder that others put files into.
  public var folder: String?
  /// The path of a folder in which sticks appear.
  public var sticks: String?
  /// What the screen is called on sticks; nil has the machine's name.
  public var name: String?
  /// In seconds.
  public var period = 300.0
  public var hours = TimeTable()
  /// In MB/s; 0 takes what comes.
  public var limit = 0.0
  /// In GB.
  public var keepFree = 0.5
  /// The beginnings of the addresses of screens that are asked for files.
  public var peers: [String] = []
  /// Where others are given files: a numeric address and a port; nil for nowhere.
  public var share: String?
  /// How fast, in MB/s.
  public var shareLimit = 5.0

  public init() {}

  /// Whether content comes from anywhere.
  public var isUsed: Bool { manifest != nil || folder != nil || sticks != nil }
}

/// The section `console`: the virtual terminal that is covered.
public struct ConsoleSettings: Hashable, Sendable {
  /// `auto`, `none` or a number, as `--vt` has it.
  public var terminal = "auto"
  /// Whether other terminals can be switched to.
  public var isSwitching = false

  public init() {}
}

/// Who sees the interface.
public struct OperationSettings: Hashable, Sendable {
  /// Whether touch, remote and keyboard operate the display.
  public var isInteractive = false
  /// Whether it begins with a list to choose from.
  public var hasList = false

  public init() {}
}
