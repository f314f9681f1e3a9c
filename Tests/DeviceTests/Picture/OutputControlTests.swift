import Foundation
import Testing

/// Players of several connectors, each controlled over its own socket.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct OutputControlTests {
  private struct Status: Decodable {
    let phase: String
    let paused: Bool
    let item: String?
  }

  private struct Health: Decodable {
    struct Output: Decodable { let name: String }

    let picture: Bool
    let outputs: [Output]
  }

  @Test("Each output of a service is controlled separately, and all end together")
  func outputs() throws {
    let out = try Lab.folder("output-control")
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--outputs", "2", "--display", "640x480@60"], out: out,
      """
      cd /tmp; printf '%s\\n' 'playlist: \(try clip(1))' 'audio: {device: none}' \
        'outputs: {Virtual-2: {playlist: \(try clip(2))}}' \
        'control: {http: "127.0.0.1:8080", encryption: false}' > two.yaml
      export VITRINE_SOCKET=/tmp/c.sock
      $VITRINE run --config two.yaml --socket /tmp/c.sock 2> $OUT/log & P=$!
      sleep 3; ctl() { $CTL "$@" || echo "refused with $?"; }
      ls *.sock
      ctl --output Virtual-2 pause; ctl --json status; ctl --output Virtual-2 --json status
      ctl --output Virtual-2 load '\(try clip(3))'; ctl --output Virtual-2 play; sleep 5
      ctl --json status; ctl --output Virtual-2 --json status
      ctl --output Virtual-2 screenshot $OUT/two.png
      threads() { cat /proc/$P/task/*/comm | grep -c overlay; }
      threads; ctl --output Virtual-2 message as emergency for 6s Leave now; sleep 2; threads
      ctl --output Virtual-2 screenshot $OUT/message.png; sleep 6; threads
      $VITRINE health; ctl --json --output Virtual-2 health
      for name in main Virtual-2; do curl -s "http://127.0.0.1:8080/api/v1/health?output=$name"; echo; done
      ctl --output Virtual-2 clear; sleep 2; $VITRINE health; echo "health $?"
      ctl --output Virtual-9 status
      ctl --output Virtual-2 quit; wait $P; echo "ended with $?"; ls *.sock
      """)
    let lines = result.output.split(whereSeparator: \.isNewline).map(String.init)
    #expect(lines.starts(with: ["c-Virtual-2.sock", "c.sock"]), "\(result.output)")
    let states = lines.filter { $0.hasPrefix("{") }.compactMap {
      try? JSONDecoder().decode(Status.self, from: Data($0.utf8))
    }
    try #require(states.count == 4, "\(result.output)")
    #expect(states.map(\.paused) == [false, true, false, false])
    #expect(
      states.map(\.item) == [
        "output-1.mp4", "output-2.mp4", "output-1.mp4", "output-3.mp4",
      ])
    let shot = try Pixels(png: out.appending(path: "two.png"))
    #expect((shot.width, shot.height) == (640, 480))
    // The interface is open only while it shows a message, whose card has the emergency's colour.
    #expect(lines.filter { Int($0) != nil } == ["0", "1", "0"], "\(result.output)")
    let message = try Pixels(png: out.appending(path: "message.png"))
    let card = message[320, 200]
    #expect(zip(card, [164, 0, 29]).allSatisfy { abs($0 - $1) <= 6 }, "\(card)")
    #expect(message[320, 20] != card)
    let pictures = [
      "OK: a picture is on Virtual-1", "Virtual-2: a picture is on Virtual-2",
      "WARNING: Virtual-2: No picture: nothing is playing", "main: a picture is on Virtual-1",
      "Virtual-2: no picture: nothing is playing", "health 1",
    ]
    for picture in pictures {
      #expect(lines.contains { $0.hasPrefix(picture) }, "\(picture): \(result.output)")
    }
    let own = lines.compactMap { try? JSONDecoder().decode(Health.self, from: Data($0.utf8)) }
    #expect(
      own.map { $0.outputs.map(\.name) } == [["Virtual-2"], ["main"], ["Virtual-2"]],
      "\(result.output)")
    #expect(own.first?.picture == true, "\(result.output)")
    #expect(result.output.contains("c-Virtual-9.sock: no player answers"), "\(result.output)")
    #expect(result.output.contains("refused with 69"), "\(result.output)")
    #expect(lines.contains("ended with 0"), "\(result.output)")
    #expect(lines.count { $0.hasSuffix(".sock") && !$0.contains(" ") } == 2, "\(result.output)")
  }

  @Test("A reload applies a new power schedule to every output")
  func timeTable() throws {
    let out = try Lab.folder("output-time-table")
    let tables = ["", "mon-sun 13:00-14:00", "mon-sun 11:00-14:00", "mon-sun 13:00-14:00", ""]
    let looks = try tables.map { table in
      """
      printf '%s\n' 'playlist: \(try clip(1))' 'audio: {device: none}' \
        'outputs: {Virtual-2: {playlist: \(try clip(2))}}' \
        'power: {schedule: [\(table)]}' > two.yaml
      [ $P ] || { $VITRINE run --config two.yaml --socket /tmp/c.sock 2> $OUT/log & P=$!; sleep 3; }
      $CTL reload; sleep 1
      set -- /sys/kernel/debug/dri/*/state; awk '$1 ~ /^active=/ { printf "%s ", $1 }' "$1"; echo
      """
    }
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--outputs", "2", "--display", "640x480@60"], out: out,
      """
      date -s '2026-06-03 12:00' > /dev/null; cd /tmp; P=; export VITRINE_SOCKET=/tmp/c.sock
      \(looks.joined(separator: "\n"))
      kill $P; wait $P
      """)
    let log = try String(contentsOf: out.appending(path: "log"), encoding: .utf8)
    #expect(result.status == 0, "\(result.output) \(log)")
    let (on, off) = ("active=1 active=1 ", "active=0 active=0 ")
    let seen = result.output.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("active") }
    #expect(seen.map(String.init) == [on, off, on, off, on], "\(result.output) \(log)")
    #expect(!log.contains("need a restart"), "\(log)")
  }

  private func clip(_ number: Int) throws -> String {
    try Clips.motion("output-\(number).mp4", size: "160x120", seconds: 2 + number)
  }
}
