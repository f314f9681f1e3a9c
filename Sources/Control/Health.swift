package import VitrinePlayback

/// A problem that an operator can do something about.
package struct HealthProblem: Hashable, Sendable {
  package enum Severity: String, Sendable { case warning, critical }

  package let severity: Severity
  /// A sentence with the cause.
  package let text: String
  /// The fix, in the imperative.
  package let cure: String

  package init(_ severity: Severity, _ text: String, cure: String) {
    (self.severity, self.text, self.cure) = (severity, text, cure)
  }
}

/// The health of the machine and of the program. Unknown values are nil.
package struct Health: Hashable, Sendable {
  /// Whether a picture is on the display. Nil before the player has a display.
  package var picture: Picture?
  /// The items that could not be played when they were last due, the latest first.
  package var failedItems: [FailedItem] = []
  /// The main player's playlist.
  package var playlist = Playlist()
  /// The display with the main player's picture, and its mode.
  package var display: String?
  package var mode: String?
  /// Whether there was a picture: a display in memory has no name.
  package var hasPicture = false
  /// Why there is no picture.
  package var dark: String?
  package var sound: String?
  /// How often each step of recovery was taken.
  package var recoveries: [RecoveryLadder.Step: Int] = [:]
  /// The current problems, the most severe first.
  package var problems: [HealthProblem] = []
  package var machine = Machine()
  package var process = ProcessUsage()

  package struct Picture: Hashable, Sendable {
    /// Why there is none, in words; nil if one is on the display.
    package var missing: String?
    /// Whether the display is off as requested, by a command or schedule.
    package var isOff = false
    /// The time since the latest page flip, in seconds. A still picture needs no more of them.
    package var sinceFlip: Double?

    package init(missing: String? = nil, isOff: Bool = false, sinceFlip: Double? = nil) {
      (self.missing, self.isOff, self.sinceFlip) = (missing, isOff, sinceFlip)
    }
  }

  package struct Playlist: Hashable, Sendable {
    /// Why the latest reading failed; nil if it did not.
    package var error: String?
    /// Whether an earlier version still plays.
    package var hasEarlierVersion = false
    /// The locations of items that crashed the player repeatedly.
    package var quarantined: [String] = []

    package init(
      error: String? = nil, hasEarlierVersion: Bool = false, quarantined: [String] = []
    ) {
      (self.error, self.hasEarlierVersion, self.quarantined) = (
        error, hasEarlierVersion, quarantined
      )
    }
  }

  package struct FailedItem: Hashable, Sendable {
    package var name: String
    package var error: String

    package init(_ name: String, _ error: String) { (self.name, self.error) = (name, error) }
  }

  package struct Machine: Hashable, Sendable {
    /// The temperature of the hottest sensor, in °C.
    package var temperature: Double?
    /// Whether the board reduces its clock speed because of heat or low voltage.
    package var isThrottled: Bool?
    package var isUnderVoltage: Bool?
    /// How far the player spares the machine.
    package var easing = ThermalPolicy.Easing.none
    /// The free space of the upload folder, or otherwise of the state folder.
    package var freeBytes: Int64?
    /// Whether that folder's file system is mounted read-only.
    package var isReadOnly = false
    package var isClockSynchronised: Bool?
    /// Whether schedules may rely on the clock, and for how many seconds that has been so.
    package var isClockTrusted: Bool?
    package var sinceClockChange: Double?
  }

  /// The program's process.
  package struct ProcessUsage: Hashable, Sendable {
    /// In seconds.
    package var uptime = 0.0
    package var residentBytes: Int?
    package var openDescriptors: Int?
    /// How often the service manager has restarted the service, and why the last run ended.
    package var restarts: Int?
    package var lastExit: String?
  }

  package init() {}

  /// Whether pictures reach a display, or would if it were not turned off.
  package var isReady: Bool { dark == nil && (display != nil || hasPicture) }

  /// The worst severity of the problems; nil without any.
  package var severity: HealthProblem.Severity? {
    problems.contains { $0.severity == .critical } ? .critical : problems.first?.severity
  }
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
      "level": .text(health.severity?.rawValue ?? "ok"),
      "picture": bool(health.picture.map { $0.missing == nil }),
      "no_picture_because": text(health.picture?.missing),
      "power": text(health.picture.map { $0.isOff ? "off" : "on" }),
      "last_flip": health.picture?.sinceFlip.map { .number($0) } ?? .null,
      "failed": .array(
        health.failedItems.map {
          .object(["item": .text($0.name), "error": .text($0.error)])
        }),
      "findings": .array(
        health.problems.map {
          .object([
            "severity": .text($0.severity.rawValue), "problem": .text($0.text),
            "cure": .text($0.cure),
          ])
        }),
      "recoveries": .object(
        Dictionary(
          uniqueKeysWithValues: health.recoveries.map {
            ($0.key.rawValue, .number(Double($0.value)))
          })),
      "ready": .bool(health.isReady), "display": text(health.display), "mode": text(health.mode),
      "dark": text(health.dark), "sound": text(health.sound),
      "problems": .array(health.problems.map { .text($0.text) }),
      "temperature": health.machine.temperature.map { .number($0) } ?? .null,
      "under_voltage": bool(health.machine.isUnderVoltage),
      "easing": .text(health.machine.easing.word),
      "throttled": bool(health.machine.isThrottled), "uptime": .number(health.process.uptime),
      "memory": number(health.process.residentBytes),
      "descriptors": number(health.process.openDescriptors),
      "disk_free": number(health.machine.freeBytes),
      "disk_read_only": .bool(health.machine.isReadOnly),
      "clock_synchronised": bool(health.machine.isClockSynchronised),
      "clock_trusted": bool(health.machine.isClockTrusted),
      "clock_since": health.machine.sinceClockChange.map { .number($0) } ?? .null,
      "restarts": number(health.process.restarts), "last_exit": text(health.process.lastExit),
    ])
  }
}
