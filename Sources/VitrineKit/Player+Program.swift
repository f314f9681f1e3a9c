internal import VitrineLinux
internal import VitrinePlayback
internal import VitrinePlaylists

extension Player {
  /// Plays like ``run()``, but prints an error and exits the process instead of throwing.
  ///
  /// It suits the `main` of a program with one player and nothing to clean up; an error thrown out
  /// of `main` is printed with Swift's stack trace. A program with several players should close the
  /// others first, then call ``PlayerError/exit()``.
  public func runOrExit() async {
    do throws(PlayerError) {
      try await run()
    } catch {
      error.exit()
    }
  }

  /// Prints a usage message such as `usage: Museum FILM…` on standard error, and exits with status
  /// 64 (`EX_USAGE` in sysexits(3)). The process name precedes `usage`.
  public static func exit(usage: String) -> Never {
    tell("usage: \(programName) \(usage)")
    endProcess(with: ExitStatus.usage.rawValue)
  }
}

/// The name by which the process was started.
private var programName: Substring {
  CommandLine.arguments.first?.split(separator: "/").last ?? "player"
}

/// Prints a line on standard error.
private func tell(_ line: String) {
  StandardStream.error.write(Array("\(line)\n".utf8))
}

extension PlayerError {
  /// The exit status for a process that could not play anything, as in sysexits(3).
  ///
  /// It is 66 if a source cannot be opened, 65 if its data is unusable, 69 without a display or
  /// sound device, and 78 if an option is invalid.
  public var exitStatus: Int32 {
    let status: ExitStatus =
      switch category {
      case .source: .noInput
      case .format, .decode: .data
      case .display, .sound: .unavailable
      case .configuration: .configuration
      }
    return status.rawValue
  }

  /// Prints the message on standard error, after the process name and without control characters,
  /// and exits with ``exitStatus``.
  public func exit() -> Never {
    tell("\(programName): \(printable(message, most: .max))")
    endProcess(with: exitStatus)
  }
}
