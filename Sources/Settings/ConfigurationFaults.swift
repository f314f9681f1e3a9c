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
