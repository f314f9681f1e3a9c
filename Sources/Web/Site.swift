package import VitrineControl
import VitrineLinux

/// The server's view of the program: its players and the machine. The functions are called on the
/// server's thread and block at most for small files of the kernel.
package struct Site: Sendable {
  /// A player, named by its connector.
  package struct Output: Sendable {
    package let name: String
    let controlled: any Controlled
    /// Taps the screen at these fractions of its width and height. Returns false if it does not
    /// accept taps.
    package var tap: (@Sendable (_ x: Double, _ y: Double) -> Bool)?
    /// The path of a thumbnail near this fraction of the duration; nil if there is none.
    package var thumbnail: (@Sendable (_ part: Double) -> String?)?

    package init(_ name: String, _ controlled: any Controlled) {
      self.name = name
      self.controlled = controlled
    }
  }

  /// The machine's name.
  package let name: String
  /// The main output first.
  package let outputs: [Output]
  /// The folder for uploads; nil disables them.
  package var uploads: String?
  /// Checks the text of a list for this path. Called on the upload thread, as it may read other
  /// files.
  package var checkList: @Sendable (_ path: String, _ text: String) -> ListCheckResult = { _, _ in
    .faults(["this player cannot validate playlists"])
  }
  /// The largest upload, in bytes.
  package var largestUpload = Int64(8) << 30
  /// Returns the current health of the machine.
  package var health: @Sendable () -> Health = { Health() }
  /// Returns at most this many of the latest log lines.
  package var log: @Sendable (Int) -> [LogLine] = { _ in [] }
  /// Nil if the configuration cannot be changed remotely.
  package var configuration: (any RemoteConfiguration)?
  /// Nil if there are no zones.
  package var template: (any RemoteTemplate)?
  /// When the service menu was last open, or nil.
  package var serviceMenu: @Sendable () -> ServiceMenuSession? = { nil }
  /// Shows a PIN until it is called with nil. Returns false if that is not possible.
  package var showPIN: @Sendable (String?) -> Bool = { _ in false }

  package init(_ name: String, _ outputs: [Output]) {
    self.name = name
    self.outputs = outputs
  }

  /// The machine's host name.
  package static var machineName: String { firstLine(of: "/proc/sys/kernel/hostname") ?? "vitrine" }

  /// How long a PIN stays on screen.
  package static var pairingTime: Duration { PairingPIN.lifetime }

  func output(_ name: String?) -> Output? {
    name == nil ? outputs.first : outputs.first { $0.name == name }
  }

  package struct LogLine: Sendable {
    package enum Level: String, Sendable { case info, warning, error }

    package let time: Double
    package let level: Level
    package let text: String

    /// `time` is in seconds since 1970.
    package init(time: Double, _ level: Level, _ text: String) {
      self.time = time
      self.level = level
      self.text = text
    }
  }
}

/// The result of checking a list.
package enum ListCheckResult: Hashable, Sendable {
  /// The number of items.
  case good(items: Int)
  /// The errors, a line each.
  case faults([String])
}
