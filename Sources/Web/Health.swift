import VitrineControl

/// How the machine and the program are. What is not known is nil.
public struct Health: Hashable, Sendable {
  /// The display that shows the first player's picture, and its mode.
  public var display: String?
  public var mode: String?
  /// Whether there was ever a picture: a display in memory has no name.
  public var hasPicture = false
  /// Why there is no picture.
  public var dark: String?
  public var sound: String?
  /// What is wrong, each in a sentence.
  public var troubles: [String] = []
  /// In degrees Celsius, of the hottest part that the kernel tells of.
  public var temperature: Double?
  /// Whether the board slows itself down: too hot, or too little voltage.
  public var isThrottled: Bool?
  /// In seconds, of the program.
  public var uptime = 0.0
  public var residentBytes: Int?
  public var openDescriptors: Int?
  /// Of the folder that files are brought to, else of what is remembered.
  public var freeBytes: Int64?
  public var isClockSynchronised: Bool?

  public init() {}

  var value: JSONValue {
    func number(_ number: (some BinaryInteger)?) -> JSONValue {
      number.map { .number(Double($0)) } ?? .null
    }
    func text(_ text: String?) -> JSONValue { text.map { .text($0) } ?? .null }
    func bool(_ bool: Bool?) -> JSONValue { bool.map { .bool($0) } ?? .null }
    return .object([
      "ready": .bool(isReady), "display": text(display), "mode": text(mode), "dark": text(dark),
      "sound": text(sound), "troubles": .array(troubles.map { .text($0) }),
      "temperature": temperature.map { .number($0) } ?? .null,
      "throttled": bool(isThrottled), "uptime": .number(uptime),
      "memory": number(residentBytes), "descriptors": number(openDescriptors),
      "disk_free": number(freeBytes), "clock_synchronised": bool(isClockSynchronised),
    ])
  }

  /// Whether pictures reach a display, or would if people had not turned it off.
  var isReady: Bool { dark == nil && (display != nil || hasPicture) }
}
