package import VitrinePlayback

/// The report of `vitrine explain`: the latest fault, the player's reaction, the cure, and the current problems.
package struct FaultReport: Sendable {
  /// The latest first.
  package var records: [FaultRecord] = []
  /// Why there are no records, if that is unknown.
  package var failure: String?
  /// The current problems of the running player, the worst first; nil if no player answers.
  package var problems: [Problem]?
  /// Why no player answers.
  package var silence: String?
  /// The restarts by systemd since the service was last started by hand; nil if unknown.
  package var restarts: Restarts?

  package struct Problem: Hashable, Sendable {
    package var text: String
    package var cure: String

    package init(_ text: String, cure: String) { (self.text, self.cure) = (text, cure) }
  }

  package struct Restarts: Hashable, Sendable {
    package var count: Int
    /// The result of the last run in systemd's words, such as `watchdog`.
    package var result: String

    package init(count: Int, result: String) { (self.count, self.result) = (count, result) }
  }

  package init() {}

  /// Whether nothing is known to be or have been wrong.
  package var isClear: Bool {
    records.isEmpty && failure == nil && problems?.isEmpty ?? true && restarts?.count ?? 0 == 0
      && silence == nil
  }

  /// The lines for an operator. `time` formats seconds since 1970; `showsEvents` adds the events before the latest
  /// fault.
  package func lines(showsEvents: Bool, time: (Int64) -> String) -> [String] {
    var lines = now
    if let record = records.first {
      lines += ["Last fault: \(Self.title(record, time))"]
      lines += ["  \(record.fault.reaction)", "  → \(record.fault.cure)"]
      if !record.backtrace.isEmpty {
        lines +=
          ["  Backtrace of Vitrine \(record.program):"] + record.backtrace.map { "    \($0)" }
      }
      if showsEvents {
        lines += ["  Events before it:"] + record.eventLines.map { "    \($0)" }
      } else if !record.events.isEmpty {
        lines += ["  \(record.events.count) events before it: vitrine explain --events"]
      }
    } else if let failure {
      lines += ["Faults are unknown: \(failure)"]
    } else {
      lines += ["No fault is recorded"]
    }
    if records.count > 1 {
      lines += ["Earlier:"] + records.dropFirst().map { "  \(Self.title($0, time))" }
    }
    if let restarts, restarts.count > 0 {
      let result = restarts.result == "success" ? "" : "; last result: \(restarts.result)"
      lines += [
        "systemd has restarted the service \(restarts.count) \(restarts.count == 1 ? "time" : "times")\(result)"
      ]
    }
    return lines
  }

  private var now: [String] {
    if isClear { return ["Nothing went wrong"] }
    guard let problems else {
      return ["Now: \(silence ?? "the player does not answer")"]
    }
    if problems.isEmpty { return ["Nothing is wrong now"] }
    return problems.flatMap { ["Now: \($0.text)", "  → \($0.cure)"] }
  }

  private static func title(_ record: FaultRecord, _ time: (Int64) -> String) -> String {
    let doubt = record.isClockTrusted ? "" : " (clock not set)"
    return "\(time(record.time)) UTC\(doubt): \(record.fault.title): \(record.cause)"
  }
}
