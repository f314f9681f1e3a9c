import Glibc
package import VitrineEngine
package import VitrineLinux
import VitrinePlayback
internal import VitrinePlaylists
import VitrineScanout
import VitrineTiming

/// Handles signals, terminal keys and the status line on its own thread.
package final class Console: Sendable {
  private let thread: NamedThread
  private let ending: Wakeup
  private let keys = TerminalKeys()

  /// Starts listening. SIGTERM, SIGINT and SIGHUP end playback; `TerminalKey` defines the keys.
  /// `switching` releases the display before the kernel switches to another virtual terminal.
  package init(
    _ player: Player, signals: Signals, switches: TerminalSwitches?,
    switching: TerminalSwitching, log: Log
  ) throws(Errno) {
    ending = try Wakeup()
    let (ending, keys) = (ending, keys)
    keys.open()
    thread = try NamedThread("console") {
      Self.listen(player, signals, switches, switching, ending, keys, log)
    }
  }

  /// Ends the thread and restores the terminal.
  package func close() {
    ending.ring()
    thread.join()
    keys.close()
  }

  private enum Token: UInt64 { case ending, signal, key, tick, terminal }

  private static func listen(
    _ player: Player, _ signals: Signals, _ switches: TerminalSwitches?,
    _ switching: TerminalSwitching,
    _ ending: Wakeup, _ keys: TerminalKeys, _ log: Log
  ) {
    do throws(Errno) {
      let loop = try EventLoop()
      let timer = try Timer()
      try loop.add(ending.descriptor, token: Token.ending.rawValue)
      try loop.add(signals.descriptor, token: Token.signal.rawValue)
      if keys.isOpen { try loop.add(keys.descriptor, token: Token.key.rawValue) }
      if log.isTerminal { try loop.add(timer.descriptor, token: Token.tick.rawValue) }
      if let switches {
        try loop.add(switches.descriptor, token: Token.terminal.rawValue)
      }
      var isEnding = false
      while !isEnding {
        if log.isTerminal {
          timer.set(to: .now() + .milliseconds(250))
          log.showStatus(statusLine(player.status))
        }
        try loop.wait { token in
          switch Token(rawValue: token) {
          case .ending: isEnding = true
          case .signal: while signals.next() != nil { player.quit() }
          case .key: handle(keys.read(), player)
          case .terminal: switches?.answer(willLeave: switching.leave, didEnter: switching.enter)
          case .tick, nil: timer.clear()
          }
        }
      }
      log.showStatus("")
    } catch {
      log.write(.terminalFailed, "console: \(error)")
    }
  }

  private static func handle(_ keys: [UInt8]?, _ player: Player) {
    for key in TerminalKey.parse(keys) {
      guard key != .quit else { return player.quit() }
      if let command = key.command(player.status) { player.perform(command) }
    }
  }

  /// The settings that differ from the defaults: ` 1.5×`, ` muted`.
  private static func settings(_ status: PlaybackStatus) -> String {
    var words: [String] = []
    if abs(status.rate - 1) > 0.005 {
      words.append("\((status.rate * 100).rounded() / 100)×")
    }
    if status.isMuted {
      words.append("muted")
    } else if status.volume < 0.995 {
      words.append("\(Int((status.volume * 100).rounded()))%")
    }
    return words.map { " " + $0 }.joined()
  }

  /// For example `▶ 01:23 / 04:56  ━━━━━━━━────────  clip.mp4`.
  private static func statusLine(_ status: PlaybackStatus) -> String {
    guard let item = status.item else { return "opening" }
    let symbol = (status.isPaused ? "⏸" : "▶") + settings(status)
    guard let duration = status.duration, duration > .zero else {
      return "\(symbol) \(status.position)  \(item.name)"
    }
    let width = 24
    let fraction = min(1, status.position.seconds / duration.seconds)
    let played = Int(fraction * Double(width))
    let bar =
      String(repeating: "━", count: played) + String(repeating: "─", count: width - played)
    return "\(symbol) \(status.position) / \(duration)  \(bar)  \(item.name)"
  }
}
