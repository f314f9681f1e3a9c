import Foundation
import Testing

/// The cost of a service that shows a still picture: its watchdog, health, black box and saved positions.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct IdleCostTests {
  /// Scheduled: the position in another list is saved once a minute.
  private static let list =
    "items:\\n- {color: \"#204080\", title: still, duration: 7200, weight: 1}\\n"

  /// On the machine that runs the tests.
  @Test("In real time, it takes at most half a percent of a core")
  func processorRealTime() throws {
    Lab.inRealTime()
    let out = try Lab.folder("idle-cost")
    let result = try Lab.run(
      "bash",
      [
        "-c",
        """
        cd '\(out.path)'; mkdir run; printf '\(Self.list)' > list.yaml
        ticks() { awk '{print $14 + $15}' /proc/$P/stat; }
        RUNTIME_DIRECTORY=$PWD/run '\(Lab.player)' run --playlist list.yaml --state state --socket ./c.sock \
          --display headless:640x480@60 --audio none 2> log & P=$!
        for try in $(seq 100); do grep -q playing log && break; sleep 0.1; done
        sleep 5; before=$(ticks); sleep 30; after=$(ticks)
        '\(Lab.player)' health --socket ./c.sock
        kill $P; wait $P
        echo "cost $(((after - before) * 1000000 / $(getconf CLK_TCK) / 30))"
        """,
      ])
    let words = result.output.split(whereSeparator: \.isWhitespace)
    let place = try #require(words.lastIndex(of: "cost"), "\(result.output)")
    // In millionths of a core.
    let cost = try #require(Double(words[place + 1]))
    #expect(result.output.contains("OK: a picture is on"), "\(result.output)")
    #expect(cost > 0 && cost <= 5000, "\(result.output)")
    print("idle service: \((cost / 100).rounded() / 100) % of a core")
  }

  @Test("In an hour, nothing in the state folder is written")
  func disk() throws {
    let result = try Lab.guest(
      ["--travel", "--display", "320x240@60", "--audio", "none"],
      """
      mkdir -p /tmp/state /run/vitrine; export RUNTIME_DIRECTORY=/run/vitrine
      date -s '2026-06-03 12:00' > /dev/null; printf '\(Self.list)' > /tmp/list.yaml
      printf 'playlist: [/tmp/list.yaml]\\naudio: {device: none}\\n' > /tmp/v.yaml
      $VITRINE run --config /tmp/v.yaml --state /tmp/state --socket /run/c.sock 2> /tmp/log & P=$!
      # The proof of play and the schedule's accounts of the start are written within minutes.
      sleep 900; touch /tmp/mark; sleep 3600
      $VITRINE health --socket /run/c.sock
      echo "written: $(find /tmp/state -newer /tmp/mark)"
      echo "present: $(find /tmp/state -type f | wc -l)"
      kill $P; wait $P
      """)
    #expect(result.output.contains("OK: a picture is on"), "\(result.output)")
    #expect(
      result.output.contains("written: \r\n") || result.output.contains("written: \n"),
      "\(result.output)")
    #expect(!result.output.contains("present: 0"), "\(result.output)")
  }
}
