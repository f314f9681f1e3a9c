import Foundation
import Testing

/// A film that moves from one display to the other, read from screenshots and the kernel's flips.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct HandOverTests {
  private struct Status: Decodable {
    let paused: Bool
    let position: Double
    let location: String
  }

  @Test("The picture moves to the other display at its position, and stops on this one")
  func moves() throws {
    let film = try NumberedClip(seconds: 20)
    let other = try Clips.motion("hand-over-other.mp4", size: "640x480", seconds: 9)
    let out = try Lab.folder("hand-over")
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--outputs", "2", "--display", "640x480@60"], out: out,
      """
      cd /tmp; ip link set lo up; export VITRINE_SOCKET=/tmp/c.sock
      printf '%s\\n' '\(other)' '\(film.path)' > other.m3u
      $VITRINE token add self --role control --state /tmp/state > token
      printf '%s\\n' 'playlist: \(film.path)' 'audio: {device: none}' \
        'control: {http: "127.0.0.1:8080", trust-machine: false}' \
        'outputs: {Virtual-2: {playlist: /tmp/other.m3u}}' \
        'access: {"http://127.0.0.1:8080": {token-file: /tmp/token}}' > two.yaml
      $VITRINE run --config two.yaml --socket /tmp/c.sock --state /tmp/state 2> $OUT/log & P=$!
      sleep 3; $CTL seek 8; sleep 1
      $CTL hand-over 'http://127.0.0.1:8080?output=Virtual-2'; echo "moved with $?"
      $CTL --output Virtual-2 pause
      # Until the notice on the first display is gone.
      sleep 10
      $CTL screenshot $OUT/shot-1.png; $CTL --output Virtual-2 screenshot $OUT/shot-2.png
      $CTL --json status; $CTL --output Virtual-2 --json status
      cat /sys/kernel/tracing/trace > $OUT/before
      echo > /sys/kernel/tracing/trace
      $CTL --output Virtual-2 play; sleep 2
      cat /sys/kernel/tracing/trace > $OUT/after
      kill $P; wait $P
      """)
    let log = try String(contentsOf: out.appending(path: "log"), encoding: .utf8)
    #expect(result.output.contains("moved with 0"), "\(result.output) \(log)")
    let states = result.output.split(whereSeparator: \.isNewline).compactMap {
      try? JSONDecoder().decode(Status.self, from: Data($0.utf8))
    }
    try #require(states.count == 2, "\(result.output) \(log)")
    #expect(states.allSatisfy { $0.paused && $0.location == film.path })
    // The receiver begins where the sender was, and repeats the time of opening.
    let (left, entered) = (states[0].position, states[1].position)
    #expect(entered > 8.9 && entered < 10 && left >= entered && left < entered + 1.5, "\(states)")
    let numbers = try NumberedClip.numbers(in: out, count: 2)
    for (number, state) in zip(numbers, states) {
      let shown = try #require(number)
      #expect(abs(Double(shown) / NumberedClip.rate - state.position) < 0.1, "\(states) \(numbers)")
    }
    // From now on only the other display flips.
    let after = out.appending(path: "after")
    #expect(try FlipTrace(after, crtc: 0).flips.count < 10)
    #expect(try FlipTrace(after, crtc: 1).flips.count > 50)
  }
}
