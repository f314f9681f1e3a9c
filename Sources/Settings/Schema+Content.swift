internal import VitrineSchedules

extension Schema {
  static let content: [Setting] = [
    .optionalWord(
      "content.manifest", .address, without: "none", \.content.manifest,
      """
      The address of a manifest, as `vitrine publish` writes it: what it names is fetched, checked, and shown \
      as a whole. See content.md.
      """),
    .optionalWord(
      "content.key", .line(1...100), without: "any is believed", \.content.key,
      """
      The public half of the key that has to have signed the manifest: `vitrine publish --make-key` and \
      `minisign -G` print it. Without it whoever answers at that address decides what is shown.
      """),
    .optionalPath(
      "content.folder", without: "none", \.content.folder,
      """
      A folder that others put files into, by SFTP say. Once nothing has changed in it for a few seconds, \
      what is in it is copied, checked, and shown as a whole.
      """),
    .optionalPath(
      "content.sticks", without: "none", \.content.sticks,
      """
      The folder in which memory sticks appear, each as a folder: `/media/vitrine` has the system mount them \
      there. One with a file `vitrine-screens`, in which a line is `content.name` or `*`, is copied as \
      `content.folder` is; with `play` behind that it is played where it lies. See content.md.
      """),
    .optionalWord(
      "content.name", .line(1...64), without: "the machine's own name", \.content.name,
      "What this screen is called on sticks."),
    .number(
      "content.period", 5...604_800, unit: "seconds", \.content.period,
      "After how long the manifest is asked for again."),
    .schedule(
      "content.hours", most: 100, without: "always", \.content.hours,
      """
      When files may be fetched, by the machine's time of day, in the words of `power.schedule`. What does not \
      come within them goes on with the next.
      """),
    .number(
      "content.limit", 0...100_000, unit: "MB/s", \.content.limit,
      "How fast files are fetched at the most; with 0 as fast as they come."),
    .words(
      "content.peers", .list(of: .screen, most: 32), without: "none", \.content.peers,
      """
      Screens in the same network that are asked for a file before the manifest's server is, by the addresses \
      of their `content.share`, each as `http://10.0.0.7:8083`. What they send is checked as all else is.
      """),
    .optionalWord(
      "content.share", .endpoint, without: "nowhere", \.content.share,
      """
      Where other screens are given the files that this one has of its content: an address of this machine's \
      in their network, and a port, `10.0.0.7:8083`; `0.0.0.0:8083` is all addresses. A file is given to \
      whoever names its SHA-256, without encryption, and nothing else is. See content.md.
      """),
    .number(
      "content.share-limit", 0.1...1000, unit: "MB/s", \.content.shareLimit,
      "How fast others are given files, all together."),
    .number(
      "content.keep-free", 0...100_000, unit: "GB", \.content.keepFree,
      "How much of the disk stays free."),
  ]
}
