/// The health of the machine and of the program. Unknown values are nil.
package struct Health: Hashable, Sendable {
  /// The display with the main player's picture, and its mode.
  package var display: String?
  package var mode: String?
  /// Whether there was a picture: a display in memory has no name.
  package var hasPicture = false
  /// Why there is no picture.
  package var dark: String?
  package var sound: String?
  /// The current problems, a sentence each.
  package var troubles: [String] = []
  /// The temperature of the hottest sensor, in °C.
  package var temperature: Double?
  /// Whether the board reduces its clock speed because of heat or low voltage.
  package var isThrottled: Bool?
  package var process = ProcessUsage()
  /// The free space of the upload folder, or otherwise of the state folder.
  package var freeBytes: Int64?
  package var isClockSynchronised: Bool?

  /// The program's process.
  package struct ProcessUsage: Hashable, Sendable {
    /// In seconds.
    package var uptime = 0.0
    package var residentBytes: Int?
    package var openDescriptors: Int?
  }

  package init() {}

  /// Whether pictures reach a display, or would if it were not turned off.
  package var isReady: Bool { dark == nil && (display != nil || hasPicture) }
}

extension JSONValue {
  /// The fields of `/api/v1/health`.
  package init(_ health: Health) {
    func number(_ number: (some BinaryInteger)?) -> JSONValue {
      number.map { .number(Double($0)) } ?? .null
    }
    func text(_ text: String?) -> JSONValue { text.map { .text($0) } ?? .null }
    func bool(_ bool: Bool?) -> JSONValue { bool.map { .bool($0) } ?? .null }
    self = .object([
      "ready": .bool(health.isReady), "display": text(health.display), "mode": text(health.mode),
      "dark": text(health.dark), "sound": text(health.sound),
      "problems": .array(health.troubles.map { .text($0) }),
      "temperature": health.temperature.map { .number($0) } ?? .null,
      "throttled": bool(health.isThrottled), "uptime": .number(health.process.uptime),
      "memory": number(health.process.residentBytes),
      "descriptors": number(health.process.openDescriptors),
      "disk_free": number(health.freeBytes),
      "clock_synchronised": bool(health.isClockSynchronised),
    ])
  }
}
