internal import VitrineSchedules

extension Schema {
  static let content: [Setting] = [
    .optionalWord(
      "content.manifest", .address, without: "none", \.content.manifest,
      """
      URL of the manifest that `vitrine publish` writes. The updater downloads and checks the files it \
      names, then shows them as one release.
      """),
    .optionalWord(
      "content.key", .line(1...100), without: "any manifest is accepted", \.content.key,
      """
      Public key that must have signed the manifest, as printed by `vitrine publish --make-key` and \
      `minisign -G`. Without it, anybody who controls the address or the folder controls the screen.
      """),
    .optionalPath(
      "content.folder", without: "none", \.content.folder,
      """
      Folder that receives files, for example by SFTP. Once nothing in it has changed for a few seconds, \
      the updater copies and checks its contents, then shows them as one release.
      """),
    .optionalPath(
      "content.sticks", without: "none", \.content.sticks,
      """
      Folder in which USB sticks are mounted, each in a subfolder; the system mounts them itself if this \
      is `/media/vitrine`. A stick is used if a line of its file `vitrine-screens` is `content.name` or \
      `*`: its contents are copied as from `content.folder`, or played in place if the line ends with \
      `play`. See [content.md](content.md#folders-and-sticks).
      """),
    .optionalWord(
      "content.name", .line(1...64), without: "the host name", \.content.name,
      "Name of this screen in `vitrine-screens`."),
    .number(
      "content.period", 5...604_800, unit: "seconds", \.content.period,
      "Interval between checks of the manifest."),
    .schedule(
      "content.hours", most: 100, without: "always", \.content.hours,
      """
      When to download files, by local time, in the syntax of `power.schedule`. A download that does not \
      finish resumes in the next time window.
      """),
    .number(
      "content.limit", 0...100_000, unit: "MB/s", \.content.limit,
      "Maximum download rate; 0 is unlimited."),
    .words(
      "content.peers", .list(of: .screen, most: 32), without: "none", \.content.peers,
      """
      Screens on the same network to ask for a file before the server, by the addresses of their \
      `content.share`. Files from peers are checked like all others.
      """),
    .optionalWord(
      "content.share", .endpoint, without: "off", \.content.share,
      """
      Local address and port on which peers can download this screen's content files; `0.0.0.0:8083` \
      listens on all addresses. Anybody who knows a file's SHA-256 can download it, unencrypted; nothing \
      else is served. See [content.md](content.md#peers).
      """),
    .number(
      "content.share-limit", 0.1...1000, unit: "MB/s", \.content.shareLimit,
      "Maximum upload rate to all peers together."),
    .number(
      "content.keep-free", 0...100_000, unit: "GB", \.content.keepFree,
      "Disk space that content updates leave free."),
  ]
}
