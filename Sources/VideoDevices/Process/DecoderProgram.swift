import Glibc
internal import VitrineLinux

/// The program that decodes in a process of its own, `vitrine-decoder`.
public enum DecoderProgram {
  /// Where it is; nil where it is not installed: beside this program, or where packages have it.
  public static var path: String? {
    guard let own = linkTarget("/proc/self/exe"), let slash = own.lastIndex(of: "/") else {
      return nil
    }
    let folder = own[..<slash]
    return ["\(folder)/\(name)", "\(folder)/../libexec/vitrine/\(name)"]
      .first { unsafe access($0, X_OK) == 0 }
  }

  /// Of ours it has only what GStreamer is asked to tell of itself.
  private static var environment: [String: String] {
    guard let wish = unsafe getenv("GST_DEBUG") else { return [:] }
    return unsafe ["GST_DEBUG": String(cString: wish), "GST_DEBUG_NO_COLOR": "1"]
  }

  private static let name = "vitrine-decoder"

  /// Starts it. It ends with the line.
  public static func start() throws(VideoDeviceError) -> DecoderLine {
    guard let path else { throw .noProcess(path: name, .noEntry) }
    do throws(Errno) {
      return DecoderLine(to: try ChildProcess(path, environment: environment))
    } catch {
      throw .noProcess(path: path, error)
    }
  }
}
