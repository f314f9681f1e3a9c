import Foundation
import Testing

/// Problems that operators meet, injected one at a time into a machine whose service runs, and the reports of
/// `vitrine health`, `vitrine explain` and `vitrine doctor`.
@Suite(.enabled(if: Lab.isThere))
struct ProblemTests {
  /// The words of one program about a problem: its cause, and its cure.
  struct Words: Sendable {
    let cause, cure: String

    init(_ cause: String, _ cure: String) { (self.cause, self.cure) = (cause, cure) }
  }

  struct Problem: Sendable, CustomTestStringConvertible {
    let name: String
    var options: [String] = []
    /// Commands before the service starts, and after it has run for 5 s.
    var before = ""
    var during = ""
    var configuration = "playlist: [/tmp/films]"
    var user = ""
    /// Nil if the program cannot know of it.
    var health: Words?
    var doctor: Words?

    var testDescription: String { name }
  }

  private static let plug = "/sys/kernel/config/vkms/lab/connectors/o/status"
  private static let powered = "playlist: [/tmp/films]\\npower: {schedule: [mon-sun 00:00-24:00]}"

  static let problems = [
    Problem(
      name: "the cable is pulled", options: ["--planes", "4"], during: "echo 2 > \(plug)",
      health: Words("Virtual-1 is no longer connected", "Check the cable"),
      doctor: Words("nothing is connected", "video=")),
    Problem(
      name: "the configured connector does not exist",
      configuration: "playlist: [/tmp/films]\\ndisplay: {connector: HDMI-A-7}",
      health: Words("HDMI-A-7", "vitrine doctor"),
      doctor: Words("available: Virtual-1", "display.connector")),
    Problem(
      name: "the display lacks the configured mode",
      configuration: "playlist: [/tmp/films]\\ndisplay: {mode: 1234x777}",
      health: Words("1234x777", "vitrine doctor"), doctor: Words("no mode 1234x777", "display")),
    Problem(
      name: "another program owns the display",
      before: "for card in /dev/dri/card*; do sleep 600 9<>$card & done; sleep 1",
      health: Words("belongs to sleep", "vitrine doctor"),
      doctor: Words("sleep (process", "sudo kill")),
    Problem(
      name: "there is no sound card", options: ["--audio", "none"],
      health: Words("No sound: no sound card", "vitrine probe"),
      doctor: Words("no sound card", "--audio none")),
    Problem(
      name: "the sound device does not exist",
      configuration: "playlist: [/tmp/films]\\naudio: {device: 'hw:CARD=None'}",
      health: Words("No sound: ", "audio.device"),
      doctor: Words("cannot open hw:CARD=None", "aplay -L")),
    Problem(
      name: "the playlist does not exist", before: "rm /tmp/menu.m3u",
      configuration: "playlist: [/tmp/menu.m3u]",
      health: Words("menu.m3u", "vitrine"), doctor: Words("/tmp/menu.m3u: ", "ls -l /tmp/menu.m3u")),
    Problem(
      name: "the playlist is invalid",
      before: "printf 'items: [{fille: a.mp4}]\\n' > /tmp/menu.yaml",
      configuration: "playlist: [/tmp/menu.yaml]",
      health: Words("menu.yaml", "vitrine"), doctor: Words("unknown key", "vitrine list check")),
    Problem(
      name: "an edit makes the playlist invalid",
      before: "cp /tmp/menu.m3u.good /tmp/menu.m3u",
      during: "echo gopher://a/b > /tmp/menu.m3u; sleep 5",
      configuration: "playlist: [/tmp/menu.m3u]",
      health: Words("menu.m3u", "vitrine list check"),
      doctor: Words("/tmp/menu.m3u:1", "vitrine list check")),
    Problem(
      name: "all files are missing", before: "echo /tmp/none.mp4 > /tmp/menu.m3u",
      configuration: "playlist: [/tmp/menu.m3u]",
      health: Words("no item can be played", "vitrine check"),
      doctor: Words("nothing can be played", "list check")),
    Problem(
      name: "some files are missing",
      before: "(cat /tmp/menu.m3u.good; echo /tmp/none.mp4) > /tmp/menu.m3u", during: "sleep 10",
      configuration: "playlist: [/tmp/menu.m3u]",
      health: Words("Cannot play none.mp4", "vitrine check"),
      doctor: Words("none.mp4: no such file", "list check")),
    Problem(
      name: "a file is damaged",
      before:
        "head -c 50000 /dev/urandom > /tmp/bad.mp4; (cat /tmp/menu.m3u.good; echo /tmp/bad.mp4) > /tmp/menu.m3u",
      during: "sleep 10", configuration: "playlist: [/tmp/menu.m3u]",
      health: Words("Cannot play bad.mp4: not a media file", "vitrine check")),
    Problem(
      name: "the service may not read a file",
      before:
        "cp /tmp/films/a.mp4 /tmp/secret.mp4; chmod 600 /tmp/secret.mp4; echo /tmp/secret.mp4 > /tmp/menu.m3u",
      configuration: "playlist: [/tmp/menu.m3u]", user: "--user nobody",
      doctor: Words("nobody may not read /tmp/secret.mp4", "sudo chmod o+r")),
    Problem(
      name: "the user may not use the display", user: "--user nobody",
      doctor: Words("nobody may not read and write", "udev/rules.d")),
    Problem(
      name: "an item is quarantined",
      before:
        "printf 'vitrine place 1\\nindex 0\\nposition 0\\nlocation /a\\nleft-out /tmp/films/b.mp4\\nend\\n' "
        + "> $RUNTIME_DIRECTORY/place-main",
      doctor: Words("/tmp/films/b.mp4 crashed the player", "vitrine check")),
    Problem(
      name: "the state folder is read-only", before: "mount -o remount,ro /tmp/state",
      health: Words("The disk is read-only", "sudo dmesg"), doctor: Words("read-only", "remount,rw")
    ),
    Problem(
      name: "the disk is full", during: "dd if=/dev/zero of=/tmp/state/full bs=1M 2>/dev/null",
      health: Words("disk", "Delete"), doctor: Words("0 MB free", "du -xhd2")),
    Problem(
      name: "the clock is wrong, and a schedule needs it",
      before: "date -s '1970-01-02' > /dev/null",
      configuration: powered,
      health: Words("The clock is not set", "timedatectl"),
      doctor: Words("it says 1970", "set-ntp true")),
    Problem(
      name: "the configuration has an error",
      during: "echo 'display: {moode: x}' >> $KIOSK; kill -HUP $P; sleep 2",
      doctor: Words("moode", "vitrine config check")),
    Problem(
      name: "a server is unreachable",
      configuration: "playlist: [/tmp/menu.m3u]\\n",
      health: nil,
      doctor: Words("http://127.0.0.1:9/a.mp4", "curl -I")),
    Problem(
      name: "input devices are not readable", options: ["--touch"],
      before: "chmod 600 /dev/input/event*", user: "--user nobody",
      doctor: Words("/dev/input", "udev")),
  ]

  @Test("Each problem is named with its cause and its cure", arguments: problems)
  func problem(_ problem: Problem) throws {
    let (health, doctor, output) = try examine(problem)
    if let words = problem.health {
      let line = health.first { $0.problem.contains(words.cause) }
      let explanation = output.components(separatedBy: "=explain").last ?? ""
      #expect(explanation.contains(words.cause) && explanation.contains(words.cure), "\(output)")
      #expect(line?.cure.contains(words.cure) == true, "health: \(health)\n\(output)")
    }
    if let words = problem.doctor {
      let line = doctor.first { $0.problem.contains(words.cause) }
      #expect(line?.cure.contains(words.cure) == true, "doctor: \(doctor)\n\(output)")
    }
  }

  @Test("A healthy machine has no problem")
  func healthy() throws {
    let (health, doctor, output) = try examine(Problem(name: "none"))
    #expect(health.isEmpty, "\(health)\n\(output)")
    #expect(doctor.allSatisfy { $0.verdict == "advice" }, "\(doctor)\n\(output)")
  }

  private struct Line {
    let problem, cure, verdict: String
  }

  private func examine(_ problem: Problem) throws -> (health: [Line], doctor: [Line], String) {
    let clips = try ["a", "b"].map {
      try Clips.motion("problem-\($0).mp4", size: "160x120", seconds: 2)
    }
    let options =
      (problem.options.contains("--audio") ? [] : ["--audio", "dummy"])
      + (problem.options.contains("--planes") ? [] : ["--display", "640x480@60"]) + problem.options
    let result = try Lab.guest(
      ["--travel"] + options,
      """
      export STATE_DIRECTORY=/tmp/state RUNTIME_DIRECTORY=/run/vitrine KIOSK=/tmp/kiosk.yaml
      mkdir -p /tmp/state /run/vitrine /tmp/films
      mount -t tmpfs -o size=512m none /tmp/state; date -s '2026-06-03 12:00' > /dev/null
      cp '\(clips[0])' /tmp/films/a.mp4; cp '\(clips[1])' /tmp/films/b.mp4
      printf '/tmp/films/a.mp4\\n/tmp/films/b.mp4\\n' > /tmp/menu.m3u.good
      echo http://127.0.0.1:9/a.mp4 > /tmp/menu.m3u
      printf '\(problem.configuration)\\n' > $KIOSK
      \(problem.before)
      $VITRINE run --config $KIOSK 2> /tmp/log & P=$!
      sleep 5
      \(problem.during)
      sleep 8
      echo '=health'; $VITRINE health --json --socket /run/vitrine/control.sock 2> /dev/null
      echo '=doctor'; $VITRINE doctor --json --config $KIOSK \(problem.user) 2> /dev/null
      echo '=log'; cat /tmp/log
      echo '=explain'; $VITRINE explain --state /tmp/state --socket /run/vitrine/control.sock
      """)
    let parts = result.output.replacing("\r\n", with: "\n").split(
      separator: "\n=", omittingEmptySubsequences: false)
    func json(_ name: String) -> Data {
      let part = parts.first { $0.hasPrefix(name) || $0.hasPrefix("=\(name)") } ?? ""
      guard let start = part.firstIndex(where: "[{".contains),
        let end = part.lastIndex(where: "]}".contains)
      else {
        return Data()
      }
      return Data(part[start...end].utf8)
    }
    struct Health: Decodable {
      struct Row: Decodable { let problem, severity, cure: String }
      let findings: [Row]
    }
    struct Finding: Decodable {
      let verdict, detail: String
      let cure: String?
    }
    let health = try JSONDecoder().decode(Health.self, from: json("health")).findings
    let doctor = try JSONDecoder().decode([Finding].self, from: json("doctor"))
    return (
      health.map { Line(problem: $0.problem, cure: $0.cure, verdict: $0.severity) },
      doctor.filter { $0.verdict != "good" }.map {
        Line(problem: $0.detail, cure: $0.cure ?? "", verdict: $0.verdict)
      }, result.output
    )
  }
}
