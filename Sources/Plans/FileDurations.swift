import VitrineLinux
import VitrineMedia
package import VitrinePlaylists
import VitrineSchedules
package import VitrineTiming

/// The durations of files, read from their containers. Blocks on the disk.
package enum FileDurations {
  /// The timeouts for one file and for all files together.
  private static let timeout = Duration.seconds(2)
  private static let totalTimeout = Duration.seconds(20)

  /// Returns the durations if a schedule needs them.
  package static func neededDurations(of items: [Item]) -> [String: MediaTime] {
    items.contains { $0.rules != nil } ? durations(of: items) : [:]
  }

  /// Returns durations by item location, without streams and files that cannot be opened.
  package static func durations(of items: [Item]) -> [String: MediaTime] {
    var lengths: [String: MediaTime] = [:]
    let end = HostTime.now() + totalTimeout
    for item in items where lengths[item.location] == nil && !item.isStill && HostTime.now() < end {
      guard case .file(let path) = item.source else { continue }
      let interrupter = Demuxer.Interrupter()
      interrupter.interrupt(at: HostTime.now() + timeout)
      // The player reports the error when the item is due.
      guard let demuxer = try? Demuxer(path: path, interrupter: interrupter) else { continue }
      lengths[item.location] = demuxer.duration
    }
    return lengths
  }
}
