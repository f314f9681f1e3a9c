package import VitrineTiming

/// A fault of the player that the black box records.
package enum Fault: UInt32, CaseIterable, Sendable {
  // The numbers are stored in files.
  case displayLost = 1
  case flipsMissed = 2
  case decoderHung = 3
  case watchdogLate = 4
  case crashed = 5
  case nothingPlayable = 6

  /// For programs.
  package var name: String {
    switch self {
    case .displayLost: "display-lost"
    case .flipsMissed: "flips-missed"
    case .decoderHung: "decoder-hung"
    case .watchdogLate: "watchdog-late"
    case .crashed: "crashed"
    case .nothingPlayable: "nothing-playable"
    }
  }

  package var title: String {
    switch self {
    case .displayLost: "No picture reached the display"
    case .flipsMissed: "The display did not confirm pictures in time"
    case .decoderHung: "An item hung"
    case .watchdogLate: "The player did not make progress"
    case .crashed: "The player crashed"
    case .nothingPlayable: "No item could be played"
    }
  }

  /// The player's reaction.
  package var reaction: String {
    switch self {
    case .displayLost: "Playback continued with sound, and the player waited for the display"
    case .flipsMissed: "The player committed the picture again, up to a mode set"
    case .decoderHung: "The player skipped the item"
    case .watchdogLate: "The player withheld its sign of life, so that systemd restarts it"
    case .crashed: "systemd restarts the player, which resumes at the same position"
    case .nothingPlayable: "The player tries again at growing intervals"
    }
  }

  package var cure: String {
    switch self {
    case .displayLost:
      "Check the cable and whether the display is on; see also: vitrine doctor"
    case .flipsMissed:
      "Look for messages of the display's driver with: sudo dmesg; try a lower display.mode"
    case .decoderHung: "Check the disk or share, and test the file with: vitrine check FILE"
    case .watchdogLate: "Check the disk, the share and the display's driver: sudo dmesg"
    case .crashed: "Test the file with: vitrine check FILE; report the crash with: vitrine support"
    case .nothingPlayable: "Test the files with: vitrine check FILE"
    }
  }
}

/// Detects the faults of one player in its statistics, which are sampled each second. A value type.
package struct FaultDetector: Sendable {
  private var last: Int?

  package init() {}

  /// Returns the cause if flips are missing. A late frame is not a fault of the display.
  package mutating func missedFlips(_ statistics: PlaybackStatistics) -> String? {
    defer { last = statistics.recoveries }
    guard let last, statistics.recoveries > last else { return nil }
    return "\(statistics.recoveries -| last) commits were refused or not confirmed"
  }
}

/// Limits how often faults of a kind are written, to spare flash memory: 10 minutes after the first, then at doubled
/// intervals up to 6 hours, until no fault occurs for that long. A value type.
package struct FaultLimit: Sendable {
  private struct Written: Sendable {
    var time: HostTime
    var interval: Duration
    var latest: HostTime
    var skipped = 0
  }

  private var written: [Fault: Written] = [:]

  private static let shortest = Duration.seconds(600)
  private static let longest = Duration.seconds(6 * 3600)

  package init() {}

  /// Returns nil if this fault is not written; otherwise the number of earlier ones of its kind that were not.
  package mutating func admit(_ fault: Fault, at now: HostTime) -> Int? {
    guard var last = written[fault] else {
      written[fault] = Written(time: now, interval: Self.shortest, latest: now)
      return 0
    }
    defer { written[fault] = last }
    let isQuiet = now - last.latest >= last.interval
    last.latest = now
    guard now - last.time >= last.interval else {
      last.skipped += 1
      return nil
    }
    let skipped = last.skipped
    last.interval = isQuiet ? Self.shortest : min(last.interval * 2, Self.longest)
    (last.time, last.skipped) = (now, 0)
    return skipped
  }
}
