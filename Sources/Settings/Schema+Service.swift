extension Schema {
  static let service: [Setting] = [
    .optionalPath(
      "service.socket", without: "`control.sock` in systemd's runtime directory",
      \.service.socket,
      "Control socket for programs on this machine. See [control.md](control.md)."),
    .optionalPath(
      "service.state", without: "systemd's state directory", \.service.state,
      "Folder for persistent state, such as the display's last good mode."),
    .path(
      "service.thumbnails", \.service.thumbnails,
      "Folder for the thumbnails of the slider and the gallery."),
    .number(
      "service.ledger", 0...4000, unit: "days", \.service.ledgerDays,
      """
      How long to store proof of play in `service.state`, at most a million records; 0 records nothing. \
      See [proof-of-play.md](proof-of-play.md).
      """),
    .optionalPath(
      "service.safe-list", without: "a card", \.service.safeList,
      """
      List, folder or file that safe mode plays, without sound and without hardware decoders. If that \
      crashes as well, safe mode shows a card. See [service.md](service.md#recovery).
      """),
    .choice(
      "service.reboot", noun: "value", \.service.reboot,
      """
      When the player may reboot the machine: `never`; `on-failure`, if restarting the player does not \
      help, at most three times in 24 hours; or `always`, also instead of a planned restart. See \
      [service.md](service.md#recovery).
      """),
    .schedule(
      "service.restart-hours", most: 100, without: "never", \.service.restartHours,
      """
      When to restart the player as planned, by local time, in the syntax of `power.schedule`: once in each \
      time window, when an item ends.
      """),
  ]

  static let control: [Setting] = [
    .optionalPath(
      "control.mpv-socket", without: "none", \.control.mpvSocket,
      """
      Socket for programs that use mpv's JSON IPC; see [mpv.md](mpv.md). Clients have the same permissions \
      as those of `service.socket`.
      """),
    .optionalPath(
      "control.monitor-socket", without: "none", \.control.monitorSocket,
      """
      Read-only control socket that all users of the machine can use, for monitoring. See \
      [control.md](control.md#access).
      """),
    .optionalWord(
      "control.http", .endpoint, without: "off", \.control.http,
      """
      Address and port of the HTTP server, for the remote, programs and monitoring; see [web.md](web.md). \
      A loopback address is reachable from this machine only. `0.0.0.0:8080` and `[::]:8080` listen on all \
      addresses; clients on other machines need a token.
      """),
    .flag(
      "control.trust-machine", \.control.trustsMachine,
      """
      Allow programs of root and of the player's own user on this machine what the role `control` may do, \
      without a token. Programs of other users always need one. Disable it if a program of root forwards \
      requests from other machines.
      """),
    .choice(
      "control.pairing", noun: "value", \.control.pairing,
      """
      When a phone that reaches `control.http` can request a PIN on the screen and become a remote: never \
      (`off`); while the service menu is open or after `vitrine token pair`, and for five minutes after \
      (`menu`); or always. Not during an override.
      """),
    .flag(
      "control.encryption", \.control.tls.isEnabled,
      "Use TLS for HTTP from other machines. Without it, tokens can be read on the network."),
    .optionalPath(
      "control.certificate", without: "self-signed, in `service.state`",
      \.control.tls.certificate,
      "Certificate with its chain, in PEM format."),
    .optionalPath(
      "control.key", without: "the self-signed certificate's", \.control.tls.key,
      "Private key of the certificate. Only the user `vitrine` should be able to read it."),
    .optionalPath(
      "control.client-issuers", without: "none", \.control.tls.clientIssuers,
      """
      PEM file of certificate authorities. Clients with a certificate that one of them signed have the \
      role `control` without a token.
      """),
    .flag(
      "control.discovery", \.control.isDiscoverable,
      """
      Advertise `control.http` over mDNS (`_vitrine._tcp`) if Avahi runs. Loopback addresses are not \
      advertised.
      """),
    .flag(
      "control.mpris", \.control.isOnBus,
      """
      Provide MPRIS on the system bus, for `playerctl` and similar programs; see [mpris.md](mpris.md).
      """),
    .names(
      "control.names", most: 16, without: "none", \.control.names,
      """
      Host names that browsers may use besides the machine's addresses, its own name, `localhost` and \
      names in `.local`. Requests with other names are rejected, which prevents DNS rebinding.
      """),
    .optionalPath(
      "control.uploads", without: "uploads are rejected", \.control.uploads,
      "Folder for files uploaded over HTTP. The player must be able to write to it."
    ),
    .number(
      "control.upload-limit", 0.001...10_000, unit: "GB", \.control.uploadLimit,
      "Maximum size of an uploaded file."),
  ]

  static let fleet: [Setting] = [
    .optionalWord(
      "fleet.broker", .broker, without: "none", \.fleet.broker,
      """
      Address of the broker: `mqtts://` with TLS, or `mqtt://`. Certificates, or a user name and password, are \
      in the broker's section of [`access`](#access). For `vitrine run`.
      """),
    .optionalWord(
      "fleet.id", .overlay, without: "host name and machine number", \.fleet.id,
      "Name of this screen in the fleet: up to 40 letters, digits and hyphens."),
    .words(
      "fleet.groups", .list(of: .overlay, most: 16), without: "none", \.fleet.groups,
      "Groups of this screen. A later group has precedence over an earlier one."),
    .flag(
      "fleet.home-assistant", \.fleet.announcesToHomeAssistant,
      "Let Home Assistant find this screen, with its entities. See [fleet.md](fleet.md#home-assistant)."
    ),
  ]

  static let cache: [Setting] = [
    .path("cache.folder", \.cache.folder, "Cache folder. Only one player at a time can use it."),
    .number(
      "cache.size", 0...100_000, unit: "GB", \.cache.size,
      "Maximum size; the least recently played entries are evicted first. 0 disables the cache."),
    .number(
      "cache.free", 0...100_000, unit: "GB", \.cache.free,
      "Disk space to leave free for other programs."),
    .number(
      "cache.preload", 0...100, unit: "items", \.cache.preload,
      "Number of upcoming items to download completely while the connection is idle."),
    .flag(
      "cache.pin", \.cache.pinsList,
      """
      Download the whole playlist in advance and never evict it. `cache.size` must have room for it.
      """),
  ]

  static let console: [Setting] = [
    .terminal(
      "console.terminal", \.console.terminal,
      "Virtual terminal to cover: `auto` is the one Vitrine runs on, otherwise the visible one."
    ),
    .flag(
      "console.switching", \.console.isSwitching, "Allow switching to other virtual terminals."),
  ]

  static let operation: [Setting] = [
    .flag(
      "interface.interactive", \.operation.isInteractive,
      "Operate the display by touch, remote and keyboard."),
    .flag(
      "interface.list", \.operation.hasList,
      "Start with a gallery of the videos. Implies `interactive`."),
  ]
}

extension Setting {
  fileprivate static func terminal(
    _ path: String, _ place: Place<String>, _ meaning: String
  ) -> Setting {
    Setting(
      path: path, kind: .terminal, defaultText: "`\(Configuration()[keyPath: place])`",
      meaning: meaning
    ) { value, configuration in
      if case .text(let text) = value { configuration[keyPath: place] = text }
    }
  }
}
