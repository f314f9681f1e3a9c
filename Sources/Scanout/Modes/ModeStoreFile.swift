import VitrineKMS
import VitrineLinux

/// The format of the modes file: a heading, one line for each place, the oldest first, and the
/// number of places, to detect truncation:
///
///     vitrine modes 1
///     connector HDMI-A-1 Modeline "1920x1080@60" 148.5 1920 2008 2052 2200 1080 1084 1089 1125 +hsync +vsync
///     end 1
enum ModeStoreFile {
  typealias Entry = (key: ModeStore.Key, mode: Mode)

  private static let heading = "vitrine modes 1"
  /// Several times the maximum size.
  private static let largestSize = 64 * 1024

  static func bytes(of entries: [Entry]) -> [UInt8] {
    let lines = entries.map { entry in
      switch entry.key {
      case .monitor(let name): "sink \(name) \(entry.mode.modeline)"
      case .connector(let name): "connector \(name) \(entry.mode.modeline)"
      }
    }
    let all = [heading] + lines + ["end \(entries.count)"]
    return Array(all.map { $0 + "\n" }.joined().utf8)
  }

  /// The entries of the file; empty if it does not exist.
  static func read(_ path: String) throws(ModeStore.Damage) -> [Entry] {
    let bytes: [UInt8]
    do throws(Errno) {
      let file = try FileDescriptor(reading: path)
      bytes = try file.bytes(most: largestSize + 1)
    } catch .noEntry {
      return []
    } catch {
      throw ModeStore.Damage(description: "\(path): cannot be read: \(error)")
    }
    guard let entries = entries(of: bytes) else {
      throw ModeStore.Damage(description: "\(path): damaged; the last working modes are lost")
    }
    return entries
  }

  /// Returns nil for any deviation from the format.
  static func entries(of bytes: [UInt8]) -> [Entry]? {
    guard bytes.count <= largestSize, bytes.last == UInt8(ascii: "\n") else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.count >= 2, lines.count <= ModeStore.capacity + 2, lines[0] == heading,
      lines[lines.count - 1] == "end \(lines.count - 2)"
    else { return nil }
    let entries = lines[1..<lines.count - 1].compactMap(entry)
    return entries.count == lines.count - 2 ? entries : nil
  }

  private static func entry(_ line: Substring) -> Entry? {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count == 3, let mode = Mode(modeline: String(words[2])) else { return nil }
    switch words[0] {
    case "sink": return (.monitor(String(words[1])), mode)
    case "connector": return (.connector(String(words[1])), mode)
    default: return nil
    }
  }
}
