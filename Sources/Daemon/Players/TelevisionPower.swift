import VitrineCEC
package import VitrineEngine
package import VitrineLinux
import VitrinePlayback
import VitrineScanout

/// Turns the display on and off over HDMI-CEC with the player. Thread-safe. Without a CEC adapter
/// it logs that once.
package final class TelevisionPower: Sendable {
  private let television: Television

  package init(_ log: Log) throws(Errno) {
    television = try Television { report in
      switch report {
      case .failed(_, let error): log.write(.televisionFailed, "CEC: \(error)")
      case .claimed, .standbyRequested: log.write(.televisionChanged, "CEC: \(report)")
      case .done, .power, .isShown: break
      }
    }
  }

  /// Returns at once.
  func set(_ isOn: Bool) { television.perform(isOn ? .turnOn : .standBy) }

  /// Waits for outstanding requests, a few seconds at most.
  package func close() { television.close() }
}

extension PlayerConfiguration {
  /// A copy that reports the display's power to a television, if there is one.
  package func reportingPower(to television: TelevisionPower?) -> PlayerConfiguration {
    guard let television else { return self }
    var configuration = self
    configuration.onPower = { television.set($0) }
    return configuration
  }
}
