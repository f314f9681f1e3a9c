import Foundation

/// A small Debian with systemd in an emulated PC, with the service installed by tools/install unless a test does so.
struct Booted {
  /// The files overlaid on its root.
  private let tree: URL
  let out: URL

  /// In the folder named by the example configuration.
  private static let clip = "/var/lib/vitrine/videos/quarters.mp4"

  init(_ name: String, isInstalled: Bool = true) throws {
    out = try Lab.folder("booted-\(name)")
    tree = try Lab.folder("booted-\(name)-tree")
    if isInstalled {
      let installed = try Lab.run(
        Lab.root.appending(path: "tools/install").path,
        ["--root", tree.path, "--binary", Lab.player, "--enable"])
      guard installed.status == 0 else { throw Clips.ClipError(text: installed.output) }
    }
    try put(Self.clip, Data(contentsOf: URL(filePath: try Clips.quarters())))
  }

  /// Adds mpv, in a unit that differs only in its command.
  func putPeer() throws {
    let unit = """
      [Service]
      ExecStart=/usr/bin/mpv --no-config --vo=drm --ao=alsa --loop-file=inf --really-quiet \
      --no-terminal \(Self.clip)
      TTYPath=/dev/tty1
      StandardInput=tty-force
      StandardOutput=journal
      TTYReset=yes
      """
    try put("/etc/systemd/system/mpv.service", Data(unit.utf8))
    let hardening = Lab.root.appending(path: "systemd/hardening.conf")
    try put("/etc/systemd/system/mpv.service.d/10-hardening.conf", Data(contentsOf: hardening))
  }

  private func put(_ path: String, _ data: Data) throws {
    let file = tree.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  /// Boots the machine and runs a shell script early, next to the service. `seen NAME` waits for the clip's picture on
  /// the monitor and prints the seconds since `begin` or since the start of `seen`. A `disk` keeps its content for the
  /// next boot.
  func run(options: [String] = [], disk: URL? = nil, _ script: String) throws -> Report {
    let preface = """
      # This project and the player, where the machine sees them.
      PROJECT=/host\(Lab.root.path) PLAYER=/host\(Lab.player)
      picture="256,240=ff0000 768,240=008000 256,528=0000ff 768,528=ffffff"
      now() { cut -d' ' -f1 /proc/uptime; }
      begin() { began=$(now); }
      seen() {
        $ASK see 150 $picture || { echo "$1 never"; return; }
        echo "$1 $(echo "$(now) $began" | awk '{ print $1 - $2 }')"
      }
      property() { systemctl show --value -p "$2" "$1"; }
      # Whether something comes true within a while, in seconds.
      until_true() {
        local i; for i in $(seq $(($1 * 5))); do eval "$2" && return; sleep 0.2; done; false
      }
      began=0
      """
    let result = try Stock.run(
      ["boot", "--time-limit", "900", "--sound", "--tree", tree.path, "--save", out.path]
        + options
        + (disk.map { ["--disk", $0.path] } ?? []) + ["--", "bash", "-c", "\(preface)\n\(script)"],
      out: out)
    return Report(status: result.status, text: result.output)
  }

  /// The output of a script: names, each with a value.
  struct Report {
    let status: Int32
    let text: String

    /// The rest of the line that begins with a name.
    subscript(name: String) -> String? {
      text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
        .map { String($0.dropFirst(name.count + 1)) }
    }

    /// In seconds; nil if it never came.
    func seconds(_ name: String) -> Double? { self[name].flatMap(Double.init) }
  }
}
