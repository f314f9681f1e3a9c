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

  /// A full buffer ends a delay.
  private static let largestInput = 128
  private static let none = [DTVCCWindow?](repeating: nil, count: 8)

  mutating func receive(_ block: ArraySlice<UInt8>, at time: MediaTime) {
    input += block
    if resumption != nil, input.count >= Self.largestInput || endsDelay { resumption = nil }
    execute(at: time)
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
    var rest = input[...]
    while resumption == nil, let (command, length) = DTVCCCommand.first(in: rest) {
      rest = rest.dropFirst(length)
      execute(command, at: time)
    }
    input = Array(rest)
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
