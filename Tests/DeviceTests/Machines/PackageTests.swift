import Foundation
import Testing

/// The Debian package, built by tools/package from the program under test.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct PackageTests {
  /// Builds the package in its own folder and returns its path.
  static func make(_ name: String) throws -> URL {
    let folder = try Lab.folder("package-\(name)")
    let here = try run(
      "echo $(dpkg --print-architecture)-$(. /etc/os-release; echo $VERSION_CODENAME)")
    let programs = folder.appending(path: "programs/\(here)")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    // Without symbols, as tools/package links them.
    for name in ["vitrine", "vitrine-ctl", "vitrine-decoder"] {
      let program = URL(filePath: Lab.player).deletingLastPathComponent().appending(path: name)
      try run("strip -o \(programs.path)/\(name) \(program.path)")
    }
    let made = try run(
      "\(Lab.root.path)/tools/package --out \(folder.path) --programs \(folder.path)/programs")
    return URL(filePath: try #require(made.split(separator: "\n").last.map(String.init)))
  }

  /// Repacks a package after `script` has changed its unpacked tree.
  static func repacked(_ package: URL, as name: String, _ script: String) throws -> URL {
    let other = package.deletingLastPathComponent().appending(path: "\(name).deb")
    _ = try run(
      """
      cd \(package.deletingLastPathComponent().path); rm -rf tree; dpkg-deb -R \(package.path) tree
      (cd tree; \(script))
      dpkg-deb --root-owner-group -Znone -b tree \(other.path)
      """)
    return other
  }

  @discardableResult
  private static func run(_ script: String) throws -> String {
    let result = try Lab.run("bash", ["-euc", script])
    try #require(result.status == 0, "\(result.output)")
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test("The package has all installed files and a man page for each command")
  func contents() throws {
    let package = try Self.make("contents")
    let files = Set(
      try Self.run("dpkg-deb --fsys-tarfile \(package.path) | tar -t | sed 's,^\\.,,'")
        .split(separator: "\n").map(String.init))
    let tree = try Lab.folder("package-installed")
    try Self.run(
      "\(Lab.root.path)/tools/install --root \(tree.path) --binary \(Lab.player) >/dev/null")
    let installed = try Self.run("cd \(tree.path); find . -type f | sed 's,^\\.,,'")
      .split(separator: "\n").map(String.init)
    // dpkg keeps its own list of installed files, and the decoder with GStreamer is in another package.
    let other = "/usr/libexec/vitrine/vitrine-decoder"
    let missing = installed.filter {
      !files.contains($0) && !["/usr/share/vitrine/installed", other].contains($0)
    }
    #expect(
      try Self.run(
        "dpkg-deb -c \(package.deletingLastPathComponent().path)/vitrine-decoder_*.deb | grep -c \(other)"
      )
        == "1")
    #expect(missing == [] && installed.count > 30)
    let commands = try Self.run(
      "\(Lab.player) --help | sed -n '/SUBCOMMANDS:$/,$s/^  \\([a-z]*\\) .*/\\1/p'")
    #expect(commands.contains("play"))
    for command in commands.split(separator: "\n") {
      #expect(files.contains("/usr/share/man/man1/vitrine-\(command).1.gz"), "\(command)")
    }
    #expect(files.contains("/usr/share/man/man5/vitrine.yaml.5.gz"))
    let complaints = try Lab.run("lintian", ["--allow-root", package.path])
    #expect(complaints.status == 0 && complaints.output == "", "\(complaints.output)")
  }

  @Test(
    "Builds in two folders are identical byte for byte", .enabled(if: Lab.isSoak))
  func again() throws {
    let packages = try ["a", "another-one"].map { name in
      let folder = try Lab.folder("package-\(name)")
      let made = try Self.run(
        "git clone -q \(Lab.root.path) \(folder.path)/tree && \(folder.path)/tree/tools/package")
      return try Data(
        contentsOf: URL(filePath: try #require(made.split(separator: "\n").last.map(String.init))))
    }
    #expect(packages[0] == packages[1])
  }

  @Test(
    "A clean Debian installs, upgrades and removes it, and refuses foreign packages",
    .enabled(if: Lab.isSoak))
  func clean() throws {
    let package = try Self.make("clean")
    let release = try Self.run(". /etc/os-release; echo $VERSION_CODENAME")
    let others = [
      try Self.repacked(
        package, as: "processor",
        "sed -i 's/^Architecture: .*/Architecture: riscv64/' DEBIAN/control"),
      try Self.repacked(
        package, as: "release",
        "sed -i 's/^ *\(release)) ;;/forky) ;;/; s/bookworm|trixie/&|forky/' DEBIAN/preinst"
      ),
    ]
    let result = try Lab.run(
      Lab.root.appending(path: "tools/package.d/try").path,
      [release, package.path] + others.map(\.path))
    print(result.output)
    #expect(result.status == 0)
    #expect(result.output.components(separatedBy: "holds: ").count > 25)
  }
}

/// The package on a booting machine.
extension BootTests {
  @Test(
    "A package plays after boot, and an upgrade switches at an item boundary",
    .enabled(if: Lab.isSoak))
  func packaged() throws {
    let package = try PackageTests.make("booted")
    let newer = try PackageTests.repacked(
      package, as: "newer", "sed -i -E 's/^Version: .*/&+1/' DEBIAN/control")
    let broken = try PackageTests.repacked(
      package, as: "broken",
      """
      sed -i -E 's/^Version: .*/&+2/' DEBIAN/control
      printf '#!/bin/sh\\nexit 1\\n' > usr/bin/vitrine
      """)
    let machine = try Booted("packaged", isInstalled: false)
    let disk = machine.out.appending(path: "disk")
    let first = try machine.run(
      disk: disk,
      """
      dpkg -i /host\(package.path)
      echo "installed $?, $(systemctl is-enabled vitrine), $(systemctl is-active vitrine)"
      """)
    print("an installed package:\n\(first.text)")
    #expect(first["installed"] == "0, enabled, inactive")
    let second = try machine.run(
      disk: disk,
      """
      seen "boot until picture"
      echo '# mine' >> /etc/vitrine/vitrine.yaml
      old=$(property vitrine MainPID)
      dpkg --force-confold -i /host\(newer.path); echo "upgraded $?"
      echo "right after $(property vitrine ActiveState), old $([ $(property vitrine MainPID) = $old ] && echo yes)"
      until_true 90 '[ $(property vitrine MainPID) != $old ] && [ $(property vitrine ActiveState) = active ]'
      seen "new program"
      echo "kept $(tail -n 1 /etc/vitrine/vitrine.yaml)"
      new=$(property vitrine MainPID)
      dpkg --force-confold -i /host\(broken.path); echo "broken $?"
      sleep 20
      echo "after that $(property vitrine ActiveState), same $([ $(property vitrine MainPID) = $new ] && echo yes)"
      dpkg -r vitrine; echo "removed $?, $(systemctl is-active vitrine), $(systemctl is-active getty@tty1)"
      journalctl -b -u vitrine -o short-monotonic > $OUT/journal
      """)
    print("after the next boot:\n\(second.text)")
    #expect(second.seconds("boot until picture") != nil)
    #expect(second["upgraded"] == "0")
    #expect(second["right after"] == "active, old yes")
    #expect(second.seconds("new program") != nil)
    #expect(second["kept"] == "# mine")
    #expect(second["broken"] != "0")
    #expect(second["after that"] == "active, same yes")
    #expect(second["removed"] == "0, inactive, active")
    let journal = try String(
      contentsOf: machine.out.appending(path: "journal"), encoding: .utf8)
    #expect(
      journal.contains("a new version is installed; restarting when this item ends"))
  }
}
