package import VitrinePlayback

/// The subject of a finding, in the order of the report.
package enum Check: String, Sendable, CaseIterable {
  case permission, groups, device, master, connector, mode, planes, sound, input, clock, storage
  case memory, kernel, board, decoder, scheduling, watchdog, service, configuration, playlist
  case network
}

/// The severity of a finding.
package enum Verdict: Hashable, Sendable {
  case good
  /// Playback works nevertheless.
  case advice
  /// Something that was requested does not work. Carries the program's exit status.
  case bad(ExitStatus)

  /// One word, for programs and plain terminals.
  package var word: String {
    switch self {
    case .good: "good"
    case .advice: "advice"
    case .bad: "bad"
    }
  }
}

/// The result of a check, and how to fix it.
package struct Finding: Hashable, Sendable {
  package let check: Check
  package let verdict: Verdict
  /// One line.
  package let summary: String
  /// The cause or the effect.
  package let cause: String?
  /// A shell command, or a sentence if no command helps.
  package let cure: String?

  init(
    _ check: Check, _ verdict: Verdict, _ summary: String, cause: String? = nil,
    cure: String? = nil
  ) {
    self.check = check
    self.verdict = verdict
    self.summary = summary
    self.cause = cause
    self.cure = cure
  }

  /// A finding for something that could not be checked.
  static func unknown(_ check: Check, _ why: String) -> Finding {
    Finding(check, .advice, "unknown: \(why)")
  }

  package var isBad: Bool { if case .bad = verdict { true } else { false } }
}

extension [Finding] {
  /// The status of the first bad finding, in the order of the checks.
  package var exitStatus: ExitStatus {
    for case .bad(let status) in map(\.verdict) { return status }
    return .success
  }
}

/// A value read from the machine, or why it could not be read.
package enum Reading<Value: Sendable>: Sendable {
  case known(Value)
  case unknown(String)

  package var value: Value? { if case .known(let value) = self { value } else { nil } }

  /// Returns the findings of `examine`, or a finding that the value is unknown.
  func findings(_ check: Check, _ examine: (Value) -> [Finding]) -> [Finding] {
    switch self {
    case .known(let value): examine(value)
    case .unknown(let why): [.unknown(check, why)]
    }
  }
}

extension Reading: Equatable where Value: Equatable {}
