internal import VitrineLinux
internal import VitrinePlayback
internal import VitrinePlaylists

extension Player {
  /// Plays as `run` does; where that throws, the process ends with the cause: what the `main` of a program with one
  /// player calls that has nothing to put in order then. Thrown out of `main` the same error would be told with
  /// Swift's trace. A program with several players has the others end first, and then calls `PlayerError.exit`.
  public func runOrExit() async {
    do throws(PlayerError) {
      try await run()
    } catch {
      error.exit()
    }
  }

  /// Ends the process of a program that was called wrongly: tells on standard error how it is called, as in
  /// `FILM…`, behind its name, and ends with 64 as sysexits(3) has it.
  public static func exit(usage: String) -> Never {
    tell("usage: \(programName) \(usage)")
    endProcess(with: ExitStatus.usage.rawValue)
  }
}

/// As it was called.
private var programName: Substring {
  CommandLine.arguments.first?.split(separator: "/").last ?? "player"
}

/// On standard error.
private func tell(_ line: String) {
  StandardStream.error.write(Array("\(line)\n".utf8))
}

extension PlayerError {
  /// What a process ends with that could play nothing, as sysexits(3) numbers it: 66 where something cannot be
  /// opened, 65 where it is not what can be played, 69 without a display or a sound device, 78 where the program
  /// asks for what does not exist.
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

  /// Tells it on standard error, behind the program's name and without what a terminal obeys, and ends the
  /// process with its status.
  public func exit() -> Never {
    tell("\(programName): \(printable(message, most: .max))")
    endProcess(with: exitStatus)
  }
}
