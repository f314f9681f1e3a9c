extension Schema {
  static let service: [Setting] = [
    .optionalPath(
      "service.socket", without: "`control.sock` in the folder that systemd gives",
      \.service.socket,
      "The socket that programs of this machine control a service by."),
    .optionalPath(
      "service.state", without: "the folder that systemd gives", \.service.state,
      "The folder of what is remembered, such as the display's last good mode."),
    .path(
      "service.thumbnails", \.service.thumbnails,
      "The folder of small pictures for the slider and the list."),
    .number(
      "service.ledger", 0...4000, unit: "days", \.service.ledgerDays,
      """
      For how long it is written down in `service.state` what was shown, at most a million showings; with 0
      nothing is. See ledger.md.
      """),
  ]

  static let control: [Setting] = [
    .optionalPath(
      "control.mpv-socket", without: "no such socket", \.control.mpvSocket,
      """
      A socket at which mpv's JSON IPC is spoken, for programs that were made for mpv; see mpv.md. Its \
      clients may do all that those of `service.socket` may.
      """),
    .optionalPath(
      "control.monitor-socket", without: "no such socket", \.control.monitorSocket,
      """
      A socket in the language of `service.socket` that only tells what plays, and may be asked by all \
      users of the machine, for monitoring.
      """),
    .optionalWord(
      "control.http", .endpoint, without: "nowhere", \.control.http,
      """
      Where HTTP is answered, for the remote in a browser, for programs and for monitoring; see web.md. At an \
      address of the loopback only programs of this machine reach it. `0.0.0.0:8080` and `[::]:8080` are all \
      addresses; whoever is not on this machine needs a token.
      """),
    .flag(
      "control.trust-machine", \.control.trustsMachine,
      """
      Whether programs of root and of the player's own user on this machine need no token for what the role \
      `control` may. Programs of all other users need one. Turn it off where a program of root's passes on \
      requests from other machines.
      """),
    .choice(
      "control.pairing", noun: "way", \.control.pairing,
      """
      When a phone that reaches `control.http` may have a PIN shown on the screen, by which it becomes a remote: \
      never; while somebody has the service menu open or has run `vitrine token pair`, and for five minutes \
      after; or whenever it asks. Never over an override.
      """),
    .flag(
      "control.encryption", \.control.isEncrypted,
      """
      Whether HTTP is encrypted (TLS), where it is reached from beyond this machine. Without it tokens can \
      be read on the way.
      """),
    .optionalPath(
      "control.certificate", without: "one that the player makes, in `service.state`",
      \.control.certificate, "A certificate with its issuers, in PEM form."),
    .optionalPath(
      "control.key", without: "the made one's", \.control.key,
      "Its key, which the user `vitrine` has to be able to read, and nobody else should."),
    .optionalPath(
      "control.client-issuers", without: "none", \.control.clientIssuers,
      """
      Certificates in PEM form, of those who sign certificates for programs: whoever shows one may what the \
      role `control` may, without a token.
      """),
    .flag(
      "control.discovery", \.control.isDiscoverable,
      """
      Whether Avahi, where it runs, makes `control.http` known in the local network (`_vitrine._tcp`). Not \
      that of the loopback.
      """),
    .flag(
      "control.mpris", \.control.isOnBus,
      """
      Whether it is a player on the system's bus, for `playerctl` and others that speak MPRIS; see mpris.md.
      """),
    .names(
      "control.names", most: 16, without: "the machine's own name", \.control.names,
      """
      By which names browsers may ask for it, beside its addresses, its own name, `localhost` and names that \
      end in `.local`. Others are refused: a page from elsewhere could hide behind them.
      """),
    .optionalPath(
      "control.uploads", without: "none are taken", \.control.uploads,
      "The folder that files are put in which are brought over HTTP. The player has to be able to write to it."
    ),
    .number(
      "control.upload-limit", 0.001...10_000, unit: "GB", \.control.uploadLimit,
      "How large such a file may be."),
  ]

  static let cache: [Setting] = [
    .path(
      "cache.folder", \.cache.folder,
      "The folder that it is kept in. One player at a time has it."),
    .number(
      "cache.size", 0...100_000, unit: "GB", \.cache.size,
      """
      How much is kept; what was played least lately goes first. With 0 nothing is kept.
      """),
    .number(
      "cache.free", 0...100_000, unit: "GB", \.cache.free,
      "How much of the disk stays free for others."),
    .number(
      "cache.preload", 0...100, unit: "items", \.cache.preload,
      """
      How many of the items that come next are fetched whole before their turn, while the line has \
      nothing else to do.
      """),
    .flag(
      "cache.pin", \.cache.pinsList,
      """
      Whether all that the list names is fetched whole before it is needed, and stays, however little \
      it is played. `cache.size` has to have room for it.
      """),
  ]

  static let console: [Setting] = [
    .terminal(
      "console.terminal", \.console.terminal,
      "The virtual terminal that is covered: the one that it runs on or that is seen, or a number."
    ),
    .flag(
      "console.switching", \.console.isSwitching,
      "Whether other virtual terminals can be switched to."),
  ]

  static let operation: [Setting] = [
    .flag(
      "interface.interactive", \.operation.isInteractive,
      "Whether the display is operated by touch, remote and keyboard."),
    .flag(
      "interface.list", \.operation.hasList,
      "Whether it begins with a list of the videos to choose from; `interactive` is implied."),
  ]
}

extension Setting {
  fileprivate static func terminal(
    _ path: String, _ place: Place<String>, _ meaning: String
  ) -> Setting {
    Setting(
      path: path, kind: .terminal, standard: "`\(Configuration()[keyPath: place])`",
      meaning: meaning
    ) { value, configuration in
      if case .text(let text) = value { configuration[keyPath: place] = text }
    }
  }
}
