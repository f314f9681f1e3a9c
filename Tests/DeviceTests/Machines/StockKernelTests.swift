import Foundation
import Testing

/// The player with displays and terminals of Debian's kernel. Emulation is slow, so the clips are small and each test
/// boots once.
@Suite(.serialized, .enabled(if: Stock.isThere))
struct StockKernelTests {
  /// Starts the player on the first terminal, like a service manager, and continues once the first picture is shown.
  private func play(_ clip: String, as user: String = "", options: String = "") -> String {
    """
    rm -f /tmp/orders /tmp/events; mkfifo /tmp/orders; exec 3<>/tmp/orders
    chmod 666 /tmp/orders
    # As under the journal: each line of the log starts with its priority, so that it can be told apart.
    export JOURNAL_STREAM=$(stat -Lc %d:%i /proc/self/fd/2)
    setsid -c \(user) "$VITRINE" play --audio none --mode 1024x768@60 --commands /tmp/orders \
      --paused \(options) '\(clip)' </dev/tty1 >/tmp/events & player=$!
    until grep -qs '"shown"' /tmp/events; do kill -0 $player || exit 9; sleep 0.1; done
    """
  }

  private func check(_ screenshot: URL) throws {
    let pixels = try Pixels(png: screenshot)
    #expect((pixels.width, pixels.height) == (1024, 768))
    // 16:9 in 4:3, with bars of 96 lines.
    let seen: [((Int, Int), [Int])] = [
      ((512, 40), [0, 0, 0]), ((512, 728), [0, 0, 0]), ((256, 240), [255, 0, 0]),
      ((768, 240), [0, 128, 0]), ((256, 528), [0, 0, 255]), ((768, 528), [255, 255, 255]),
      ((20, 110), [255, 0, 0]), ((1003, 657), [255, 255, 255]),
    ]
    for ((x, y), wanted) in seen {
      let found = pixels[x, y]
      #expect(zip(found, wanted).allSatisfy { abs($0 - $1) <= 6 }, "\(found) at \(x), \(y)")
    }
  }

  @Test("bochs, a display with a single RGB plane, shows the picture")
  func bochs() throws {
    let out = try Lab.folder("stock-bochs")
    let result = try Stock.guest(
      ["--gpu", "bochs"], out: out,
      """
      \(play(try Clips.quarters()))
      sleep 1; screenshot picture.png
      echo quit >&3; wait $player
      """)
    #expect(result.status == 0, "\(result.output)")
    try check(out.appending(path: "picture.png"))
  }

  // One boot for both, since it takes a third of the time of each.
  @Test(
    "virtio-gpu shows the picture, and its terminal is restored after any exit"
  )
  func virtio() throws {
    let out = try Lab.folder("stock-virtio")
    // As a user with access only to the terminal and the display, like a service's.
    let user = "setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all"
    let result = try Stock.guest(
      ["--gpu", "virtio"], out: out,
      """
      chown 65534 /dev/tty1; chmod 666 /dev/dri/*
      terminal 1
      \(play(try Clips.quarters()))
      terminal 1 'graphics off auto'
      sleep 1; screenshot picture.png
      echo quit >&3; wait $player; echo "ended: $?"
      terminal 1 'text unicode auto'
      \(play(try Clips.quarters(), as: user))
      terminal 1 'graphics off auto'
      kill -KILL $player; wait $player 2>/dev/null; echo "killed: $?"
      terminal 1 'text unicode auto'
      \(play(try Clips.quarters()))
      terminal 1 'graphics off auto'
      kill -SEGV $player; wait $player 2>/dev/null; echo "crashed: $?"
      terminal 1 'text unicode auto'
      for i in $(seq 100); do pgrep console-guard >/dev/null || break; sleep 0.1; done
      pgrep console-guard && echo "the watcher is left over"
      echo switching
      \(try switching())
      """)
    #expect(result.status == 0, "\(result.output)")
    // Without log lines and the shell's job messages.
    let lines = result.output.split(separator: "\n").map(String.init).filter {
      !$0.hasPrefix("<") && !$0.contains("bash: line")
    }
    let (free, covered) = ("text unicode auto", "graphics off auto")
    let wanted =
      [free] + ["ended: 0", "killed: 137", "crashed: 139"].flatMap { [covered, $0, free] }
    let states = lines.prefix { $0 != "switching" }
    #expect(Array(states) == wanted, "\(result.output)")
    try check(out.appending(path: "picture.png"))
    try checkSwitching(Array(lines.dropFirst(states.count + 1)), out)
  }

  /// With permission to switch terminals, the kernel asks the player.
  private func switching() throws -> String {
    """
    exec 4<>/dev/tty2; for i in $(seq 40); do echo "XXXXXXXXXXXXXXXXXXXX" >&4; done
    seen() { for i in $(seq 50); do grep -qx $1 /sys/class/tty/tty0/active && break; sleep 0.1
      done; cat /sys/class/tty/tty0/active; }
    \(play(try Clips.quarters(), options: "--vt-switching"))
    terminal 1 'graphics unicode process'
    busybox chvt 2; seen tty2; sleep 2; screenshot other.png; busybox chvt 1; seen tty1
    sleep 3; screenshot back.png
    $TOOLS/ask press ctrl-alt-f2; seen tty2; busybox chvt 1; seen tty1
    echo quit >&3; wait $player; echo "ended: $?"
    terminal 1 'text unicode auto'
    """
  }

  private func checkSwitching(_ said: [String], _ out: URL) throws {
    #expect(
      said == [
        "graphics unicode process", "tty2", "tty1", "tty2", "tty1", "ended: 0",
        "text unicode auto",
      ])
    // The other terminal's own text on the left, and nothing of the picture.
    let other = try Pixels(png: out.appending(path: "other.png"))
    let left = (0..<160).filter { other[$0, 300][0] > 100 || other[$0, 308][0] > 100 }
    #expect(left.count > 10 && other[768, 528] == [0, 0, 0])
    try check(out.appending(path: "back.png"))
  }
}
