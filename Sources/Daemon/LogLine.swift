/// A line for the log, as something that decides has it written.
enum LogLine: Hashable, Sendable {
  case info(String)
  case warning(String)
  case error(String)
}

extension Log {
  @Sendable func write(_ line: LogLine) {
    switch line {
    case .info(let text): info(text)
    case .warning(let text): warning(text)
    case .error(let text): error(text)
    }
  }
}
