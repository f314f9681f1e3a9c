internal import VitrineLinux
internal import VitrinePlayback
internal import VitrinePlaylists

extension Player {
  /// Plays as `run` does; where that throws, the process ends with the cause: what the `main` of a program calls
  /// that has nothing to put in order then. Thrown out of `main` the same error would be told with Swift's trace.
  public func runOrExit() async {
    do throws(PlayerError) {
      try await run()
    } catch {
      error.exit()
    }
  }
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
    let program = CommandLine.arguments.first?.split(separator: "/").last ?? "player"
    StandardStream.error.write(Array("\(program): \(printable(message, most: .max))\n".utf8))
    endProcess(with: exitStatus)
  }
}
