import Foundation
import Testing

/// The entries of the boot loader on an image that accepts updates, on a folder instead of the EFI system partition.
@Suite(.enabled(if: Lab.isThere))
struct BootEntriesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// The names and versions of the entries.
    let entries: [String: Int]
    var running = "a"
    let command: String
    var output = ""
    var status: Int32 = 0
    /// If nil, as before.
    var after: [String: Int]?

    var testDescription: String { "\(entries.keys.sorted()): \(command)" }
  }

  @Test(
    "The entries decide which root starts, and updates change them",
    arguments: [
      Case(entries: ["a": 1], command: "boot-entries get-primary", output: "a"),
      Case(entries: ["a": 1, "b+2": 2], command: "boot-entries get-primary", output: "b"),
      Case(entries: ["a": 1, "b+0-2": 2], command: "boot-entries get-primary", output: "a"),
      Case(entries: ["a": 9, "b": 10], command: "boot-entries get-primary", output: "b"),
      Case(entries: ["a+0": 2, "b+0-2": 1], command: "boot-entries get-primary"),
      Case(entries: ["a": 1, "b+1-1": 2], command: "boot-entries get-state b", output: "good"),
      Case(entries: ["a": 1, "b+0-2": 2], command: "boot-entries get-state b", output: "bad"),
      Case(entries: ["a": 1], command: "boot-entries get-state b", output: "bad"),
      // A power cut while the trial marked the root as good.
      Case(
        entries: ["a": 1, "b": 2, "b+1-1": 2], command: "boot-entries get-state b", output: "good"),
      Case(
        entries: ["a": 1, "b": 2, "b+1-1": 2], running: "b", command: "boot-entries trial b",
        output: "no"),
      Case(
        entries: ["a": 1, "b+1-1": 2], running: "b", command: "boot-entries trial b", output: "yes"),
      Case(
        entries: ["a": 1, "b": 2, "b+1-1": 2], command: "boot-entries set-state b bad",
        after: ["a": 1]),
      Case(entries: ["a": 1, "b+1-1": 2], running: "b", command: "boot-entries set-state b good"),
      Case(
        entries: ["a": 1, "b+0-2": 2], command: "boot-entries set-state a bad",
        output: "root a is the only one that starts", status: 1),
      Case(entries: ["a": 1], command: "boot-entries set-primary b", after: ["a": 1, "b+2": 2]),
      Case(
        entries: ["a": 4, "b+0-2": 5], command: "boot-entries set-primary b",
        after: ["a": 4, "b+2": 5]),
      Case(
        entries: ["a": 9, "b": 8], command: "boot-entries set-primary b",
        after: ["a": 9, "b+2": 10]),
      Case(entries: ["a": 1, "b+2": 2], command: "boot-entries set-primary b"),
      Case(
        entries: ["b": 7], running: "a", command: "boot-entries set-primary a",
        output: "root a has no entry, so its kernel options are unknown", status: 1),
      Case(
        entries: ["a": 3, "b": 4], running: "b", command: "boot-entries set-primary a",
        after: ["a+2": 5, "b": 4]),
      // Before an update, the idle root's overlay is removed.
      Case(entries: ["a": 1, "b": 2], command: "before-update; ls overlays", output: "slot-a"),
      Case(
        entries: ["a": 1, "b+1-1": 2], running: "b", command: "before-update || ls overlays",
        output:
          "<< error root b is still on trial: install the update once its picture is on screen\n"
          + "slot-a\nslot-b"),
    ])
  func entries(_ each: Case) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "entries-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ text: String, to path: String) throws {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    func text(_ slot: Substring, _ version: Int) -> String {
      """
      title Vitrine
      sort-key vitrine
      version \(version)
      linux /\(slot)/vmlinuz
      initrd /\(slot)/initrd.img
      options root=PARTUUID=00-\(slot) ro quiet

      """
    }
    let loader = "efi/loader/entries"
    for (name, version) in each.entries {
      try write(text(name.prefix(1), version), to: "\(loader)/vitrine-\(name).conf")
    }
    for slot in ["a", "b"] {
      try write("kernel \(slot)", to: "root-\(slot)/boot/vmlinuz")
      try write("initramfs \(slot)", to: "root-\(slot)/boot/initrd.img")
    }
    // Folders instead of partitions, in a separate mount namespace.
    let result = try Lab.run(
      "unshare",
      [
        "--mount", "bash", "-euc",
        """
        cd '\(folder.path)'
        mkdir bin
        printf '#!/bin/sh\\nexec /bin/mount --bind "$5" "$6"\\n' > bin/mount
        printf '#!/bin/sh\\necho "00-${3#*root-}"\\n' > bin/lsblk
        chmod +x bin/*
        mount -t tmpfs tmpfs /run
        mkdir /run/vitrine-image
        echo \(each.running) > /run/vitrine-image/slot
        for name in efi root-a root-b; do ln -s "$PWD/$name" /run/vitrine-image/$name; done
        mv /run/vitrine-image/efi /run/vitrine-image/efi-device
        mkdir -p overlays/slot-{a,b}/upper
        ln -s "$PWD/overlays" /run/vitrine-image/state
        PATH=$PWD/bin:'\(Lab.root.path)/tools/image.d/update/usr/lib/vitrine-image':$PATH
        \(each.command)
        """,
      ])
    #expect(result.output.trimmingCharacters(in: .newlines) == each.output)
    #expect(result.status == each.status)
    let entries = folder.appending(path: loader)
    let after = each.after ?? each.entries
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: entries.path).sorted()
        == after.keys.map { "vitrine-\($0).conf" }.sorted())
    for (name, version) in after {
      let file = entries.appending(path: "vitrine-\(name).conf")
      #expect(try String(contentsOf: file, encoding: .utf8) == text(name.prefix(1), version))
    }
    // The kernel of the new root is next to its entry.
    for name in after.keys where after[name] != each.entries[name] {
      let slot = name.prefix(1)
      let kernel = folder.appending(path: "efi/\(slot)/vmlinuz")
      #expect(try String(contentsOf: kernel, encoding: .utf8) == "kernel \(slot)")
    }
  }
}
