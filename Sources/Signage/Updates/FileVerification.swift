import VitrineContent
import VitrineLinux
import VitrineMedia
import VitrinePlaylists
import VitrineTiming

/// Checks that a file of a release can be played by demuxing all of it, without decoding. Blocks on
/// the disk.
enum FileVerification {
  /// Returns what is wrong with a file; nil for a good file and for files that are not media. Calls
  /// `isWanted` now and then.
  static func fault(of path: String, while isWanted: () -> Bool) throws(ContentUpdateError)
    -> String?
  {
    guard let kind = FileKind(path: path) else { return nil }
    do throws(MediaError) {
      switch kind {
      case .picture:
        var reader = try StillReader(path: path, interrupter: interrupter())
        return try reader.picture(near: .zero) == nil ? "no image found" : nil
      case .video:
        var demuxer = try Demuxer(path: path, interrupter: interrupter())
        return try fault(in: &demuxer, while: isWanted)
      }
    } catch {
      if !isWanted() { throw .cancelled }
      return "\(error)"
    }
  }

  private static func fault(
    in demuxer: inout Demuxer, while isWanted: () -> Bool
  ) throws(MediaError) -> String? {
    var packets = 0
    while true {
      switch try demuxer.read() {
      case .video, .audio: packets += 1
      case .ended: return packets > 0 ? nil : "no audio or video stream found"
      default: break
      }
      guard isWanted() else { throw .interrupted }
    }
  }

  /// The timeout for endless files and for those in which FFmpeg loops.
  private static let timeout = Duration.seconds(1800)

  private static func interrupter() -> Demuxer.Interrupter {
    let interrupter = Demuxer.Interrupter()
    interrupter.interrupt(at: .now() + timeout)
    return interrupter
  }
}
