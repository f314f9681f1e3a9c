import Foundation
import Testing

/// The disk image of tools/image in a fully emulated UEFI computer. Takes minutes.
@Suite(.serialized, .enabled(if: Stock.isThere && Lab.isSoak))
struct ImageTests {
  /// The colours of `Clips.quarters` at fractions of the screen.
  private static let quarters = ["0.25,0.3=ff0000", "0.75,0.3=008000", "0.25,0.7=0000ff"]

  private func image(_ options: [String] = []) throws -> URL {
    let films = try Lab.folder("image-films")
    try FileManager.default.copyItem(
      at: URL(filePath: try Clips.quarters()), to: films.appending(path: "quarters.mp4"))
    let result = try Lab.run(
      Lab.root.appending(path: "tools/image").path, ["--films", films.path] + options)
    try #require(result.status == 0, "\(result.output)")
    return URL(filePath: try #require(result.output.split(separator: "\n").last.map(String.init)))
  }

  /// The seconds from power-on to the picture, for each boot.
  private func boot(
    _ image: URL, _ options: [String] = [], seeing points: [String] = quarters, out: URL
  ) throws -> [Double] {
    let result = try Lab.run(
      Lab.root.appending(path: "tools/image.d/boot").path,
      options + points.flatMap { ["--see", $0] } + ["--out", out.path, image.path])
    print("\(image.lastPathComponent):\n\(result.output)")
    #expect(result.status == 0, "\(result.output)")
    return result.output.split(separator: "\n").compactMap { line in
      line.split(separator: " ").suffix(2).first.flatMap { Double($0) }
    }
  }

  @Test("The image boots to a picture and survives thirty power cuts")
  func cuts() throws {
    let out = try Lab.folder("image-cuts")
    // The disk is larger than the image, so that there is room for writes.
    let boots = try boot(
      try image(), ["--cuts", "30", "--limit", "300", "--size", "2000"], out: out)
    #expect(boots.count == 31)
    // The last partition has grown to the end and is consistent once its journal is replayed.
    let disk = out.appending(path: "disk").path
    let checked = try Lab.run(
      "bash",
      [
        "-c",
        """
        read -r start sectors < <(sfdisk --json '\(disk)' | python3 -c '
        import json, sys
        last = json.load(sys.stdin)["partitiontable"]["partitions"][-1]
        print(last["start"], last["size"])')
        echo "free behind it: $(($(stat -c %s '\(disk)') / 512 - start - sectors)) sectors"
        # Copy it to a separate file: after replaying the journal, e2fsck reopens the file at offset 0.
        dd if='\(disk)' of='\(disk).part' bs=1M iflag=skip_bytes,count_bytes conv=sparse status=none \
          skip=$((start * 512)) count=$((sectors * 512))
        e2fsck -fp '\(disk).part'; echo "status $?"; rm '\(disk).part'
        """,
      ])
    print(checked.output)
    let free = checked.output.firstMatch(of: /free behind it: (\d+) sectors/).flatMap { Int($0.1) }
    #expect(try #require(free) < 4096, "\(checked.output)")
    // Status 1 means that e2fsck repaired it, 4 that it is damaged.
    #expect(checked.output.contains(/status [01]\s*$/), "\(checked.output)")
  }

  /// The boot loader's entries on the disk that `boot` left in this folder.
  private func entries(in out: URL) throws -> String {
    try Lab.run(
      "bash",
      [
        "-c",
        """
        start=$(sfdisk --json '\(out.appending(path: "disk").path)' | python3 -c '
        import json, sys
        print(json.load(sys.stdin)["partitiontable"]["partitions"][0]["start"] * 512)')
        MTOOLS_SKIP_CHECK=1 mdir -b -i '\(out.appending(path: "disk").path)'@@"$start" ::/loader/entries
        """,
      ]
    ).output
  }

  @Test(
    "A new root stays if its picture appears, and is left after two starts without one",
    arguments: [
      ("", "vitrine-b.conf", 300),
      ("init=/bin/false", "vitrine-b+0-2.conf", 600),
      // Each start waits five minutes for the picture.
      ("systemd.mask=vitrine.service", "vitrine-b+0-2.conf", 1500),
    ])
  func trial(options: String, entry: String, limit: Int) throws {
    let out = try Lab.folder("image-trial")
    let image = try image(["--out", out.appending(path: "image.img").path])
    let added = try Lab.run(
      Lab.root.appending(path: "tools/image.d/add-root").path, [image.path, options])
    try #require(added.status == 0, "\(added.output)")
    // After the picture, the trial looks every five seconds.
    let boots = try boot(image, ["--limit", "\(limit)", "--stay", "30"], out: out)
    #expect(boots.count == 1)
    let names = try entries(in: out).split(separator: "\n").compactMap { line in
      line.split(separator: "/").last.map(String.init)
    }
    #expect(names.sorted() == ["vitrine-a.conf", entry])
  }

  @Test("Errors in the image's settings are shown, and the valid settings apply")
  func faults() throws {
    let out = try Lab.folder("image-faults")
    let settings = out.appending(path: "settings.yaml")
    let text = """
      playlist: videos
      display: {rotation: 180, mode: best}
      machine: {name: my shop, network: {gateway: 192.168.1.1}}
      """
    try Data(text.utf8).write(to: settings)
    let image = try image(["--settings", settings.path])
    let turned = ["0.75,0.7=ff0000", "0.25,0.7=008000", "0.75,0.3=0000ff"]
    let boots = try boot(image, ["--limit", "300"], seeing: turned, out: out)
    #expect(boots.count == 1)
    // White text on black, shown for twenty seconds before playback.
    let before = try Data(contentsOf: out.appending(path: "before.ppm"))
    let bright = before.dropFirst(15).count { $0 > 200 }
    #expect(bright > 3_000 && bright < before.count / 20)
  }

  @Test("The image is smaller than the same image with mpv")
  func besides() throws {
    let out = try Lab.folder("image-besides")
    let (ours, theirs) = (try image(), try image(["--player", "mpv"]))
    var seconds: [URL: [Double]] = [:]
    for _ in 1...3 {
      for image in [ours, theirs] {
        seconds[image, default: []] += try boot(image, ["--limit", "300"], out: out)
      }
    }
    let size = { (image: URL) throws in
      try image.resourceValues(forKeys: [.totalFileAllocatedSizeKey]).totalFileAllocatedSize ?? 0
    }
    for image in [ours, theirs] {
      print("\(image.lastPathComponent): \(try size(image) >> 20) MiB, \(seconds[image] ?? []) s")
    }
    #expect(seconds[ours]?.count == 3 && seconds[theirs]?.count == 3)
    #expect(try size(ours) < size(theirs))
    // Adds a second disk with the same partition names, whose settings would rotate the picture by 180 degrees.
    let (settings, other) = (out.appending(path: "s.yaml"), out.appending(path: "other.img"))
    try Data("playlist: videos\ndisplay: {rotation: 180}\n".utf8).write(to: settings)
    _ = try image(["--settings", settings.path, "--out", other.path])
    #expect(try boot(ours, ["--limit", "300", "--beside", other.path], out: out).count == 1)
  }
}
