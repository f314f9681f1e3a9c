import VitrineCEC
public import VitrineEngine
public import VitrineLinux
import VitrineScanout

/// Has the display woken and sent to sleep over HDMI-CEC as the player turns it on and off.
/// Thread-safe. Without a line there is a word in the log, and everything else goes on.
public final class TelevisionPower: Sendable {
  private let television: Television

  public init(_ log: Log) throws(Errno) {
    television = try Television { report in
      switch report {
      case .failed(_, let error): log.warning("CEC: \(error)")
      case .claimed, .askedToStandBy: log.info("CEC: \(report)")
      case .done, .power, .isShown: break
      }
    }
  }

  /// Returns at once.
  func set(_ isOn: Bool) { television.perform(isOn ? .turnOn : .standBy) }

  /// Waits for what was ordered; some seconds at most.
  public func close() { television.close() }
}

extension PlayerConfiguration {
  /// With the display's power told to a television, if there is one to tell.
  public func told(_ television: TelevisionPower?) -> PlayerConfiguration {
    guard let television else { return self }
    var configuration = self
    configuration.onPower = { television.set($0) }
    return configuration
  }
}
