public import VitrinePlayback

/// What a finding is about, in the order in which they are told.
public enum Check: String, Sendable, CaseIterable {
  case permission, groups, device, master, connector, mode, planes, sound, input, clock, storage
  case memory, kernel, board, decoder, scheduling, service, configuration, network
}

/// How a thing stands.
public enum Verdict: Hashable, Sendable {
  case good
  /// It plays all the same.
  case advice
  /// Something that was asked for does not work; with the status that the program ends with.
  case bad(ExitStatus)

  /// One word, for programs and plain terminals.
  public var word: String {
    switch self {
    case .good: "good"
    case .advice: "advice"
    case .bad: "bad"
    }
  }
}

/// One thing that was looked at: how it stands, and what to do about it.
public struct Finding: Hashable, Sendable {
  public let check: Check
  public let verdict: Verdict
  /// One line.
  public let summary: String
  /// Why that is so, or what it costs.
  public let cause: String?
  /// A command for a shell; a sentence where no command helps.
  public let cure: String?

  init(
    _ check: Check, _ verdict: Verdict, _ summary: String, cause: String? = nil,
    cure: String? = nil
  ) {
    (self.check, self.verdict, self.summary) = (check, verdict, summary)
    (self.cause, self.cure) = (cause, cure)
  }

  /// Of something that could not be looked at.
  static func unknown(_ check: Check, _ why: String) -> Finding {
    Finding(check, .advice, "unknown: \(why)")
  }

  public var isBad: Bool { if case .bad = verdict { true } else { false } }
}

extension [Finding] {
  /// Of the first that is bad, in the order of the checks.
  public var exitStatus: ExitStatus {
    for case .bad(let status) in map(\.verdict) { return status }
    return .success
  }
}

/// What was read of a machine, or why it was not.
public enum Reading<Value: Sendable>: Sendable {
  case known(Value)
  case unknown(String)

  public var value: Value? { if case .known(let value) = self { value } else { nil } }

  /// What `examine` finds in it; that it is not known, where it is not.
  func findings(_ check: Check, _ examine: (Value) -> [Finding]) -> [Finding] {
    switch self {
    case .known(let value): examine(value)
    case .unknown(let why): [.unknown(check, why)]
    }
  }
}

extension Reading: Equatable where Value: Equatable {}
