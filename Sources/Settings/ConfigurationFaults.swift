/// The errors in a configuration.
package struct ConfigurationFaults: Error, Hashable, Sendable, CustomStringConvertible {
  /// Further errors in a file are counted, not reported.
  static let most = 100

  /// A line for each, in the order of the files: `kiosk.yaml:7: interface.heading: …`.
  package let lines: [String]

  init(_ lines: [String]) {
    self.lines = lines
  }

  package var description: String { lines.joined(separator: "\n") }
}

/// An error in a file.
struct Fault: Error, Hashable {
  /// Counted from one.
  let line: Int
  /// Begins with the path of the key, if there is one.
  let cause: String
}

/// The errors found so far.
struct FaultList {
  private(set) var all: [Fault] = []

  mutating func add(_ fault: Fault) { all.append(fault) }

  /// An empty path is the file itself.
  mutating func add(_ path: String, _ line: Int, _ cause: String) {
    add(Fault(line: line, cause: path.isEmpty ? cause : "\(path): \(cause)"))
  }

  /// The messages, in the order of the file.
  func lines(in file: String) -> [String] {
    limited(all.sorted { $0.line < $1.line }.map { "\(file):\($0.line): \($0.cause)" }, file)
  }

  /// The messages about a variable or an option, which have no line numbers.
  func lines(of name: String) -> [String] { limited(all.map { "\(name): \($0.cause)" }, name) }

  private func limited(_ lines: [String], _ name: String) -> [String] {
    let most = ConfigurationFaults.most
    guard lines.count > most else { return lines }
    return lines.prefix(most) + ["\(name): \(lines.count - most) more errors"]
  }
}
