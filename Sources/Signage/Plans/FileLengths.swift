import VitrineLinux
import VitrineMedia
public import VitrinePlaylists
public import VitrineTiming

/// How long files last, as their containers say: on a thread that may wait for a disk.
public enum FileLengths {
  /// A file that does not answer keeps a list waiting for this long, and all of them for so long.
  private static let patience = Duration.seconds(2)
  private static let wholePatience = Duration.seconds(20)

  /// Where what is shown when depends on it.
  public static func neededLengths(of items: [Item]) -> [String: MediaTime] {
    items.contains { $0.rules != nil } ? lengths(of: items) : [:]
  }

  /// By the items' locations; those that cannot be opened, and streams, are left out.
  public static func lengths(of items: [Item]) -> [String: MediaTime] {
    var lengths: [String: MediaTime] = [:]
    let end = HostTime.now() + wholePatience
    for item in items where lengths[item.location] == nil && !item.isStill && HostTime.now() < end {
      guard case .file(let path) = item.source else { continue }
      let interrupter = Demuxer.Interrupter()
      interrupter.interrupt(at: HostTime.now() + patience)
      // Why it cannot be opened is told once it is to be shown.
      guard let demuxer = try? Demuxer(path: path, interrupter: interrupter) else { continue }
      lengths[item.location] = demuxer.duration
    }
    return lengths
  }
}
