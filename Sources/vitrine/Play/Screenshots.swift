import Synchronization
import VitrineDaemon
import VitrineEngine
import VitrinePlayback
import VitrineScanout
import VitrineTiming

/// Writes the requested screenshots. Thread-safe.
final class Screenshots: Sendable {
  private let path: String?
  private let times: [MediaTime]
  private let log: Log
  private let state = Mutex((written: 0, failed: 0))

  init(path: String?, times: [MediaTime], log: Log) {
    self.path = path
    self.times = times
    self.log = log
  }

  /// Writes the screenshot of a `captured` event; ignores other events.
  func handle(_ event: PlayerEvent) {
    guard case .captured(let capture, let time) = event, path != nil else { return }
    let number = state.withLock { state in
      state.written += 1
      return state.written
    }
    let name = name(of: number)
    do {
      try capture.writePNG(to: name)
      log.info("\(name): screenshot at \(time.seconds) s (\(capture.origin.rawValue))")
    } catch {
      state.withLock { $0.failed += 1 }
      log.error("\(error)")
    }
  }

  /// Whether all requested screenshots were written; logs the missing ones.
  func finish() -> Bool {
    guard path != nil else { return true }
    let (written, failed) = state.withLock { $0 }
    let wanted = max(1, times.count)
    if written < wanted {
      log.warning(
        "\(wanted - written) of \(wanted) screenshots were not taken: nothing was on screen at that time"
      )
    }
    return failed == 0 && written == wanted
  }

  private func name(of number: Int) -> String {
    guard let path else { return "" }
    guard times.count > 1 else { return path }
    let stem = path.hasSuffix(".png") ? String(path.dropLast(4)) : path
    return "\(stem)-\(number).png"
  }
}
