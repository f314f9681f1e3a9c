import Glibc

/// The option for the virtual terminal to cover.
package enum TerminalPreference: Hashable, Sendable {
  /// The terminal that we run on; otherwise the active one, if that is permitted.
  case automatic
  case number(Int)
  case none

  /// The kernel's numbers; 0 is an alias of the active terminal.
  static let numbers = 1...63

  /// Parses `auto`, `none`, `3`, `tty3` or `/dev/tty3`.
  package init?(_ text: String) {
    switch text {
    case "auto": self = .automatic
    case "none": self = .none
    default:
      let name = text.hasPrefix("/dev/") ? String(text.dropFirst(5)) : text
      guard let number = Self.number(ofName: name) ?? Self.number(ofName: "tty" + name)
      else { return nil }
      self = .number(number)
    }
  }

  /// The selected terminal.
  struct Place: Hashable {
    let number: Int
    /// Whether it was neither named nor ours.
    let isGuess: Bool
  }

  /// Returns the terminal that applies to this process now.
  func place() -> Place? {
    switch self {
    case .none: nil
    case .number(let number): Place(number: number, isGuess: false)
    case .automatic:
      Self.place(
        status: firstLine(of: "/proc/self/stat") ?? "",
        active: firstLine(of: "/sys/class/tty/tty0/active") ?? "")
    }
  }

  /// `status` describes this process, and `active` is the active terminal.
  static func place(status: String, active: String) -> Place? {
    if let own = controllingTerminal(inStatus: status) { return Place(number: own, isGuess: false) }
    return number(ofName: active).map { Place(number: $0, isGuess: true) }
  }

  /// Parses /proc/PID/stat, where the name in parentheses may contain any character.
  static func controllingTerminal(inStatus status: String) -> Int? {
    guard let end = status.lastIndex(of: ")") else { return nil }
    let fields = status[end...].split(separator: " ")
    guard fields.count > 5, let device = UInt32(fields[5]) else { return nil }
    let (major, minor) = (Int(device >> 8 & 0xfff), Int(device & 0xff | device >> 12 & 0xfff00))
    return major == 4 && numbers.contains(minor) ? minor : nil
  }

  static func number(ofName name: String) -> Int? {
    guard name.hasPrefix("tty"), name.utf8.count <= 5,
      name.utf8.dropFirst(3).allSatisfy({ (48...57).contains($0) }),
      let number = Int(name.dropFirst(3)), numbers.contains(number)
    else { return nil }
    return number
  }
}

extension TerminalPreference {
  /// Whether we are a service on a virtual terminal: it is our controlling terminal, and no
  /// shell's.
  package static var isService: Bool {
    getsid(0) == getpid()
      && controllingTerminal(inStatus: firstLine(of: "/proc/self/stat") ?? "") != nil
  }
}
