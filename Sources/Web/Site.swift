public import VitrineControl

/// What stands behind the server: the players, and what the program knows of the machine. Its functions are
/// called on the server's thread, and wait for nothing but small files of the kernel's.
public struct Site: Sendable {
  /// A player, by the connector that it is on.
  public struct Output: Sendable {
    public let name: String
    let controlled: any Controlled
    /// Touches the screen at these parts of its width and height. False where it has nothing to touch.
    public var tap: (@Sendable (_ x: Double, _ y: Double) -> Bool)?
    /// The path of a small picture of what plays, near this part of its length; nil while there is none.
    public var thumbnail: (@Sendable (_ part: Double) -> String?)?

    public init(_ name: String, _ controlled: any Controlled) {
      (self.name, self.controlled) = (name, controlled)
    }
  }

  /// By which people know the machine.
  public let name: String
  /// The first one first.
  public let outputs: [Output]
  /// Where files that are brought are put; nil where none are taken.
  public var uploads: String?
  /// What a list would be at this path that says this. On the thread of uploads: it may read other files.
  public var checkList: @Sendable (_ path: String, _ text: String) -> ListVerdict = { _, _ in
    .faults(["lists cannot be checked here"])
  }
  /// How large one may be, in bytes.
  public var largestUpload = Int64(8) << 30
  /// What is measured of the machine.
  public var health: @Sendable () -> Health = { Health() }
  /// The newest lines of the log, so many at the most.
  public var log: @Sendable (Int) -> [LogLine] = { _ in [] }
  /// Nil where nothing is configured.
  public var configuration: (any RemoteConfiguration)?
  /// When the service menu was open last; nil for never.
  public var serviceMenu: @Sendable () -> ServiceMenuVisit? = { nil }
  /// Shows digits on the glass until they are taken away with nil. False where that cannot be.
  public var showPIN: @Sendable (String?) -> Bool = { _ in false }

  public init(_ name: String, _ outputs: [Output]) {
    (self.name, self.outputs) = (name, outputs)
  }

  /// How long digits stay on the glass.
  public static var pairingTime: Duration { Pairing.life }

  func output(_ name: String?) -> Output? {
    name == nil ? outputs.first : outputs.first { $0.name == name }
  }

  /// A line of the log.
  public struct LogLine: Sendable {
    public enum Level: String, Sendable { case info, warning, error }

    public let time: Double
    public let level: Level
    public let text: String

    /// `time` is in seconds since 1970.
    public init(time: Double, _ level: Level, _ text: String) {
      (self.time, self.level, self.text) = (time, level, text)
    }
  }
}
