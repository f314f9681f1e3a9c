import Foundation
import Testing

/// The disk image of tools/image, with the package of the program under test, in a fully emulated UEFI computer. Takes
/// minutes.
@Suite(.serialized, .enabled(if: Stock.isThere && Lab.isSoak))
struct ImageTests {
  /// The colours of `Clips.quarters` at fractions of the screen.
  private static let quarters = ["0.25,0.3=ff0000", "0.75,0.3=008000", "0.25,0.7=0000ff"]

  private static let package = Result { try PackageTests.make("image") }
  /// The image without further options, which the tests do not change.
  private static let plain = Result { try image([]) }

  private static func image(_ options: [String]) throws -> URL {
    let films = try Lab.folder("image-films")
    try FileManager.default.copyItem(
      at: URL(filePath: try Clips.quarters()), to: films.appending(path: "quarters.mp4"))
    let result = try Lab.run(
      Lab.root.appending(path: "tools/image").path,
      ["--package", try package.get().path, "--films", films.path] + options)
    try #require(result.status == 0, "\(result.output)")
    return URL(filePath: try #require(result.output.split(separator: "\n").last.map(String.init)))
  }

  @Test("The list next to the image has all of its packages")
  func packages() throws {
    let image = try Self.plain.get()
    let installed = try Lab.run(
      "bash",
      [
        "-euc",
        """
        start=$(sfdisk --json '\(image.path)' | python3 -c '
        import json, sys
        print(json.load(sys.stdin)["partitiontable"]["partitions"][2]["start"] * 512)')
        mkdir -p '\(image.path).dpkg'
        unsquashfs -o "$start" -cat '\(image.path)' var/lib/dpkg/status > '\(image.path).dpkg/status'
        dpkg-query --admindir='\(image.path).dpkg' -W -f '${Package} ${Version}\n'
        rm -r '\(image.path).dpkg'
        """,
      ]
    ).output.split(separator: "\n").map(String.init)
    let list = image.deletingPathExtension().appendingPathExtension("cdx.json")
    let listed = try JSONDecoder().decode(
      ImagePackageListTests.List.self, from: Data(contentsOf: list)
    ).components.filter { $0.purl?.hasPrefix("pkg:deb/") == true }
    #expect(
      installed.count > 100
        && listed.map { "\($0.name) \($0.version)" }.sorted() == installed.sorted())
    #expect(try ImagePackageListTests.complaints(about: list) == "")
  }

  @Test("Images built twice are identical byte for byte")
  func again() throws {
    let built = try Lab.run(
      Lab.root.appending(path: "tools/image.d/reproduce").path,
      ["--package", try Self.package.get().path])
    #expect(built.status == 0, "\(built.output)")
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
      try Self.plain.get(), ["--cuts", "30", "--limit", "300", "--size", "2000"], out: out)
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
  private func entries(in out: URL) throws -> [String] {
    let listed = try Lab.run(
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
    return listed.split(separator: "\n").compactMap { line in
      line.split(separator: "/").last.map(String.init)
    }.sorted()
  }

  @Test(
    "A new root stays if its picture appears, and is left after two starts without one",
    arguments: [
      ("", "vitrine-b.conf", 300),
      ("init=/bin/false", "vitrine-b+0-2.conf", 600),
      // Each start waits five minutes for the picture.
      ("systemd.mask=vitrine.service", "vitrine-b+0-2.conf", 2400),
    ])
  func trial(options: String, entry: String, limit: Int) throws {
    let out = try Lab.folder("image-trial")
    let image = out.appending(path: "image.img")
    try FileManager.default.copyItem(at: try Self.plain.get(), to: image)
    let added = try Lab.run(
      Lab.root.appending(path: "tools/image.d/add-root").path, [image.path, options])
    try #require(added.status == 0, "\(added.output)")
    // After the picture, the trial looks every five seconds.
    let boots = try boot(image, ["--limit", "\(limit)", "--stay", "30"], out: out)
    #expect(boots.count == 1)
    #expect(try entries(in: out) == ["vitrine-a.conf", entry])
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
    let image = try Self.image([
      "--settings", settings.path, "--out", out.appending(path: "image.img").path,
    ])
    let turned = ["0.75,0.7=ff0000", "0.25,0.7=008000", "0.75,0.3=0000ff"]
    let boots = try boot(image, ["--limit", "300"], seeing: turned, out: out)
    #expect(boots.count == 1)
    // White text on black, shown for twenty seconds before playback.
    let before = try Data(contentsOf: out.appending(path: "before.ppm"))
    let bright = before.dropFirst(15).count { $0 > 200 }
    #expect(bright > 3_000 && bright < before.count / 10)
  }

  /// Adds a service to the files of an image, which starts at boot.
  private static func enable(_ name: String, _ unit: String, in tree: URL) throws {
    let units = tree.appending(path: "etc/systemd/system")
    let wants = units.appending(path: "multi-user.target.wants")
    try FileManager.default.createDirectory(at: wants, withIntermediateDirectories: true)
    try Data(unit.utf8).write(to: units.appending(path: "\(name).service"))
    try FileManager.default.createSymbolicLink(
      atPath: wants.appending(path: "\(name).service").path,
      withDestinationPath: "../\(name).service")
  }

  /// An access point on the second of two simulated radios, in a separate network, with a server for films.
  private static let accessPoint = """
    #!/bin/sh -eu
    modprobe mac80211_hwsim radios=2
    ip netns add ap
    iw phy "$(cat /sys/class/net/wlan1/phy80211/name)" set netns name ap
    cat > /run/hostapd.conf <<END
    interface=wlan1
    ssid2="Café "A""
    utf8_ssid=1
    channel=6
    hw_mode=g
    ignore_broadcast_ssid=1
    wpa=2
    wpa_key_mgmt=SECURITY
    rsn_pairwise=CCMP
    ieee80211w=2
    wpa_passphrase=two words
    END
    ip -n ap address add 10.9.0.1/24 dev wlan1
    ip -n ap link set lo up
    ip netns exec ap hostapd -B /run/hostapd.conf
    ip netns exec ap busybox httpd -p 10.9.0.1:80 -h /boot/vitrine/videos

    """

  @Test(
    "A machine joins the wireless network of its file and plays from it",
    arguments: ["WPA-PSK-SHA256", "SAE"])
  func wifi(_ security: String) throws {
    let out = try Lab.folder("image-wifi")
    let (tree, settings) = (out.appending(path: "tree"), out.appending(path: "settings.yaml"))
    try Self.enable(
      "ap",
      """
      [Service]
      Type=oneshot
      RemainAfterExit=yes
      StandardOutput=journal+console
      StandardError=journal+console
      ExecStart=/bin/sh /ap

      """, in: tree)
    let script = Self.accessPoint.replacing("SECURITY", with: security)
    try Data(script.utf8).write(to: tree.appending(path: "ap"))
    try Data(
      """
      playlist: http://10.9.0.1/quarters.mp4
      machine:
        network:
          address: 10.9.0.2/24
          wifi: {name: 'Café "A"', password: two words, country: DE}
      """.utf8
    ).write(to: settings)
    let image = try Self.image([
      "--settings", settings.path, "--include", "hostapd,iw,busybox", "--tree", tree.path,
      "--kernel-options", "console=ttyS0", "--out", out.appending(path: "image.img").path,
    ])
    #expect(try boot(image, ["--limit", "300"], out: out).count == 1)
  }

  /// Installs each bundle of the disk UPDATES before playback starts, the good one last, and restarts.
  private static let installer = """
    [Unit]
    After=dbus.service
    Before=vitrine.service
    ConditionPathExists=!/run/vitrine-image/state/slot-b/upper

    [Service]
    Type=oneshot
    TimeoutStartSec=infinity
    StandardOutput=journal+console
    StandardError=journal+console
    ExecStart=/bin/sh -c 'mount -o ro /dev/disk/by-label/UPDATES /mnt; \
    for each in unsigned foreign altered good; do \
    echo "update $$each"; rauc install /mnt/$$each.raucb; echo "update $$each ended with $$?"; done; \
    rauc status; systemctl reboot'

    """

  @Test("A signed update boots and is marked as good, and other bundles are refused")
  func update() throws {
    let out = try Lab.folder("image-update")
    try Self.enable("update", Self.installer, in: out.appending(path: "tree"))
    func run(_ script: String) throws {
      let result = try Lab.run("bash", ["-euc", "cd '\(out.path)'\n\(script)"])
      try #require(result.status == 0, "\(result.output)")
    }
    try run(
      """
      for name in own foreign; do
        openssl req -x509 -newkey rsa:2048 -nodes -days 36500 -subj /CN=$name -keyout $name.key -out $name.pem
      done
      """)
    let image = try Self.image([
      "--updates", out.appending(path: "own.pem").path, "--sign",
      out.appending(path: "own.key").path,
      "--tree", out.appending(path: "tree").path, "--kernel-options", "console=ttyS0",
      "--out", out.appending(path: "image.img").path,
    ])
    try run(
      """
      mkdir bundles
      mv image.raucb bundles/good.raucb
      rauc --cert=foreign.pem --key=foreign.key --keyring=own.pem resign --signing-keyring=foreign.pem \
        bundles/good.raucb bundles/foreign.raucb
      cp bundles/good.raucb bundles/altered.raucb
      printf altered | dd of=bundles/altered.raucb bs=1M seek=100 conv=notrunc
      head -c 1M bundles/good.raucb > bundles/unsigned.raucb
      truncate -s 2G updates.img
      mke2fs -q -t ext4 -L UPDATES -d bundles updates.img
      rm -r bundles
      """)
    let boots = try boot(
      image,
      ["--limit", "1500", "--stay", "30", "--beside", out.appending(path: "updates.img").path],
      out: out)
    #expect(boots.count == 1)
    let log = try String(contentsOf: out.appending(path: "serial.log"), encoding: .utf8)
    for refused in ["unsigned", "foreign", "altered"] {
      #expect(log.contains("update \(refused) ended with 1"), "\(log)")
    }
    #expect(log.contains("update good ended with 0"), "\(log)")
    #expect(try entries(in: out) == ["vitrine-a.conf", "vitrine-b.conf"])
  }

  @Test("The image is smaller than the same image with mpv")
  func besides() throws {
    let out = try Lab.folder("image-besides")
    let (ours, theirs) = (try Self.plain.get(), try Self.image(["--player", "mpv"]))
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
    _ = try Self.image(["--settings", settings.path, "--out", other.path])
    #expect(try boot(ours, ["--limit", "300", "--beside", other.path], out: out).count == 1)
  }
}
