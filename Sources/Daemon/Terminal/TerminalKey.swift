import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

/// A key press on a terminal.
package enum TerminalKey: Hashable, Sendable {
  case character(UInt8)
  case up, down, left, right
  case quit

  /// Splits the bytes that a terminal has sent; arrow keys arrive as three bytes. Nil means that
  /// the terminal is gone, which quits: no other keys will follow.
  package static func parse(_ bytes: [UInt8]?) -> [TerminalKey] {
    guard let bytes else { return [.quit] }
    var (keys, rest) = ([TerminalKey](), bytes[...])
    let arrows: [UInt8: TerminalKey] = [65: .up, 66: .down, 67: .right, 68: .left]
    while let first = rest.first {
      if first == 27, rest.count >= 3, let arrow = arrows[rest[rest.startIndex + 2]] {
        keys.append(arrow)
        rest = rest.dropFirst(3)
        continue
      }
      keys.append(first == UInt8(ascii: "q") || first == 3 ? .quit : .character(first))
      rest = rest.dropFirst()
    }
    return keys
  }

  /// The command for this key in the current state; nil for keys without a meaning.
  func command(_ status: PlaybackStatus) -> Command? {
    switch self {
    case .left: .skip(by: MediaTime(-10, 1))
    case .right: .skip(by: MediaTime(10, 1))
    case .down: .skip(by: MediaTime(-60, 1))
    case .up: .skip(by: MediaTime(60, 1))
    case .quit: nil
    case .character(let byte): Self.command(Character(UnicodeScalar(byte)), status)
    }
  }

  private static func command(_ key: Character, _ status: PlaybackStatus) -> Command? {
    switch key {
    case " ": .toggle
    case ".": .step(forward: true)
    case ",": .step(forward: false)
    case "<": .previous
    case ">", "\n": .next
    case "[": .setRate(status.rate / 1.1)
    case "]": .setRate(status.rate * 1.1)
    case "\u{7F}": .setRate(1)
    case "-": .setVolume(status.volume - 0.05)
    case "+", "=": .setVolume(status.volume + 0.05)
    case "m": .setMuted(!status.isMuted)
    case "a": .select(.audio, following(.audio, status, orOff: false))
    case "s": .select(.subtitle, following(.subtitle, status, orOff: true))
    default: nil
    }
  }

  /// The track after the current one, wrapping around; for subtitles, off comes in between.
  private static func following(
    _ kind: TrackInfo.Kind, _ status: PlaybackStatus, orOff: Bool
  ) -> TrackSelection {
    let indices = status.tracks.filter { $0.kind == kind }.map(\.index)
    let selected = status.selected.first { $0.kind == kind }?.index
    let next = indices.first { $0 > selected ?? -1 }
    return next.map { .index($0) } ?? (orOff ? .off : indices.first.map { .index($0) }) ?? .off
  }
}
