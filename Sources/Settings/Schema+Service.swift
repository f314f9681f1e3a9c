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
  ]

  static let control: [Setting] = [
    .optionalPath(
      "control.mpv-socket", without: "no such socket", \.control.mpvSocket,
      """
      A socket at which mpv's JSON IPC is spoken, for programs that were made for mpv; see mpv.md. Its \
      clients may do all that those of `service.socket` may.
      """)
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
