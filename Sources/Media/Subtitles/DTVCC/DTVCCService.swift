internal import VitrineTiming

/// The windows of one service of CEA-708, as its commands change them.
struct DTVCCService {
  /// By their numbers.
  private(set) var windows: [DTVCCWindow?] = Self.none
  private var current: Int?
  /// Commands that wait for their end, or for that of a delay.
  private var input: [UInt8] = []
  /// The end of a delay.
  private(set) var resumption: MediaTime?

  /// A full buffer ends a delay. No command is as long.
  private static let largestInput = 128
  private static let none = [DTVCCWindow?](repeating: nil, count: 8)

  /// The size of the commands that wait, in bytes.
  var pendingBytes: Int { input.count }

  mutating func receive(_ block: ArraySlice<UInt8>, at time: MediaTime) {
    input += block
    if resumption != nil, endsDelay { resumption = nil }
    execute(at: time)
    // The buffer may be full of delays. Each round executes at least one command.
    while resumption != nil, input.count >= Self.largestInput {
      resumption = nil
      execute(at: time)
    }
  }

  /// Executes the commands that a delay held back until now.
  mutating func resume() {
    guard let time = resumption else { return }
    resumption = nil
    execute(at: time)
  }

  /// Discards a command whose rest was lost. The windows stay: encoders repeat their definitions rarely.
  mutating func recover() {
    input.removeAll()
    resumption = nil
  }

  private var endsDelay: Bool {
    var rest = input[...]
    while let (command, length) = DTVCCCommand.first(in: rest) {
      if command == .delayCancel || command == .reset { return true }
      rest = rest.dropFirst(length)
    }
    return false
  }

  private mutating func execute(at time: MediaTime) {
    var end = 0
    while resumption == nil, let (command, length) = DTVCCCommand.first(in: input[end...]) {
      end += length
      execute(command, at: time)
    }
    input.removeFirst(end)
  }

  private mutating func execute(_ command: DTVCCCommand, at time: MediaTime) {
    switch command {
    case .define(let number, let definition):
      if windows[number]?.redefine(definition) == nil { windows[number] = DTVCCWindow(definition) }
      current = number
    case .setCurrentWindow(let number): if windows[number] != nil { current = number }
    case .windows(let command, let mask):
      for number in windows.indices where mask >> number & 1 != 0 { apply(command, to: number) }
    case .delay(let tenths): if tenths > 0 { resumption = time + MediaTime(Int64(tenths), 10) }
    case .reset: (windows, current) = (Self.none, nil)
    case .delayCancel, .other: break
    default: if let current { windows[current]?.apply(command) }
    }
  }

  private mutating func apply(_ command: DTVCCCommand.WindowCommand, to number: Int) {
    switch command {
    case .clear: windows[number]?.clear()
    case .display: windows[number]?.isVisible = true
    case .hide: windows[number]?.isVisible = false
    case .toggle: windows[number]?.isVisible.toggle()
    case .delete:
      windows[number] = nil
      if current == number { current = nil }
    }
  }
}

extension DTVCCWindow {
  /// Executes a command for the current window.
  fileprivate mutating func apply(_ command: DTVCCCommand) {
    switch command {
    case .character(let character): write(character)
    case .backspace: backspace()
    case .formFeed: clear()
    case .carriageReturn: returnCarriage()
    case .horizontalReturn: clearRow()
    case .setPenAttributes(let size, let isItalic, let isUnderlined):
      (pen.size, pen.isItalic, pen.isUnderlined) = (size, isItalic, isUnderlined)
    case .setPenColor(let color): pen.color = color
    case .setPenLocation(let row, let column): movePen(row: row, column: column)
    case .setWindowAttributes(let justification): self.justification = justification
    case .setCurrentWindow, .windows, .delay, .delayCancel, .reset, .define, .other: break
    }
  }
}

/// A command or character in a service of CEA-708 (CTA-708-E, sections 7 and 8).
enum DTVCCCommand: Hashable {
  case character(Unicode.Scalar)
  case backspace, formFeed, carriageReturn, horizontalReturn
  case setCurrentWindow(Int)
  case windows(WindowCommand, mask: UInt8)
  /// In tenths of a second.
  case delay(Int)
  case delayCancel, reset
  case setPenAttributes(DTVCCPen.Size, isItalic: Bool, isUnderlined: Bool)
  case setPenColor(DTVCCPen.Color)
  case setPenLocation(row: Int, column: Int)
  case setWindowAttributes(DTVCCWindow.Justification)
  case define(Int, DTVCCWindow.Definition)
  /// A command without an effect here.
  case other

  /// A command for several windows: bit n of its mask is window n.
  enum WindowCommand: UInt8 { case clear = 0x88, display, hide, toggle, delete }

  /// Reads the first command; returns nil if it is incomplete.
  static func first(in bytes: ArraySlice<UInt8>) -> (command: DTVCCCommand, length: Int)? {
    guard let code = bytes.first, let length = length(of: bytes), bytes.count >= length else {
      return nil
    }
    return (command(code, Array(bytes.prefix(length).dropFirst())), length)
  }

  /// Whether it may make something visible.
  var isContent: Bool {
    switch self {
    case .character, .define: true
    default: false
    }
  }

  /// Returns nil if the length is not known yet.
  private static func length(of bytes: ArraySlice<UInt8>) -> Int? {
    let rest = bytes.dropFirst()
    switch bytes.first ?? 0 {
    case 0x10: return rest.first.flatMap { extendedLength($0, rest.dropFirst().first) }
    case 0x11...0x17: return 2
    case 0x18...0x1F: return 3
    case 0x88...0x8D: return 2
    case 0x90, 0x92: return 3
    case 0x91: return 4
    case 0x97: return 5
    case 0x98...0x9F: return 7
    default: return 1
    }
  }

  /// The length of an extended code, with the code that announces it.
  private static func extendedLength(_ code: UInt8, _ next: UInt8?) -> Int? {
    switch code {
    case 0x08...0x0F: 3
    case 0x10...0x17: 4
    case 0x18...0x1F: 5
    case 0x80...0x87: 6
    case 0x88...0x8F: 7
    // The next byte has the number of those after it.
    case 0x90...0x9F: next.map { 3 + Int($0 & 0x1F) }
    default: 2
    }
  }

  /// `values` has as many bytes as the code has parameters.
  private static func command(_ code: UInt8, _ values: [UInt8]) -> DTVCCCommand {
    switch code {
    case 0x08: return .backspace
    case 0x0C: return .formFeed
    case 0x0D: return .carriageReturn
    case 0x0E: return .horizontalReturn
    case 0x10: return extended(values[0])
    case 0x18: return .character(DTVCCCharacters.wide(UInt16(values[0]) << 8 | UInt16(values[1])))
    case 0x20...0x7F, 0xA0...0xFF: return .character(DTVCCCharacters.plain(code))
    case 0x80...0x87: return .setCurrentWindow(Int(code & 7))
    case 0x88...0x8C:
      return WindowCommand(rawValue: code).map { .windows($0, mask: values[0]) } ?? .other
    case 0x8D: return .delay(Int(values[0]))
    case 0x8E: return .delayCancel
    case 0x8F: return .reset
    case 0x90:
      return .setPenAttributes(
        .init(rawValue: values[0] & 3) ?? .standard, isItalic: values[1] & 0x80 != 0,
        isUnderlined: values[1] & 0x40 != 0)
    case 0x91: return .setPenColor(.init(values[0]))
    case 0x92: return .setPenLocation(row: Int(values[0] & 0x0F), column: Int(values[1] & 0x3F))
    case 0x97: return .setWindowAttributes(.init(rawValue: values[2] & 3) ?? .left)
    case 0x98...0x9F: return .define(Int(code & 7), DTVCCWindow.Definition(values))
    default: return .other
    }
  }

  private static func extended(_ code: UInt8) -> DTVCCCommand {
    switch code {
    case 0x20...0x7F, 0xA0...0xFF: .character(DTVCCCharacters.extended(code))
    default: .other
    }
  }
}

/// The character sets of CEA-708.
private enum DTVCCCharacters {
  /// Shown for characters that are not defined.
  private static let unknown: Unicode.Scalar = "_"

  /// G0 and G1: ASCII with a note, and Latin-1.
  static func plain(_ code: UInt8) -> Unicode.Scalar {
    code == 0x7F ? "\u{266A}" : Unicode.Scalar(code)
  }

  /// G2. G3 only has an icon for captions, which fonts do not have.
  static func extended(_ code: UInt8) -> Unicode.Scalar { symbols[code] ?? unknown }

  /// The character of a 16-bit code, which is that of Unicode.
  static func wide(_ code: UInt16) -> Unicode.Scalar {
    guard let scalar = Unicode.Scalar(code), scalar.properties.generalCategory != .control else {
      return unknown
    }
    return scalar
  }

  private static let symbols: [UInt8: Unicode.Scalar] = [
    // Transparent spaces.
    0x20: " ", 0x21: "\u{A0}",
    0x25: "…", 0x2A: "Š", 0x2C: "Œ", 0x30: "█", 0x31: "‘", 0x32: "’", 0x33: "“", 0x34: "”",
    0x35: "•", 0x39: "™", 0x3A: "š", 0x3C: "œ", 0x3D: "℠", 0x3F: "Ÿ", 0x76: "⅛", 0x77: "⅜",
    0x78: "⅝", 0x79: "⅞", 0x7A: "│", 0x7B: "┐", 0x7C: "└", 0x7D: "─", 0x7E: "┘", 0x7F: "┌",
  ]
}
