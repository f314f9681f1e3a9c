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
  package var main = Output()
  /// The other outputs with their own players.
  package var others: [Output] = []
  /// How often each step of recovery was taken.
  package var recoveries: [RecoveryLadder.Step: Int] = [:]
  /// The current problems, the most severe first.
  package var problems: [HealthProblem] = []
  package var machine = Machine()
  package var process = ProcessUsage()

  /// An output and its player.
  package struct Output: Hashable, Sendable {
    /// Nil for the main player.
    package let connector: String?
    /// Whether a picture is on the display. Nil before the player has a display.
    package var picture: Picture?
    /// The items that could not be played when they were last due, the latest first.
    package var failedItems: [FailedItem] = []
    /// The items for which the machine was too slow when they were last played, the latest first.
    package var slowItems: [FailedItem] = []
    package var playlist = Playlist()
    /// The display with the player's picture, and its mode.
    package var display: String?
    package var mode: String?
    /// Whether there was a picture: a display in memory has no name.
    package var hasPicture = false
    /// Why there is no picture.
    package var dark: String?
    package var sound: String?

    package init(_ connector: String? = nil) { self.connector = connector }

    /// The name in the HTTP interface.
    package var name: String { connector ?? "main" }

    /// Whether pictures reach the display, or would if it were not turned off.
    package var isReady: Bool { dark == nil && (display != nil || hasPicture) }
  }

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
    /// Whether it has no entry that can be played.
    package var isEmpty = false

    package init(
      error: String? = nil, hasEarlierVersion: Bool = false, quarantined: [String] = [],
      isEmpty: Bool = false
    ) {
      (self.error, self.hasEarlierVersion) = (error, hasEarlierVersion)
      (self.quarantined, self.isEmpty) = (quarantined, isEmpty)
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
    /// The highest temperature of the zones that are too hot.
    package var heat: Double?
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

  /// All outputs, the main player's first.
  package var outputs: [Output] { [main] + others }

  /// Whether all outputs are ready.
  package var isReady: Bool { outputs.allSatisfy(\.isReady) }

  /// The worst severity of the problems; nil without any.
  package var severity: HealthProblem.Severity? {
    problems.contains { $0.severity == .critical } ? .critical : problems.first?.severity
  }
}

extension JSONValue {
  /// The fields of `/api/v1/health`: those of the main output, those of the machine, and all outputs.
  package init(_ health: Health) {
    let machine: [String: JSONValue] = [
      "level": .text(health.severity?.rawValue ?? "ok"),
      "outputs": .array(
        health.outputs.map { JSONValue.object(["name": .text($0.name)]).with(fields(of: $0)) }),
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
      "ready": .bool(health.isReady),
      "problems": .array(health.problems.map { .text($0.text) }),
      "temperature": known(health.machine.temperature),
      "under_voltage": known(health.machine.isUnderVoltage),
      "easing": .text(health.machine.easing.word),
      "throttled": known(health.machine.isThrottled), "uptime": .number(health.process.uptime),
      "memory": known(health.process.residentBytes),
      "descriptors": known(health.process.openDescriptors),
      "disk_free": known(health.machine.freeBytes),
      "disk_read_only": .bool(health.machine.isReadOnly),
      "clock_synchronised": known(health.machine.isClockSynchronised),
      "clock_trusted": known(health.machine.isClockTrusted),
      "clock_since": known(health.machine.sinceClockChange),
      "restarts": known(health.process.restarts), "last_exit": known(health.process.lastExit),
    ]
    self = JSONValue.object(fields(of: health.main)).with(machine)
  }
}

private func fields(of output: Health.Output) -> [String: JSONValue] {
  [
    "picture": known(output.picture.map { $0.missing == nil }),
    "no_picture_because": known(output.picture?.missing),
    "power": known(output.picture.map { $0.isOff ? "off" : "on" }),
    "last_flip": known(output.picture?.sinceFlip),
    "failed": .array(
      output.failedItems.map { .object(["item": .text($0.name), "error": .text($0.error)]) }),
    "ready": .bool(output.isReady), "display": known(output.display), "mode": known(output.mode),
    "dark": known(output.dark), "sound": known(output.sound),
  ]
}

/// Null if the value is unknown.
private func known(_ number: (some BinaryInteger)?) -> JSONValue {
  number.map { .number(Double($0)) } ?? .null
}

private func known(_ number: Double?) -> JSONValue { number.map { .number($0) } ?? .null }

private func known(_ text: String?) -> JSONValue { text.map { .text($0) } ?? .null }

private func known(_ flag: Bool?) -> JSONValue { flag.map { .bool($0) } ?? .null }
