import Foundation
import Testing

/// The cache on disk, and kills at any moment.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct KeptTests {
  /// Fifteen megabytes, downloaded in about six seconds.
  static func film() throws -> URL {
    URL(
      filePath: try Clips.motion(
        "steady.mp4", size: "320x240", rate: "25", seconds: 30,
        [
          "-c:v", "libx264", "-preset", "veryfast", "-g", "25", "-b:v", "4M", "-minrate", "4M",
          "-maxrate", "4M", "-bufsize", "1M", "-x264-params", "nal-hrd=cbr",
        ]))
  }

  /// Kills a player at random moments during a download, checks the cache, and resumes from it. A complete file is
  /// removed and downloaded again.
  private static func script(_ film: URL, kills: Int) -> String {
    """
    . \(Lab.root.path)/tools/lab.d/network
    network_begin '\(film.deletingLastPathComponent().path)'; network_line delay 5ms rate 20mbit
    RANDOM=7
    for kill in $(seq \(kills)); do
      $VITRINE play --keep /tmp/kept --display headless --audio none \
        http://10.9.0.2/\(film.lastPathComponent) > /dev/null 2>&1 & player=$!
      sleep $((RANDOM % 3)).$((RANDOM % 900 + 100))
      kill -9 $player; wait $player
      $VITRINE cache verify --cache /tmp/kept >> $OUT/verified || echo damaged
      $VITRINE cache list --json --cache /tmp/kept > /tmp/list || echo unreadable
      tr -d '\\n ' < /tmp/list >> $OUT/lists; echo >> $OUT/lists
      if grep -q '"whole" : true' /tmp/list; then
        $VITRINE cache prune --cache /tmp/kept; rm -rf /tmp/kept; echo pruned >> $OUT/lists
      fi
      # The server notes what it could not send a little later.
      sleep 0.5; echo end >> /run/nginx/log
    done 2>&1
    cp /run/nginx/log $OUT/requests
    """
  }

  @Test("Kills leave no damaged entry, and cached bytes are not downloaded again")
  func kills() throws {
    let kills = Lab.isSoak ? 200 : 4
    let out = try Lab.folder("kept-kills")
    let result = try Lab.guest(
      ["--travel"], out: out, Self.script(try Self.film(), kills: kills))
    #expect(result.status == 0, "\(result.output)")
    #expect(!result.output.contains("damaged") && !result.output.contains("unreadable"))
    let (again, asked) = try Self.fetchedAgain(out)
    print("\(kills) kills: \(asked) bytes requested, \(again) of them already cached")
    #expect(again == 0 && asked > 0)
  }

  @Test("Looping a cached item writes only the index, once an hour")
  func wear() throws {
    let minutes = Lab.isSoak ? 120 : 3
    let film = try Self.film()
    let out = try Lab.folder("kept-wear")
    let result = try Lab.guest(
      ["--travel"], out: out,
      """
      . \(Lab.root.path)/tools/lab.d/network
      network_begin '\(film.deletingLastPathComponent().path)'; network_line delay 5ms rate 100mbit
      $VITRINE play --keep /tmp/kept --loop queue --display headless --audio none \
        http://10.9.0.2/\(film.lastPathComponent) > /dev/null 2>&1 & player=$!
      sleep 60; touch /tmp/mark
      memory() { grep VmRSS /proc/$player/status | tr -dc 0-9 > $OUT/$1; }
      memory begin
      for minute in $(seq \(minutes)); do
        sleep 60
        find /tmp/kept -type f -newer /tmp/mark -printf '%f %s\\n' >> $OUT/written
        touch /tmp/mark
      done
      memory end; kill $player; wait $player
      cp /run/nginx/log $OUT/requests
      """)
    #expect(result.status == 0, "\(result.output)")
    func text(_ name: String) throws -> String {
      try String(contentsOf: out.appending(path: name), encoding: .utf8)
    }
    let written = try text("written").split(separator: "\n")
    let checks = try text("requests").ranges(of: "\" 304 ").count
    print(
      "\(minutes) minutes from the cache: written \(written), memory \(try text("begin")) to "
        + "\(try text("end")) KiB, \(checks) revalidations")
    let (before, after) = (
      Int(try text("begin").filter(\.isNumber)) ?? 0,
      Int(try text("end").filter(\.isNumber)) ?? .max
    )
    #expect(after - before < 4096, "\(after - before) KiB more")
    // Two files of the index, once an hour.
    #expect(written.allSatisfy { $0.hasPrefix("ledger") } && written.count <= 3 * minutes / 60)
    #expect((1...minutes + 2).contains(checks))
  }

  /// The number of requested bytes that were cached when the player started, and of all requested bytes.
  private static func fetchedAgain(_ out: URL) throws -> (again: Int, asked: Int) {
    let requests = try String(contentsOf: out.appending(path: "requests"), encoding: .utf8)
    var parts = requests.split(separator: "end\n", omittingEmptySubsequences: false)[...]
    let lines = try String(contentsOf: out.appending(path: "lists"), encoding: .utf8)
      .split(separator: "\n")
    var (kept, again, asked): ([Range<Int>], Int, Int) = ([], 0, 0)
    for line in lines {
      if line == "pruned" {
        kept = []
        continue
      }
      let ranges = Self.asked(parts.popFirst() ?? "")
      asked += ranges.map(\.count).reduce(0, +)
      again += overlap(ranges, kept)
      kept = try Self.ranges(Data(line.utf8))
    }
    return (again, asked)
  }

  /// The requested ranges. A revalidation with the result 304 requests none.
  static func asked(_ requests: some StringProtocol) -> [Range<Int>] {
    String(requests).matches(of: /" (?!304 )\d+ \d+ "bytes=(\d+)-(\d+)"/).compactMap { match in
      Int(match.1).flatMap { first in Int(match.2).map { first..<($0 + 1) } }
    }
  }

  static func overlap(_ a: [Range<Int>], _ b: [Range<Int>]) -> Int {
    a.flatMap { range in b.map { $0.clamped(to: range).count } }.reduce(0, +)
  }

  private struct Row: Decodable { let ranges: [[Int]] }

  /// The cached ranges listed by `cache list --json`.
  static func ranges(_ list: Data) throws -> [Range<Int>] {
    try JSONDecoder().decode([Row].self, from: list).flatMap(\.ranges).map { $0[0]..<$0[1] }
  }
}

/// The cache and power cuts, on a disk. A boot of the emulated machine takes more than a minute of processor time, so only
/// the long form runs.
@Suite(.serialized, .enabled(if: Stock.isThere && Lab.isSoak))
struct KeptCutTests {
  /// nginx of the host with its libraries, because the booted machine has none. Limited to three megabytes per second.
  static func server(_ film: URL) -> String {
    """
    mkdir -p /run/nginx
    cat > /run/nginx/conf <<END
    daemon off; worker_processes 1; user root; pid /run/nginx/pid; error_log /run/nginx/errors;
    events {}
    http {
      log_format parts '"\\$request" \\$status \\$body_bytes_sent "\\$http_range"';
      access_log $OUT/requests parts;
      client_body_temp_path /run/nginx/body; proxy_temp_path /run/nginx/proxy;
      fastcgi_temp_path /run/nginx/fastcgi; uwsgi_temp_path /run/nginx/uwsgi;
      scgi_temp_path /run/nginx/scgi;
      server { listen 127.0.0.1:80; root /host\(film.deletingLastPathComponent().path); limit_rate 3m; }
    }
    END
    export library=/host/usr/lib/x86_64-linux-gnu
    $library/ld-linux-x86-64.so.2 --library-path $library /host/usr/sbin/nginx -c /run/nginx/conf &
    until_true 20 '(exec 3<>/dev/tcp/127.0.0.1/80) 2>/dev/null || [ -s /run/nginx/errors ]'
    cat /run/nginx/errors
    """
  }

  @Test("A power cut leaves no damaged entry, and cached bytes are not downloaded again")
  func cuts() throws {
    let cuts = 20
    let film = try KeptTests.film()
    let machine = try Booted("kept", isInstalled: false)
    let disk = machine.out.appending(path: "disk")
    var random = SystemRandomNumberGenerator()
    var (kept, again, asked, checks): ([Range<Int>], Int, Int, Int) = ([], 0, 0, 0)
    for cut in 0...cuts {
      let pause = String(format: "%.2f", Double.random(in: 0...8, using: &random))
      let report = try machine.run(
        disk: disk,
        """
        export PATH=$PATH:/usr/sbin:/sbin
        [ -d /var/lib/kept ] && { $PLAYER cache verify --cache /var/lib/kept || echo it is bad; }
        $PLAYER cache list --json --cache /var/lib/kept | tr -d '\\n ' > $OUT/list || echo it is bad
        \(Self.server(film))
        $PLAYER play --keep /var/lib/kept --display headless --audio none \
          http://127.0.0.1/\(film.lastPathComponent) > $OUT/played 2>&1 &
        until_true 600 '[ -s $OUT/requests ]' || echo it is bad: nothing was requested
        sleep \(pause); $ASK cut
        """)
      print("power cut \(cut), \(pause) s after the first response: \(report.text)")
      #expect(!report.text.contains("it is bad"), "\(report.text)")
      let list = try Data(contentsOf: machine.out.appending(path: "list"))
      kept = try KeptTests.ranges(list)
      let log = machine.out.appending(path: "requests")
      let requests = try String(contentsOf: log, encoding: .utf8)
      let ranges = KeptTests.asked(requests)
      try FileManager.default.removeItem(at: log)
      asked += ranges.map(\.count).reduce(0, +)
      again += KeptTests.overlap(ranges, kept)
      #expect(again == 0, "\(kept) was already cached: \(requests)")
      checks += requests.ranges(of: "\" 304 ").count
      if kept == [0..<(try FileManager.default.size(of: film))] {
        try FileManager.default.removeItem(at: disk)
      }
    }
    print(
      "\(cuts) power cuts: \(asked) bytes requested, \(again) of them already cached, "
        + "\(checks) revalidations")
    #expect(asked > 0)
  }
}

extension FileManager {
  fileprivate func size(of file: URL) throws -> Int {
    (try attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
  }
}
