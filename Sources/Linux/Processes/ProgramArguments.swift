/// The arguments of this process.
package enum ProgramArguments {
  /// Without the program's name, converted by `pathText`.
  package static var all: [String] {
    let words = unsafe CommandLine.unsafeArgv
    // bound: at least 1
    return (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      unsafe words[index].map { unsafe pathText($0) }
    }
  }
}
