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
    /// If `vitrine explain` reports more than `vitrine health`.
    var explain: Words?

    var testDescription: String { name }
  }

  private static let plug = "/sys/kernel/config/vkms/lab/connectors/o/status"
  /// Makes /sys/class writable, with everything that is in it.
  private static let ownClasses =
    "mkdir /tmp/c; mount --bind /sys/class /tmp/c; mount -t tmpfs none /sys/class; "
    + "for d in /tmp/c/*; do mkdir /sys/class/${d##*/}; mount --bind $d /sys/class/${d##*/}; done; "
  private static let lightSensor = "/sys/bus/iio/devices/iio:device0"
  private static let powered = "playlist: [/tmp/films]\npower: {schedule: [mon-sun 00:00-24:00]}"

  static let problems = [
    Problem(
      name: "the cable is pulled", options: ["--planes", "4"], during: "echo 2 > \(plug)",
      health: Words("Virtual-1 is no longer connected", "Check the cable"),
      doctor: Words("nothing is connected", "video=")),
    Problem(
      name: "the configured connector does not exist",
      configuration: "playlist: [/tmp/films]\ndisplay: {connector: HDMI-A-7}",
      health: Words("HDMI-A-7", "vitrine doctor"),
      doctor: Words("available: Virtual-1", "display.connector")),
    Problem(
      name: "the display lacks the configured mode",
      configuration: "playlist: [/tmp/films]\ndisplay: {mode: 1234x777}",
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
      configuration: "playlist: [/tmp/films]\naudio: {device: 'hw:CARD=None'}",
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
      health: Words("continuing with the previous configuration", "vitrine config check"),
      doctor: Words("moode", "vitrine config check")),
    Problem(
      name: "a server is unreachable",
      configuration: "playlist: [/tmp/menu.m3u]",
      health: nil,
      doctor: Words("http://127.0.0.1:9/a.mp4", "curl -I")),
    Problem(
      name: "input devices are not readable", options: ["--touch"],
      before: "chmod 600 /dev/input/event*", user: "--user nobody",
      doctor: Words("/dev/input", "udev")),
    Problem(
      name: "the machine is too hot",
      before: ownClasses
        + "mkdir -p /sys/class/thermal/thermal_zone0; echo 97000 > /sys/class/thermal/thermal_zone0/temp",
      health: Words("High temperature: 97", "cooling"),
      doctor: Words("too hot: 97 °C", "improve the cooling")),
    Problem(
      name: "the supply voltage is too low",
      before: "mount -t tmpfs none /sys/class/hwmon; cd /sys/class/hwmon; mkdir hwmon0; "
        + "echo rpi_volt > hwmon0/name; echo 1 > hwmon0/in0_lcrit_alarm; cd /",
      health: Words("supply voltage is too low", "power supply"),
      doctor: Words("voltage is too low", "power supply")),
    Problem(
      name: "another program uses the sound device",
      before:
        "aplay -q -D hw:CARD=Dummy,DEV=0,SUBDEV=0 -f S16_LE -r 48000 -c 2 /dev/zero & sleep 1",
      configuration: "playlist: [/tmp/films]\naudio: {device: 'hw:CARD=Dummy,DEV=0,SUBDEV=0'}",
      health: Words("No sound: ", "audio.device"),
      doctor: Words("aplay (process", "sudo kill")),
    Problem(
      name: "the mixer is muted, and the player leaves it alone",
      options: ["--audio", "loopback"],
      before:
        "printf 'state.Loopback {\\ncontrol.90 {\\niface MIXER\\nname \"Master Playback Switch\"\\n"
        + "value false\\ncomment {\\naccess \"read write user\"\\ntype BOOLEAN\\ncount 1\\n}\\n}\\n}\\n' "
        + "> /tmp/mixer; alsactl -f /tmp/mixer restore Loopback 2> /dev/null",
      configuration:
        "playlist: [/tmp/films]\naudio: {device: 'hw:CARD=Loopback,DEV=0', mixer: keep}",
      doctor: Words("muted in the mixer: Master", "amixer -c 0 sset Master 0dB unmute")),
    Problem(
      name: "the data of a zone is damaged",
      before: "mkdir /tmp/board; printf 'a,b\\n1,2,3\\n' > /tmp/board/menu.csv; "
        + "cp /tmp/board/menu.csv /tmp/board/texts.csv; cp templates/menu-board.yaml /tmp/board.yaml",
      configuration: "playlist: [/tmp/films]\nzones: {template: /tmp/board.yaml, data: /tmp/board}",
      health: Words("zones: /tmp/board/menu.csv: line 2", "vitrine template preview"),
      doctor: Words("zones: /tmp/board/menu.csv: line 2", "vitrine template preview")),
    Problem(
      name: "the picture of an overlay is damaged",
      before: "head -c 5000 /dev/urandom > /tmp/logo.png",
      configuration: "playlist: [/tmp/films]\noverlays: {logo: {image: /tmp/logo.png}}",
      health: Words(
        "overlays.logo: /tmp/logo.png: neither a PNG nor a JPEG file", "section overlays"),
      doctor: Words(
        "overlays.logo: /tmp/logo.png: neither a PNG nor a JPEG file", "replace the file")),
    Problem(
      name: "the light sensor fails",
      before: "mount -t tmpfs none /sys/bus/iio/devices; mkdir \(lightSensor); "
        + "echo chip > \(lightSensor)/name; echo 100 > \(lightSensor)/in_illuminance_raw",
      during: "echo -1 > \(lightSensor)/in_illuminance_raw; sleep 30",
      configuration: "playlist: [/tmp/films]\ndisplay: {brightness: sensor}",
      health: Words("light sensor chip: Input/output error", "vitrine doctor"),
      doctor: Words("sensor chip: Input/output error", "/sys/bus/iio/devices")),
    Problem(
      name: "the folder of content updates does not exist",
      configuration: "playlist: [/tmp/films]\ncontent: {folder: /tmp/none}",
      health: Words("content: /tmp/none: No such file", "folder"),
      doctor: Words("/tmp/none: no such file or folder", "content.folder")),
    Problem(
      name: "the server of content updates is unreachable",
      configuration: "playlist: [/tmp/films]\ncontent: {manifest: 'http://127.0.0.1:9/m.json'}",
      health: Words("127.0.0.1:9/m.json: 127.0.0.1 refused the connection", "server"),
      doctor: Words("the previous content stays", "curl -I http://127.0.0.1:9/m.json")),
    Problem(
      name: "the port of the web remote is taken",
      before: "python3 -m http.server -b 127.0.0.1 8080 > /dev/null 2>&1 & sleep 3",
      configuration: "playlist: [/tmp/films]\ncontrol: {http: '127.0.0.1:8080'}",
      health: Words("127.0.0.1:8080: Address already in use", "Stop the other program")),
    Problem(
      name: "the certificate of a server is refused",
      before: "cd /tmp; openssl req -x509 -newkey rsa:2048 -nodes -keyout k.pem -out c.pem -days 9 "
        + "-subj /CN=127.0.0.1 2> /dev/null; openssl s_server -quiet -accept 8443 -key k.pem "
        + "-cert c.pem -WWW > /dev/null 2>&1 & sleep 2; echo https://127.0.0.1:8443/a.mp4 > /tmp/menu.m3u",
      configuration: "playlist: [/tmp/menu.m3u]",
      health: Words("certificate of 127.0.0.1 is self-signed; configure it as the CA", "check"),
      doctor: Words("certificate of 127.0.0.1 is self-signed", "curl -I https://127.0.0.1")),
    Problem(
      name: "the configuration has an error at the start",
      configuration: "playlist: [/tmp/films]\ndisplay: {moode: x}",
      health: Words("moode", "vitrine config check"),
      doctor: Words("moode", "vitrine config check")),
    Problem(
      name: "a changed setting waits for a restart",
      during:
        "echo 'control: {http: \"127.0.0.1:8081\"}' >> $KIOSK; kill -HUP $P; sleep 2",
      health: Words("need a restart: control", "systemctl restart vitrine")),
    Problem(
      name: "the folder to play is empty", before: "mkdir /tmp/empty",
      configuration: "playlist: [/tmp/empty]",
      health: Words("The playlist is empty", "Add entries"),
      doctor: Words("/tmp/empty: empty", "add entries")),
    Problem(
      name: "the player has crashed", during: "kill -SEGV $P; wait $P; \(restart)",
      explain: Words("The player crashed: signal 11", "vitrine support")),
    Problem(
      name: "the watchdog has ended the player", during: "kill -ABRT $P; wait $P; \(restart)",
      explain: Words("the service manager ended it after a timeout", "sudo dmesg")),
    Problem(
      name: "the player does not run", during: "kill -KILL $P",
      explain: Words("no player answers", "check systemctl status vitrine")),
  ]

  private static let restart = "$VITRINE run --config $KIOSK 2>> /tmp/log & P=$!; sleep 3"

  @Test("Each problem is named with its cause and its cure", arguments: problems)
  func problem(_ problem: Problem) throws {
    let (health, doctor, output) = try examine(problem)
    if let words = problem.explain ?? problem.health {
      let explanation = output.components(separatedBy: "=explain").last ?? ""
      #expect(explanation.contains(words.cause) && explanation.contains(words.cure), "\(output)")
    }
    if let words = problem.health {
      let line = health.first { $0.problem.contains(words.cause) }
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
    #expect(health.isEmpty && output.contains(#""level":"ok""#), "\(health)\n\(output)")
    #expect(doctor.allSatisfy { $0.verdict == "advice" }, "\(doctor)\n\(output)")
  }

  /// The clock is set forward between the hours: the player waits for ten seconds of each. The long form waits for all
  /// of it.
  @Test("A healthy machine reports nothing in a week with nights off, at any hour")
  func week() throws {
    let clip = try Clips.motion("problem-a.mp4", size: "160x120", seconds: 2)
    let out = try Lab.folder("healthy-week")
    let result = try Lab.guest(
      ["--travel", "--display", "320x240@60", "--audio", "dummy", "--time-limit", "20000"],
      out: out,
      """
      export STATE_DIRECTORY=/tmp/state RUNTIME_DIRECTORY=/run/vitrine VITRINE_SOCKET=/run/c.sock
      mkdir -p /tmp/state /run/vitrine; date -s '2026-06-01 00:00' > /dev/null
      cat > /tmp/list.yaml <<'LIST'
      items:
      - {color: "#204080", title: morning, duration: 11, when: ["mon-sun 07:00-12:00"]}
      - {color: "#802040", title: a, duration: 7}
      - {color: "#408020", title: b, duration: 9, per-hour: 20}
      LIST
      printf '%s\\n' '- {file: "\(clip)"}' >> /tmp/list.yaml
      printf '%s\\n' 'playlist: [/tmp/list.yaml]' 'audio: {device: none}' \
        'power: {schedule: [mon-sun 06:30-22:00]}' > /tmp/v.yaml
      $VITRINE run --config /tmp/v.yaml --socket $VITRINE_SOCKET 2> $OUT/log & P=$!
      sleep 5
      python3 - \(Lab.isSoak ? 3600 : 10) <<'HOURS' > $OUT/hours
      import json, os, socket, sys, time
      step = int(sys.argv[1])
      for hour in range(168):
          time.sleep(step)
          time.clock_settime(time.CLOCK_REALTIME, time.time() + 3600 - step)
          client = socket.socket(socket.AF_UNIX)
          client.connect(os.environ["VITRINE_SOCKET"])
          client.sendall(b'{"command": ["health"]}\\n')
          health = json.loads(client.makefile().readline())["data"]
          client.close()
          print(health["level"], health["power"], health["problems"], flush=True)
      HOURS
      $VITRINE explain --state /tmp/state > $OUT/explain
      $VITRINE doctor --config /tmp/v.yaml > $OUT/doctor
      kill $P; wait $P
      """)
    func lines(_ name: String) throws -> [String] {
      try String(contentsOf: out.appending(path: name), encoding: .utf8)
        .split(whereSeparator: \.isNewline).map(String.init)
    }
    let hours = try lines("hours")
    #expect(
      hours.count == 168 && hours.allSatisfy { $0.hasPrefix("ok ") }, "\(hours) \(result.output)")
    // Of 24 hours, 15 or 16 are on.
    let nights = hours.count { $0.hasPrefix("ok off") }
    #expect((50...63).contains(nights), "\(nights)")
    #expect(try lines("explain") == ["Nothing went wrong", "No fault is recorded"])
    let findings = try lines("doctor").filter { !$0.hasPrefix("good ") && !$0.hasPrefix(" ") }
    // The lab has neither a time server nor a disk.
    #expect(
      findings.map { String($0.prefix(20)) }
        == ["advice clock        ", "advice storage      ", "Ready to play, with "], "\(findings)")
    let log = try lines("log").filter { $0.hasPrefix("warning:") || $0.hasPrefix("error:") }
    #expect(log == [])
  }

  private struct Line {
    let problem, cure, verdict: String
  }

  private func examine(_ problem: Problem) throws -> (health: [Line], doctor: [Line], String) {
    let clips = try ["a", "b"].map {
      try Clips.motion("problem-\($0).mp4", size: "160x120", seconds: 2)
    }
    let isDoctorAsked = problem.doctor != nil || problem.health == nil
    let options =
      (problem.options.contains("--audio") ? [] : ["--audio", "dummy"])
      + (problem.options.contains("--planes") ? [] : ["--display", "640x480@60"]) + problem.options
    let result = try Lab.guest(
      ["--travel"] + options,
      """
      # The runtime's backtrace of a debug build takes minutes.
      export SWIFT_BACKTRACE=enable=no STATE_DIRECTORY=/tmp/state RUNTIME_DIRECTORY=/run/vitrine KIOSK=/tmp/kiosk.yaml
      mkdir -p /tmp/state /run/vitrine /tmp/films
      mount -t tmpfs -o size=512m none /tmp/state; date -s '2026-06-03 12:00' > /dev/null
      cp '\(clips[0])' /tmp/films/a.mp4; cp '\(clips[1])' /tmp/films/b.mp4
      printf '/tmp/films/a.mp4\\n/tmp/films/b.mp4\\n' > /tmp/menu.m3u.good
      echo http://127.0.0.1:9/a.mp4 > /tmp/menu.m3u
      cat > $KIOSK <<'CONFIGURATION'
      \(problem.configuration)
      CONFIGURATION
      \(problem.before)
      $VITRINE run --config $KIOSK 2> /tmp/log & P=$!
      sleep 5
      \(problem.during)
      sleep 8
      echo '=health'; $VITRINE health --json --socket /run/vitrine/control.sock 2> /dev/null
      \(isDoctorAsked ? "echo '=doctor'; $VITRINE doctor --json --config $KIOSK \(problem.user) 2> /dev/null" : "")
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
    let health = (try? JSONDecoder().decode(Health.self, from: json("health")))?.findings ?? []
    let doctor =
      isDoctorAsked ? try JSONDecoder().decode([Finding].self, from: json("doctor")) : []
    return (
      health.map { Line(problem: $0.problem, cure: $0.cure, verdict: $0.severity) },
      doctor.filter { $0.verdict != "good" }.map {
        Line(problem: $0.detail, cure: $0.cure ?? "", verdict: $0.verdict)
      }, result.output
    )
  }
}
