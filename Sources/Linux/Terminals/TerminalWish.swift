import Glibc

/// Which virtual terminal is to be covered, as an option spells it.
public enum TerminalWish: Hashable, Sendable {
  /// That on which we run; else that which is seen, when we may.
  case automatic
  case number(Int)
  case none

  /// The kernel's numbers; 0 is another name of that which is seen.
  static let numbers = 1...63

  /// From `auto`, `none`, `3`, `tty3` or `/dev/tty3`.
  public init?(_ text: String) {
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

  /// A terminal that was found.
  struct Place: Hashable {
    let number: Int
    /// It was not named, and we do not run on it.
    let isGuess: Bool
  }

  /// Where this process would go now.
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

  /// From what the kernel tells of this process and of the terminal that is seen.
  static func place(status: String, active: String) -> Place? {
    if let own = controllingTerminal(inStatus: status) { return Place(number: own, isGuess: false) }
    return number(ofName: active).map { Place(number: $0, isGuess: true) }
  }

  /// Of /proc/PID/stat, where the name, in parentheses, may have any character in it.
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

extension TerminalWish {
  /// Whether we are a service on a virtual terminal: it is our controlling one and no shell's.
  public static var isService: Bool {
    getsid(0) == getpid()
      && controllingTerminal(inStatus: firstLine(of: "/proc/self/stat") ?? "") != nil
  }
}
