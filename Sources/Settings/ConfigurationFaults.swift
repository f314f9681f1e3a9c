/// All that is wrong with a configuration.
public struct ConfigurationFaults: Error, Hashable, Sendable, CustomStringConvertible {
  /// More in one file are counted, not told.
  static let most = 100

  /// One line each, in the files' order: `kiosk.yaml:7: interface.heading: a list, but …`.
  public let lines: [String]

  init(_ lines: [String]) {
    self.lines = lines
  }

  public var description: String { lines.joined(separator: "\n") }
}

/// One thing that is wrong with a file.
struct Fault: Error, Hashable {
  /// Counted from one.
  let line: Int
  /// With what it is about in front, where that has a name.
  let cause: String
}

/// What has been found wrong so far.
struct FaultList {
  private(set) var all: [Fault] = []

  mutating func add(_ fault: Fault) { all.append(fault) }

  mutating func add(_ path: String, _ line: Int, _ cause: String) {
    add(Fault(line: line, cause: "\(path): \(cause)"))
  }

  /// For people, in the file's order.
  func lines(in file: String) -> [String] {
    told(all.sorted { $0.line < $1.line }.map { "\(file):\($0.line): \($0.cause)" }, file)
  }

  /// Of what has no lines: a variable, an option.
  func lines(of name: String) -> [String] { told(all.map { "\(name): \($0.cause)" }, name) }

  private func told(_ lines: [String], _ name: String) -> [String] {
    let most = ConfigurationFaults.most
    guard lines.count > most else { return lines }
    return lines.prefix(most) + ["\(name): and \(lines.count - most) more"]
  }
}

/// What somebody wrote, as a message repeats it: short, and without what a terminal obeys.
func quoted(_ text: String) -> String {
  "\"\(printable(text))\""
}

/// A key's name as a message repeats it.
func printable(_ text: String) -> String {
  let longest = 40
  let safe = text.unicodeScalars.prefix(longest).map { $0.isControl ? "?" : String($0) }
  return safe.joined() + (text.unicodeScalars.count > longest ? "…" : "")
}

extension Unicode.Scalar {
  /// Also the two breaks of lines that are no control characters.
  var isControl: Bool {
    value < 0x20 || (0x7F...0x9F).contains(value) || value == 0x2028 || value == 0x2029
  }
}
