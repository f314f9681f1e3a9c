package import VitrineControl

/// A player's state at one moment, as far as the fleet sees it.
package struct FleetSnapshot: Hashable, Sendable {
  package var phase = "idle"
  package var isPaused = false
  /// The item on screen; nil without one.
  package var item: String?
  /// Why nothing is on the display; nil if something is.
  package var dark: String?
  /// The problems of the player and its machine, the most severe first.
  package var problems: [String] = []
  /// Whether the machine's cooling or power supply does not suffice.
  package var isSpared = false
  /// Whether the content release on screen has not proven itself yet.
  package var isOnTrial = false
  /// The values in effect. A key that is missing cannot be compared.
  package var values: [DesiredKey: JSONValue] = [:]
  /// Why the player cannot bring a value into effect.
  package var faults: [DesiredKey: String] = [:]
  /// The time in seconds since 1970.
  package var time = 0
  /// Whether the machine's clock is set.
  package var isClockSet = true

  package init() {}

  /// Whether no item would be disturbed by a change.
  var isBetweenItems: Bool { item == nil || dark != nil || phase == "idle" || phase == "ended" }
}

/// The retained message in which a screen reports its state.
package struct ReportedState: Hashable, Sendable {
  package static let mostProblems = 3
  package static let mostRefusals = 8

  /// A number that each start of a player draws: two numbers at once are two screens with one identity.
  package var boot = ""
  package var version = ""
  /// Besides the group of all screens.
  package var groups: [String] = []
  /// The revision of each stored document, by `device` or the group's name.
  package var revisions: [String: Int] = [:]
  /// The desired values that are not in effect.
  package var behind: [String] = []
  /// Why values of documents are not in effect, by name.
  package var refused: [String: String] = [:]
  package var dark: String?
  package var problems: [String] = []
  package var isSpared = false
  package var isOnTrial = false
  package var isClockSet = true
  /// The part that changes during normal playback.
  package var playing = Playing()

  package struct Playing: Hashable, Sendable {
    package var phase = "idle"
    package var isPaused = false
    package var item: String?
    /// When the item came on screen, in seconds since 1970.
    package var since = 0
    package var values: [DesiredKey: JSONValue] = [:]

    package init() {}
  }

  package init() {}
}

extension ReportedState {
  package var value: JSONValue {
    .object([
      "boot": .text(boot), "version": .text(version),
      "groups": .array(groups.map { .text($0) }),
      "revisions": .object(revisions.mapValues { .number(Double($0)) }),
      "behind": .array(behind.map { .text($0) }),
      "refused": .object(refused.mapValues { .text($0) }),
      "dark": dark.map { .text($0) } ?? .null, "problems": .array(problems.map { .text($0) }),
      "spared": .bool(isSpared), "trial": .bool(isOnTrial), "clock": .bool(isClockSet),
      "phase": .text(playing.phase),
      "paused": .bool(playing.isPaused), "item": playing.item.map { .text($0) } ?? .null,
      "since": .number(Double(playing.since)),
      "values": .object(
        Dictionary(uniqueKeysWithValues: playing.values.map { ($0.key.rawValue, $0.value) })),
    ])
  }

  /// The message, on one line.
  package var bytes: [UInt8] { value.line.dropLast() }

  /// Limits for the texts of other machines.
  private static let (mostTexts, longestText) = (64, 200)

  /// Reads another screen's message; nil if it is not a report. Newer versions may have more fields.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= 64 << 10, let value = try? JSONValue(line: bytes),
      let boot = value["boot"]?.text, let version = value["version"]?.text
    else { return nil }
    (self.boot, self.version) = (boot.shortName, version.shortName)
    func texts(_ name: String) -> [String] {
      (value[name]?.array ?? []).prefix(Self.mostTexts).compactMap {
        $0.text?.short(Self.longestText)
      }
    }
    groups = texts("groups")
    if case .object(let fields)? = value["revisions"] {
      revisions = fields.compactMapValues(\.integer)
    }
    behind = texts("behind")
    if case .object(let fields)? = value["refused"] {
      for (name, cause) in fields.prefix(Self.mostTexts) {
        refused[name.shortName] = cause.text?.short(Self.longestText)
      }
    }
    dark = value["dark"]?.text?.short(Self.longestText)
    problems = texts("problems")
    isSpared = value["spared"]?.bool ?? false
    isOnTrial = value["trial"]?.bool ?? false
    isClockSet = value["clock"]?.bool ?? true
    playing.phase = value["phase"]?.text?.shortName ?? ""
    playing.isPaused = value["paused"]?.bool ?? false
    playing.item = value["item"]?.text?.short(Self.longestText)
    playing.since = value["since"]?.integer ?? 0
    if case .object(let fields)? = value["values"] {
      playing.values = Dictionary(
        uniqueKeysWithValues: fields.compactMap { name, value in
          DesiredKey(rawValue: name).map { ($0, value) }
        })
    }
  }
}

/// The retained message about a screen's connection; also its last will.
package struct Presence: Hashable, Sendable {
  package let boot: String
  package let isOnline: Bool

  package init(boot: String, isOnline: Bool) { (self.boot, self.isOnline) = (boot, isOnline) }

  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= 1024, let value = try? JSONValue(line: bytes),
      let boot = value["boot"]?.text, boot.utf8.count <= 32, let state = value["state"]?.text
    else { return nil }
    self.init(boot: boot, isOnline: state == "online")
  }

  package var bytes: [UInt8] {
    JSONValue.object(["boot": .text(boot), "state": .text(isOnline ? "online" : "offline")]).line
      .dropLast()
  }
}

/// The answer of a screen to a call: not retained, so that its time is that of the answer.
package struct CallAnswer: Hashable, Sendable {
  package let boot: String
  /// The text of the call.
  package let call: String
  /// The screen's clock, in seconds since 1970.
  package let time: Int

  package static let longestCall = 32

  package init(boot: String, call: String, time: Int) {
    (self.boot, self.call, self.time) = (boot, call, time)
  }

  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= 1024, let value = try? JSONValue(line: bytes),
      let boot = value["boot"]?.text, let call = value["call"]?.text,
      let time = value["time"]?.integer
    else { return nil }
    self.init(boot: boot, call: call, time: time)
  }

  package var bytes: [UInt8] {
    JSONValue.object([
      "boot": .text(boot), "call": .text(call), "time": .number(Double(time)),
    ]).line.dropLast()
  }
}
