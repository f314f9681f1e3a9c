import Foundation
import Testing

/// tools/install with a target folder.
final class InstallTests {
  private let tree: URL
  /// Stand-ins for the programs, which print their name and arguments.
  private let programs: URL

  init() throws {
    tree = try Lab.folder("install-\(UUID().uuidString)")
    programs = try Lab.folder("install-programs-\(UUID().uuidString)")
    for name in ["vitrine", "vitrine-ctl"] {
      let program = programs.appending(path: name)
      try Data("#!/bin/sh\necho \(name) \"$@\"\n".utf8).write(to: program)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: tree)
    try? FileManager.default.removeItem(at: programs)
  }

  private func install(_ options: String..., mask: String = "022") throws {
    try install(options, mask: mask)
  }

  private func install(_ options: [String], mask: String = "022") throws {
    let result = try Lab.run(
      "bash",
      [
        "-euc", "umask \(mask); exec \"$@\"", "install",
        Lab.root.appending(path: "tools/install").path, "--root", tree.path,
        "--binary", programs.appending(path: "vitrine").path,
      ] + options)
    try #require(result.status == 0, "\(result.output)")
  }

  /// Every file and link with its mode and content.
  private func files() throws -> [String] {
    let result = try Lab.run(
      "bash",
      [
        "-euc",
        """
        cd "$1"; find . -not -type d | sort | while read -r file; do
          echo "$file $(stat -c %a "$file") $(readlink "$file" || cksum < "$file")"
        done
        """, "files", tree.path,
      ])
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test(
    "Installing again changes nothing, and uninstalling leaves nothing",
    arguments: ["/usr", "/usr/local"])
  func twice(_ prefix: String) throws {
    try install("--prefix", prefix, "--enable")
    let first = try files()
    #expect(first.contains { $0.hasPrefix(".\(prefix)/bin/vitrine 755 ") })
    #expect(first.contains { $0.hasPrefix(".\(prefix)/lib/systemd/system/vitrine.service 644 ") })
    let unit = tree.appending(path: "\(prefix)/lib/systemd/system/vitrine.service")
    #expect(
      try String(contentsOf: unit, encoding: .utf8).contains("ExecStart=\(prefix)/bin/vitrine run"))
    try install("--prefix", prefix, "--enable")
    #expect(try files() == first)
    try install("--prefix", prefix, "--uninstall")
    #expect(try files() == [])
    let folders = try FileManager.default.subpathsOfDirectory(atPath: tree.path)
    #expect(folders.filter { $0.contains("vitrine") } == [])
    try install("--prefix", prefix, "--uninstall")
  }

  @Test(
    "The installed command starts the small program for ctl, health and --version",
    arguments: [
      (["ctl", "status"], "vitrine-ctl ctl status"), (["health"], "vitrine-ctl health"),
      (["--version"], "vitrine-ctl --version"),
      (["play", "a  b.mp4"], "vitrine play a  b.mp4"), ([], "vitrine"),
    ])
  func command(_ arguments: [String], _ started: String) throws {
    try install("--prefix", "/usr/local")
    let result = try Lab.run(
      "sh",
      [
        "-euc",
        """
        sed "s,/usr/local,$1/usr/local,g" "$1/usr/local/bin/vitrine" > "$1/command"
        shift; exec sh "$0/command" "$@"
        """, tree.path, tree.path,
      ] + arguments)
    #expect(result.output.trimmingCharacters(in: .whitespacesAndNewlines) == started)
  }

  @Test("Installed files are readable for all users under any umask")
  func mask() throws {
    try install("--enable", mask: "077")
    let closed = try Lab.run(
      "find",
      [tree.path, "-mindepth", "1", "!", "-type", "l", "!", "-perm", "-444", "-o"]
        + ["-mindepth", "1", "-type", "d", "!", "-perm", "-555"])
    #expect(closed.output == "")
  }

  @Test("A changed configuration and files of others survive uninstalling")
  func changed() throws {
    try install()
    let settings = tree.appending(path: "etc/vitrine/vitrine.yaml")
    try Data("display:\n  rotation: 90\n".utf8).write(to: settings)
    let own = tree.appending(path: "usr/lib/systemd/system/vitrine.service.d/99-own.conf")
    try Data("[Service]\nNice=5\n".utf8).write(to: own)
    try install()
    try install("--uninstall")
    let left = try files().map { String($0.prefix { $0 != " " }) }
    #expect(
      left == [
        "./etc/vitrine/vitrine.yaml", "./usr/lib/systemd/system/vitrine.service.d/99-own.conf",
      ])
  }

  @Test("Files of an older version are removed")
  func older() throws {
    try install()
    let list = tree.appending(path: "usr/share/vitrine/installed")
    let old = tree.appending(path: "usr/share/vitrine/board-configs/old.yaml")
    try FileManager.default.createDirectory(
      at: old.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: old)
    let text = try String(contentsOf: list, encoding: .utf8)
    try Data("\(text)/usr/share/vitrine/board-configs/old.yaml\n".utf8).write(to: list)
    try install()
    #expect(!FileManager.default.fileExists(atPath: old.path))
  }

  @Test(
    "Five hanging starts fit into the start limit, and the retry follows it",
    arguments: ["vitrine", "vitrine@"])
  func limits(_ unit: String) throws {
    try install()
    let service = try settings("\(unit).service")
    func seconds(_ name: String, of settings: [String: String]) throws -> Int {
      let said = try #require(settings[name])
      let minutes = try? /(\d+)min/.wholeMatch(in: said)?.1
      return try #require(minutes.flatMap { Int($0) }.map { $0 * 60 } ?? Int(said), "\(said)")
    }
    let limit = try seconds("StartLimitIntervalSec", of: service)
    // A process that does not end on SIGKILL: SIGTERM and SIGKILL to the main process, then to all.
    let hang =
      try seconds("TimeoutStartSec", of: service) + 4 * seconds("TimeoutStopSec", of: service)
      + seconds("RestartSec", of: service)
    let burst = try #require(service["StartLimitBurst"].flatMap { Int($0) })
    #expect(limit > burst * hang)
    let timer = try settings("\(unit.replacing("vitrine", with: "vitrine-retry")).timer")
    #expect(try seconds("OnUnitInactiveSec", of: timer) > limit)
  }

  /// The settings of an installed unit. The last value of a key wins.
  private func settings(_ unit: String) throws -> [String: String] {
    let file = tree.appending(path: "usr/lib/systemd/system/\(unit)")
    let pairs = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    return Dictionary(
      pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }, uniquingKeysWith: { $1 })
  }

  @Test("Network access survives a reinstallation until it is revoked")
  func network() throws {
    let place = "usr/lib/systemd/system/vitrine@.service.d/20-network.conf"
    let isThere = { FileManager.default.fileExists(atPath: self.tree.appending(path: place).path) }
    try install()
    #expect(!isThere())
    try install("--network")
    try install()
    #expect(isThere())
    try install("--no-network")
    #expect(!isThere())
    try install()
    #expect(!isThere())
  }

  /// systemd's own score, from 0 to 10.
  @Test(
    "The exposure of the services is at most 2.5",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")),
    arguments: [
      "vitrine.service", "vitrine@.service", "vitrine-safe.service", "vitrine-safe@.service",
      "vitrine-page.service",
    ], [[], ["--network"]])
  func exposure(_ unit: String, options: [String]) throws {
    try install(options)
    let result = try Lab.run(
      "systemd-analyze", ["security", "--offline=true", "--no-pager", "--root", tree.path, unit])
    let line = result.output.split(separator: "\n").first { $0.contains("Overall exposure") }
    let level = try #require(
      line?.split(separator: ": ").last?.split(separator: " ").first.flatMap { Double($0) },
      "\(result.output)")
    print("\(unit) \(options): exposure \(level)")
    #expect(level <= 2.5)
  }
}
