/// The kernel's command line.
package struct KernelArguments: Hashable, Sendable {
  package enum Force: Sendable { case on, off }

  let words: [String]

  package init(_ line: String) {
    words = line.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  func has(_ word: String) -> Bool { words.contains(word) }

  /// Returns the last value of an option, which takes precedence.
  func value(of name: String) -> String? {
    words.last { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
  }

  /// Returns whether `video=` forces a connector on or off. The letters are from the kernel's
  /// `modedb.rst`: e and D force it on, d forces it off.
  func forces(_ connector: String) -> Force? {
    let prefix = "video=\(connector):"
    guard let word = words.last(where: { $0.hasPrefix(prefix) }) else { return nil }
    let mode = word.dropFirst(prefix.count).prefix { $0 != "," }
    switch mode.last {
    case "e", "D": return .on
    case "d": return .off
    default: return nil
    }
  }
}

/// The running kernel and its boot configuration.
package struct KernelFacts: Hashable, Sendable {
  /// The place where the command line is configured.
  package enum Loader: Hashable, Sendable {
    /// A line in a file, as on a Raspberry Pi.
    case line(path: String)
    case grub
    /// `extraargs=` in a file, as on Armbian.
    case armbian(path: String)
    case unknown
  }

  package var arguments = KernelArguments("")
  package var loader = Loader.unknown
  /// Whether there are text consoles.
  package var hasTerminals = true
  /// The board's model from the firmware; may be empty.
  package var model = ""

  package init() {}

  /// Returns the command that adds options to the command line.
  func adding(_ words: [String]) -> String {
    let line = words.joined(separator: " ")
    // Safe in sed's replacement: none of our options contains a slash, an ampersand or a bar.
    switch loader {
    case .line(let path):
      return "sudo sed -i '1s|$| \(line)|' \(path.shellWord) && sudo reboot"
    case .grub:
      return "sudo sed -i 's|^GRUB_CMDLINE_LINUX=\"|&\(line) |' /etc/default/grub && "
        + "sudo update-grub && sudo reboot"
    case .armbian(let path):
      return "echo 'extraargs=\(line)' | sudo tee -a \(path.shellWord) && sudo reboot"
    case .unknown: return "add \(line) to the kernel's command line and reboot"
    }
  }

  /// Returns the command that removes an option from the command line.
  func removing(_ word: String) -> String {
    switch loader {
    case .line(let path), .armbian(let path):
      return "sudo sed -i 's| *\(word)||' \(path.shellWord) && sudo reboot"
    case .grub:
      return "sudo sed -i 's| *\(word)||' /etc/default/grub && sudo update-grub && sudo reboot"
    case .unknown: return "remove \(word) from the kernel's command line and reboot"
    }
  }
}

extension KernelFacts {
  /// The missing options that would silence the console, and what is visible without them.
  private var loudness: [(word: String, cause: String)] {
    guard hasTerminals else { return [] }
    var found: [(word: String, cause: String)] = []
    if !arguments.has("quiet") {
      found.append(("quiet", "kernel messages are visible during boot"))
    }
    if arguments.value(of: "vt.global_cursor_default") != "0" {
      found.append(("vt.global_cursor_default=0", "a cursor blinks until the first picture"))
    }
    if let delay = arguments.value(of: "consoleblank"), delay != "0" {
      found.append(("consoleblank=0", "the console goes blank after \(delay) s"))
    }
    return found
  }

  /// The options that `findings` recommends.
  var quietWords: [String] { loudness.map(\.word) }

  /// Kernel messages visible before, between and after videos. At most advice, since
  /// playback works.
  var findings: [Finding] {
    guard hasTerminals else {
      return [Finding(.kernel, .good, "no text console")]
    }
    var causes = loudness.map(\.cause)
    let words = quietWords
    let consoles = arguments.words.filter { $0.hasPrefix("console=tty") }
      .filter { $0.dropFirst(11).first?.isNumber == true }
    if !arguments.has("quiet"), let console = consoles.last {
      causes.append("\(console) is on the display")
    }
    guard !words.isEmpty else {
      return [Finding(.kernel, .good, "the console is quiet")]
    }
    return [
      Finding(
        .kernel, .advice, "the command line lacks \(words.enumerated)",
        cause: causes.enumerated, cure: adding(words))
    ]
  }
}
