/// What this process was started with.
public enum ProgramArguments {
  /// Without the program's own name; names of files in them as `pathText` has them.
  public static var all: [String] {
    let words = unsafe CommandLine.unsafeArgv
    // bound: 1 at least
    return (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      unsafe words[index].map { unsafe pathText($0) }
    }
  }
}
