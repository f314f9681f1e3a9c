import Glibc

/// The keyboard of the terminal that the process was started on, key by key. Thread-bound in
/// what is read; another thread may open and close it.
public final class TerminalKeys: Sendable {
  public let descriptor = FileDescriptor(owning: dup(STDIN_FILENO))
  private let before: termios?
  private let binding = ThreadBinding()

  /// Looks at standard input; nothing is changed before `open`.
  /// The corresponding C function is `tcgetattr`.
  public init() {
    var attributes = termios()
    before =
      unsafe StandardStream.input.isTerminal && tcgetattr(STDIN_FILENO, &attributes) == 0
      && tcgetpgrp(STDIN_FILENO) == getpgrp() ? attributes : nil
  }

  /// Whether standard input is a terminal, and this process in its foreground.
  public var isOpen: Bool { before != nil }

  /// Has keys come at once and unseen, until `close`. The corresponding C function is `tcsetattr`.
  public func open() {
    guard var attributes = before else { return }
    attributes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    unsafe tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
  }

  /// Gives the terminal back as it was.
  public func close() {
    guard var attributes = before else { return }
    unsafe tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
  }

  /// The bytes that have come; nil where the terminal is gone.
  public func read() -> [UInt8]? {
    binding.check()
    var buffer = [UInt8](repeating: 0, count: 32)
    let count = unsafe Glibc.read(descriptor.rawValue, &buffer, buffer.count)
    return count > 0 ? Array(buffer.prefix(count)) : nil
  }
}
