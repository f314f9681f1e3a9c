import Foundation
import Testing

/// The web remote in a real browser, driven by `tools/test.d/drive-remote`.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct WebRemoteTests {
  private var axe: String {
    let cache =
      ProcessInfo.processInfo.environment["XDG_CACHE_HOME"]
      ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".cache").path
    return "$(find \(cache)/vitrine-python -name axe.min.js | head -n 1)"
  }

  /// A player with an uploads folder and a token, driven and restarted in the writable folder `$B`.
  private func script(_ clips: [String], display: String, port: Int, looks: Int) -> String {
    """
    export HOME=$B TMPDIR=$B XDG_CONFIG_HOME=$B XDG_CACHE_HOME=$B VITRINE B OUT
    AXE=\(axe)
    cat > $B/c.yaml <<END
    control: { uploads: $B/files }
    service: { state: $B/state, thumbnails: $B/thumbs }
    interface: { interactive: true }
    cache: { size: 0 }
    END
    token=$($VITRINE token add test --role admin --state $B/state)
    cat > $B/begin <<END
    $VITRINE play --config $B/c.yaml \(display) --http 127.0.0.1:\(port) --loop queue \
      \(clips.map { "'\($0)'" }.joined(separator: " ")) 2>> $OUT/log &
    echo \\$! > $B/pid
    END
    . $B/begin
    until curl -sf http://127.0.0.1:\(port)/readyz > /dev/null; do sleep 0.1; done
    tools/test.d/drive-remote http://127.0.0.1:\(port)/ --axe $AXE --token $token --shots $OUT/shots \
      --looks \(looks) --pause-for-loss 'kill $(cat $B/pid)' '. $B/begin' > $OUT/drive 2>&1
    status=$?
    kill $(cat $B/pid)
    exit $status
    """
  }

  private func clips() throws -> [String] {
    try (0..<3).map { try Clips.motion("remote-\($0).mp4", size: "640x360", seconds: 20 + $0) }
  }

  @Test("Everything works by pointer and keyboard, and axe finds no violations")
  func driven() throws {
    let out = try Lab.folder("web-remote")
    let place = try Lab.folder("web-remote-place")
    let port = 21_000 + Int(ProcessInfo.processInfo.processIdentifier) % 20_000
    // `axe` searches the cache folder of the tests, so it is expanded before `XDG_CACHE_HOME` changes.
    let result = try Lab.run(
      "tools/test.d/trusted-clock",
      [
        "bash", "-c",
        "VITRINE=\(Lab.player) OUT=\(out.path) B=\(place.path)\n"
          + script(
            try clips(), display: "--display headless:1280x720@60 --audio none", port: port,
            looks: 1),
      ])
    let drive = try String(contentsOf: out.appending(path: "drive"), encoding: .utf8)
    #expect(result.status == 0, "\(drive.suffix(3000)) \(result.output.suffix(1000))")
    print(
      "web: \(drive.split(separator: "\n").count { $0.hasPrefix("ok") }) steps in a browser")
  }

  @Test("Signage works in a browser: programme, overrides and content, by role")
  func signage() throws {
    let out = try Lab.folder("web-signage")
    let place = try Lab.folder("web-signage-place")
    let port = 21_000 + (Int(ProcessInfo.processInfo.processIdentifier) + 7_000) % 20_000
    let names = try clips()
    let result = try Lab.run(
      "tools/test.d/trusted-clock",
      [
        "bash", "-c",
        """
        VITRINE=\(Lab.player) OUT=\(out.path) B=\(place.path)
        export HOME=$B TMPDIR=$B XDG_CONFIG_HOME=$B XDG_CACHE_HOME=$B RUNTIME_DIRECTORY=$B/run
        AXE=\(axe)
        mkdir -p $B/in $B/run
        cp \(names.map { "'\($0)'" }.joined(separator: " ")) $B/in
        cat > $B/in/playlist.yaml <<END
        title: Shop
        items:
          - { file: \(Self.name(names[0])), weight: 2 }
          - { file: \(Self.name(names[1])), weight: 1 }
          - { file: \(Self.name(names[2])), when: ["mon-sun 00:00-00:01"] }
        END
        cat > $B/c.yaml <<END
        control: { http: "127.0.0.1:\(port)" }
        service: { state: $B/state }
        content: { folder: $B/in, keep-free: 0 }
        cache: { size: 0 }
        END
        token=$($VITRINE token add test --role admin --state $B/state)
        viewer=$($VITRINE token add viewer --role view --state $B/state)
        $VITRINE run --config $B/c.yaml --display headless:1280x720@60 --audio none 2> $OUT/log &
        player=$!
        until curl -sf -H "Authorization: Bearer $token" http://127.0.0.1:\(port)/api/v1/content |
          grep -q '"number"'; do sleep 0.2; done
        tools/test.d/drive-remote http://127.0.0.1:\(port)/ --axe $AXE --token $token --viewer $viewer \
          --signage --shots $OUT/shots --looks \(Lab.isSoak ? 5 : 2) > $OUT/drive 2>&1
        status=$?
        kill $player
        exit $status
        """,
      ])
    let drive = try String(contentsOf: out.appending(path: "drive"), encoding: .utf8)
    #expect(result.status == 0, "\(drive.suffix(3000)) \(result.output.suffix(1000))")
    print(
      "web: \(drive.split(separator: "\n").count { $0.hasPrefix("ok") }) signage steps in a browser"
    )
  }

  @Test("The editor moves zones: the file differs in the expected lines, and the screen follows")
  func zones() throws {
    let out = try Lab.folder("web-zones")
    let port = 21_000 + (Int(ProcessInfo.processInfo.processIdentifier) + 3_000) % 20_000
    let template = """
      # The foyer.
      background: "#006600"
      zones:
        film: {film: true, width: 50}   # the shop's film
        line:
          text: "Hello"
          left: 80
          top: 80   # per cent
          width: 20
          height: 20
          color: "#FFFFFF"
          background: "#000066"

      """
    try Data(template.utf8).write(to: out.appending(path: "t.yaml"))
    let result = try Lab.run(
      "tools/test.d/trusted-clock",
      [
        "bash", "-c",
        """
        VITRINE=\(Lab.player) OUT=\(out.path)
        export HOME=$OUT TMPDIR=$OUT XDG_CONFIG_HOME=$OUT RUNTIME_DIRECTORY=$OUT/run
        AXE=\(axe)
        export XDG_CACHE_HOME=$OUT
        cat > $OUT/c.yaml <<END
        service: { state: $OUT/state }
        zones: { template: $OUT/t.yaml, data: $OUT }
        cache: { size: 0 }
        END
        token=$($VITRINE token add test --role admin --state $OUT/state)
        $VITRINE play --config $OUT/c.yaml --display headless:640x360@60 --audio none --http 127.0.0.1:\(port) --loop queue \
          '\(try clips()[0])' 2> $OUT/log &
        player=$!
        until curl -sf http://127.0.0.1:\(port)/readyz > /dev/null; do sleep 0.1; done
        tools/test.d/drive-remote http://127.0.0.1:\(port)/ --axe $AXE --token $token --zones $OUT/t.yaml \
          --shots $OUT/shots --looks \(Lab.isSoak ? 5 : 2) > $OUT/drive 2>&1
        status=$?
        kill $player
        exit $status
        """,
      ])
    let drive = try String(contentsOf: out.appending(path: "drive"), encoding: .utf8)
    #expect(result.status == 0, "\(drive.suffix(3000)) \(result.output.suffix(1000))")
    let edited = try String(contentsOf: out.appending(path: "t.yaml"), encoding: .utf8)
    #expect(
      edited
        == template.replacing("    top: 80   # per cent", with: "    top: 0    # per cent"))
    print(
      "web: \(drive.split(separator: "\n").count { $0.hasPrefix("ok") }) steps in the editor of zones"
    )
  }

  @Test("The page leads back to the programme after every operator error")
  func mishaps() throws {
    let out = try Lab.folder("web-mishaps")
    let place = try Lab.folder("web-mishaps-place")
    let port = 21_000 + (Int(ProcessInfo.processInfo.processIdentifier) + 13_000) % 20_000
    let other = try Clips.motion("remote-other.mp4", size: "640x360", seconds: 24)
    let list = try clips().map { "  - '\($0)'" }.joined(separator: "\n")
    let result = try Lab.run(
      "tools/test.d/trusted-clock",
      [
        "bash", "-c",
        """
        VITRINE=\(Lab.player) OUT=\(out.path) B=\(place.path)
        export HOME=$B TMPDIR=$B XDG_CONFIG_HOME=$B XDG_CACHE_HOME=$B RUNTIME_DIRECTORY=$B/run VITRINE B OUT
        mkdir -p $B/run
        cat > $B/programme.yaml <<END
        title: Foyer
        items:
        \(list)
        END
        cat > $B/c.yaml <<END
        control: { http: "127.0.0.1:\(port)", uploads: $B/files, trust-machine: false }
        service: { state: $B/state, thumbnails: $B/thumbs }
        interface: { interactive: true }
        cache: { size: 0 }
        playlist: $B/programme.yaml
        END
        token=$($VITRINE token add operator --state $B/state)
        cat > $B/begin <<END
        $VITRINE run --config $B/c.yaml --display headless:1280x720@60 --audio none 2>> $OUT/log &
        echo \\$! > $B/pid
        END
        . $B/begin
        until curl -sf http://127.0.0.1:\(port)/readyz > /dev/null; do sleep 0.1; done
        tools/test.d/mishap-remote http://127.0.0.1:\(port)/ --token $token --vitrine $VITRINE \
          --state $B/state --other '\(other)' --shots $OUT/shots \
          --pause-for-loss 'kill $(cat $B/pid)' '. $B/begin' > $OUT/mishaps 2>&1
        status=$?
        kill $(cat $B/pid)
        exit $status
        """,
      ])
    let told = try String(contentsOf: out.appending(path: "mishaps"), encoding: .utf8)
    #expect(result.status == 0, "\(told.suffix(3000)) \(result.output.suffix(1000))")
    #expect(told.split(separator: "\n").count { $0.hasPrefix("ok") } >= 13)
  }

  private static func name(_ path: String) -> String { URL(filePath: path).lastPathComponent }

  @Test("Everything works in a browser on real devices, too", .enabled(if: Lab.isSoak))
  func drivenRealTime() throws {
    let out = try Lab.folder("web-remote-lab")
    let result = try Lab.guest(
      ["--memory", "4G", "--touch", "--display", "1280x720@60"], out: out,
      "ip link set lo up; mkdir -p /run/b; B=/run/b\n"
        + script(try clips(), display: "--audio hw:CARD=Loopback,DEV=0", port: 8080, looks: 5))
    let drive = try String(contentsOf: out.appending(path: "drive"), encoding: .utf8)
    #expect(result.status == 0, "\(drive.suffix(3000)) \(result.output.suffix(1000))")
  }
}
