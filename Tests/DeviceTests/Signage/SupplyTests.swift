import Foundation
import Testing

/// Content updates while the program or the machine ends at any moment.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct SupplyTests {
  @Test("A kill during an update leaves a complete release, even with a full disk")
  func kills() throws {
    let (kills, full) = Lab.isSoak ? (300, 50) : (6, 3)
    // The full disk is a separate file system.
    let disk = geteuid() == 0 ? ["--full", "\(full)"] : ["--skip-full"]
    if geteuid() != 0 { print("skipping the full disk: requires root") }
    let log = try Lab.folder("supply").appending(path: "log")
    let result = try Lab.run(
      Lab.root.appending(path: "tools/test.d/supply-kills").path,
      [Lab.player, "--kills", "\(kills)", "--keep-log", log.path] + disk)
    print(result.output)
    #expect(result.status == 0, "\(result.output)\nsee \(log.path)")
  }
}

/// Two services, one of which gets its content from the other.
@Suite(.enabled(if: Lab.isThere))
struct PeerSupplyTests {
  @Test("A screen gets files from a peer, and from the server if the peer fails")
  func peers() throws {
    let logs = try Lab.folder("supply-peers")
    let result = try Lab.run(
      Lab.root.appending(path: "tools/test.d/supply-peers").path,
      [Lab.player, "--seconds", Lab.isSoak ? "300" : "10", "--keep-logs", logs.path])
    print(result.output)
    #expect(result.status == 0, "\(result.output)\nsee \(logs.path)")
  }
}

/// Content updates through power cuts, on a disk. Only in the long form, because of the boots.
@Suite(.serialized, .enabled(if: Stock.isThere && Lab.isSoak))
struct SupplyCutTests {
  /// Films of about a megabyte, each downloaded in a second, and the folder to publish.
  private struct Shop {
    let folder: URL
    let key: URL
    let publicKey: String
    private let films: [String]

    init() throws {
      folder = try Lab.folder("supply-web")
      key = try Lab.folder("supply-key").appending(path: "key.pem")
      try? FileManager.default.removeItem(at: key)
      let made = try Lab.run(Lab.player, ["publish", "--make-key", key.path])
      publicKey = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
      films = try (0..<5).map { index in
        try Clips.motion(
          "supply-\(index).mp4", size: "320x240", rate: "25", seconds: 4 + index,
          [
            "-c:v", "libx264", "-preset", "veryfast", "-b:v", "3M", "-minrate", "3M", "-maxrate",
            "3M",
            "-bufsize", "1M", "-x264-params", "nal-hrd=cbr",
          ])
      }
    }

    /// Publishes other films each time. Returns their digests.
    func publish(_ round: Int) throws -> Set<String> {
      for file in try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      where file.pathExtension == "mp4" { try FileManager.default.removeItem(at: file) }
      for place in 0..<3 {
        try FileManager.default.copyItem(
          atPath: films[(round + place * 2) % films.count],
          toPath: folder.appending(path: "film\(place)-\(round % 2).mp4").path)
      }
      let result = try Lab.run(Lab.player, ["publish", folder.path, "--key", key.path])
      try #require(result.status == 0, "\(result.output)")
      return try Self.digests(folder.appending(path: "manifest.json"))
    }

    static func digests(_ manifest: URL) throws -> Set<String> {
      let text = try String(contentsOf: manifest, encoding: .utf8)
      return Set(text.matches(of: /"(?:path|sha256)" : "([^"]+)"/).map { String($0.1) })
    }
  }

  @Test("A power cut leaves a complete, published release")
  func cuts() throws {
    let cuts = 20
    let shop = try Shop()
    let machine = try Booted("supply", isInstalled: false)
    let disk = machine.out.appending(path: "disk")
    var random = SystemRandomNumberGenerator()
    var (published, shown): ([Set<String>], Set<Set<String>>) = ([], [])
    for cut in 0...cuts {
      published.append(try shop.publish(cut))
      let pause = String(format: "%.2f", Double.random(in: 0...6, using: &random))
      let manifest = machine.out.appending(path: "manifest")
      try? FileManager.default.removeItem(at: manifest)
      let report = try machine.run(disk: disk, Self.script(shop, isFirst: cut == 0, pause: pause))
      print("power cut \(cut): \(report["came"] ?? "no release"), and \(pause) s later")
      #expect(!report.text.contains("it is bad"), "\(report.text)")
      #expect(report["came"] != nil, "the published release did not arrive: \(report.text)")
      guard FileManager.default.fileExists(atPath: manifest.path) else {
        #expect(cut == 0, "the previous release is gone")
        continue
      }
      let found = try Shop.digests(manifest)
      #expect(published.contains(found), "\(found) was never published")
      shown.insert(found)
    }
    print(
      "\(cuts) power cuts: \(shown.count) of \(published.count) releases were complete afterwards")
    #expect(!shown.isEmpty)
  }

  /// Checks what the last cut left, plays it, and cuts the power during the next update or just after it; the first
  /// time after the first release. The time that the emulated machine needs to get there is unknown.
  private static func script(_ shop: Shop, isFirst: Bool, pause: String) -> String {
    """
    export PATH=$PATH:/usr/sbin:/sbin
    content=/var/lib/shop/content
    if [ -e $content/current ]; then
      $PLAYER content verify --state /var/lib/shop || echo it is bad
      cp $content/current/manifest.json $OUT/manifest; sync $OUT/manifest
    fi
    before=$(readlink $content/current); touch /run/begun
    \(KeptCutTests.server(shop.folder.appending(path: "manifest.json")))
    mkdir -p /var/lib/shop
    RUNTIME_DIRECTORY=/run/shop $PLAYER run --state /var/lib/shop --display headless:320x240@60 --audio none \
      --config /dev/null --set content.manifest=http://127.0.0.1/manifest.json \
      --set content.key=\(shop.publicKey) --set content.keep-free=0 > $OUT/played 2>&1 &
    whole() { [ "$(readlink $content/current)" != "$before" ]; }
    coming() { [ -n "$(find $content/parts -type f -newer /run/begun)" ]; }
    until_true 600 '\(isFirst ? "whole" : "coming || whole")' && \
      if whole; then echo came whole; else echo came a part; fi
    sleep \(pause); $ASK cut
    """
  }
}
