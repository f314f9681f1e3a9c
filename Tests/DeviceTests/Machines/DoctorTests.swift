import Foundation
import Testing

/// The findings of `vitrine doctor` on real devices, and its effect on a running player.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct DoctorTests {
  private struct Finding: Decodable {
    let check, verdict, detail: String
    let cure: String?
  }

  /// One run: its findings and exit status.
  private struct Visit {
    let findings: [Finding]
    let status: Int32
    let output: String

    /// Parses the JSON between the first line that is only `[` and the `]` after it.
    init(_ result: Lab.Result) throws {
      (status, output) = (result.status, result.plain)
      let lines = output.split(separator: "\n")
      let start = try #require(lines.firstIndex(of: "["), "\(result.output)")
      let end = try #require(lines[start...].firstIndex(of: "]"), "\(result.output)")
      findings = try JSONDecoder().decode(
        [Finding].self, from: Data(lines[start...end].joined(separator: "\n").utf8))
    }

    func all(_ check: String) -> [Finding] { findings.filter { $0.check == check } }

    /// The first finding of a check with this verdict.
    func first(_ check: String, _ verdict: String) -> Finding? {
      all(check).first { $0.verdict == verdict }
    }
  }

  private func visit(
    _ options: [String], _ command: String = "$VITRINE doctor --json", out: URL? = nil
  ) throws -> Visit {
    try Visit(
      try Lab.guest(
        ["--travel"] + options, out: out, "export STATE_DIRECTORY=/tmp/state; \(command)"))
  }

  @Test("A machine with display, sound and remote passes every check")
  func good() throws {
    let visit = try visit(["--display", "1280x720@60", "--audio", "dummy", "--touch"])
    #expect(visit.status == 0, "\(visit.output)")
    let checks = [
      "permission", "groups", "device", "master", "connector", "mode", "planes", "sound", "input",
      "memory", "kernel", "board", "decoder", "service", "configuration",
    ]
    for check in checks {
      #expect(visit.all(check).map(\.verdict) == ["good"], "\(visit.all(check))")
    }
    #expect(visit.first("device", "good")?.detail.contains("(vkms)") == true)
    #expect(visit.first("mode", "good")?.detail.contains("1280x720@60") == true)
    #expect(visit.first("input", "good")?.detail.contains("touch: ") == true)
    // Data in memory is lost on a power cut.
    #expect(visit.first("storage", "advice")?.detail.contains("tmpfs") == true)
  }

  @Test("The text output has columns, a remedy below each problem, and a summary")
  func text() throws {
    let result = try Lab.guest(
      ["--travel", "--display", "none", "--audio", "none"], "$VITRINE doctor")
    #expect(result.status == 69, "\(result.output)")
    #expect(result.plain.contains("bad    device         /dev/dri"))
    #expect(result.plain.contains("\n                      -> "))
    #expect(result.plain.contains("2 problems to fix"))
  }

  @Test("A missing card is reported with the command that helps to find it")
  func noDevice() throws {
    let visit = try visit(["--display", "none"])
    #expect(visit.status == 69)
    #expect(visit.first("device", "bad")?.cure?.contains("dmesg") == true, "\(visit.output)")
    #expect(visit.all("connector").isEmpty && visit.all("mode").isEmpty)
  }

  @Test("Missing permission for a device is reported with the rule or group needed")
  func permission() throws {
    let nobody = "setpriv --reuid 65534 --clear-groups --regid 65534 $VITRINE doctor --json"
    let closed = try visit([], "chmod 600 /dev/dri/*; \(nobody)")
    #expect(closed.status == 77, "\(closed.output)")
    #expect(closed.first("permission", "bad")?.cure?.contains("udev/rules.d") == true)
    #expect(closed.first("device", "bad")?.detail.contains("permission denied") == true)
    let grouped = try visit(
      [], "chgrp video /dev/dri/*; chmod 660 /dev/dri/*; chmod 666 /dev/snd/*; \(nobody)")
    #expect(grouped.status == 77, "\(grouped.output)")
    #expect(
      grouped.first("permission", "bad")?.cure?.hasPrefix("sudo usermod -aG video nobody") == true)
    #expect(grouped.first("groups", "advice")?.cure?.contains("video") == true)
    // Root checks for another user.
    let asked = try visit(
      [], "chgrp video /dev/dri/*; chmod 660 /dev/dri/*; $VITRINE doctor --json --user nobody")
    #expect(asked.status == 77, "\(asked.output)")
    #expect(asked.first("permission", "bad")?.cure?.contains("-aG video nobody") == true)
  }

  @Test("A login older than the group membership has to be renewed")
  func oldLogin() throws {
    let visit = try visit(
      [],
      """
      cp /etc/group /tmp/group; sed -i 's/^video:.*/&nobody/' /tmp/group
      mount --bind /tmp/group /etc/group; chmod 666 /dev/snd/*
      chgrp video /dev/dri/*; chmod 660 /dev/dri/*
      setpriv --reuid 65534 --clear-groups --regid 65534 $VITRINE doctor --json
      """)
    #expect(visit.status == 77, "\(visit.output)")
    #expect(visit.first("permission", "bad")?.cure?.contains("log out and in again") == true)
    #expect(visit.first("groups", "advice")?.detail.contains("this login predates that") == true)
  }

  @Test("Another owner of the display is named and keeps it")
  func otherMaster() throws {
    let visit = try visit(
      [],
      """
      for card in /dev/dri/card*; do sleep 60 9<>$card & done; sleep 1
      $VITRINE doctor --json; status=$?
      grep -h sleep /sys/kernel/debug/dri/[0-9]*/clients
      exit $status
      """)
    #expect(visit.status == 69, "\(visit.output)")
    let finding = try #require(visit.first("master", "bad"), "\(visit.output)")
    let process = try #require(finding.detail.firstMatch(of: /sleep \(process (\d+)\)/)).1
    #expect(finding.cure == "sudo kill \(process)")
    #expect(visit.output.contains(/sleep +\d+ +\d+ +y/), "\(visit.output)")
  }

  @Test("A running player is not reported and loses no frame")
  func whilePlaying() throws {
    let clip = try Clips.motion("doctor.mp4", size: "320x180", rate: "30", seconds: 8)
    let out = try Lab.folder("doctor-playing")
    let visit = try visit(
      ["--travel", "--display", "640x480@60"],
      """
      $VITRINE play --audio hw:CARD=Loopback,DEV=0 --stats $OUT/s.json '\(clip)' 2>/dev/null & P=$!
      sleep 3; for i in 1 2 3 4; do $VITRINE doctor --json; done; wait $P
      """, out: out)
    #expect(visit.first("master", "good")?.detail.contains("vitrine (process") == true)
    #expect(!visit.findings.contains { $0.verdict == "bad" }, "\(visit.output)")
    #expect(visit.first("connector", "good")?.detail.contains("connected") == true)
    let statistics = try Statistics(out.appending(path: "s.json"))
    #expect(statistics.frames.presented == 240 && statistics.frames.dropped == 0)
  }

  @Test("A busy sound device is reported with its owner")
  func otherSound() throws {
    let visit = try visit(
      ["--audio", "loopback"],
      """
      for i in 1 2 3 4 5 6 7 8; do
        sleep 60 | aplay -q -D hw:CARD=Loopback,DEV=0 -f S16_LE -r 48000 -c 2 2>/dev/null &
      done
      sleep 2; $VITRINE doctor --json
      """)
    let finding = try #require(visit.first("sound", "bad"), "\(visit.output)")
    #expect(finding.detail.contains("aplay (process"))
    #expect(finding.cure?.hasPrefix("sudo kill ") == true)
  }

  @Test("Faults in playlists, and files that the player's user may not read, are reported")
  func playlists() throws {
    let visit = try visit(
      ["--audio", "dummy"],
      """
      mkdir -p /tmp/f/private /tmp/run; cd /tmp/f; touch a.mp4 private/b.mp4; chmod 700 private
      printf 'a.mp4\\nprivate/b.mp4\\nnone.mp4\\n' > some.m3u
      printf 'items: [{fille: a.mp4}]\\n' > faulty.yaml
      printf 'playlist: [/tmp/f/some.m3u, /tmp/f/faulty.yaml, /tmp/f/gone.m3u]\\n' > kiosk.yaml
      printf 'vitrine place 1\\nindex 0\\nposition 0\\nlocation /a\\nleft-out /tmp/f/bad.mp4\\nend\\n' \
        > /tmp/run/place-first
      RUNTIME_DIRECTORY=/tmp/run $VITRINE doctor --json --user nobody --config /tmp/f/kiosk.yaml
      """)
    let found = visit.all("playlist")
    for (words, verdict, cure) in [
      ("nobody may not enter /tmp/f/private", "advice", "sudo chmod o+x /tmp/f/private"),
      ("none.mp4: no such file", "advice", "vitrine list check /tmp/f/some.m3u"),
      ("/tmp/f/faulty.yaml:1: ", "bad", "vitrine list check /tmp/f/faulty.yaml"),
      ("/tmp/f/gone.m3u: ", "bad", "ls -l /tmp/f/gone.m3u"),
      ("/tmp/f/bad.mp4 crashed the player", "advice", "vitrine check /tmp/f/bad.mp4; "),
    ] {
      let finding = try #require(found.first { $0.detail.contains(words) }, "\(visit.output)")
      #expect(finding.verdict == verdict && finding.cure?.hasPrefix(cure) == true, "\(finding)")
    }
    #expect(found.count == 5, "\(found)")
  }

  @Test("Configuration errors and missing modes or connectors are reported")
  func configuration() throws {
    let out = try Lab.folder("doctor-configuration")
    func check(_ text: String) throws -> Visit {
      try text.write(to: out.appending(path: "kiosk.yaml"), atomically: true, encoding: .utf8)
      return try visit(
        ["--audio", "dummy", "--display", "640x480@60"],
        "$VITRINE doctor --json --config $OUT/kiosk.yaml", out: out)
    }
    let faulty = try check("display: {moode: highest}")
    #expect(faulty.status == 78, "\(faulty.output)")
    #expect(
      faulty.first("configuration", "bad")?.cure?.hasPrefix("vitrine config check ") == true)
    let impossible = try check("display: {mode: 1234x777}")
    #expect(impossible.status == 78, "\(impossible.output)")
    #expect(impossible.first("mode", "bad")?.detail.contains("no mode 1234x777") == true)
    let elsewhere = try check("display: {connector: DP-7}")
    #expect(elsewhere.first("connector", "bad")?.detail.contains("available: Virtual-1") == true)
  }
}

extension Lab.Result {
  /// The output without the carriage returns of the guest's console.
  fileprivate var plain: String { output.replacing("\r\n", with: "\n") }
}
