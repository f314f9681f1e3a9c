internal import VitrinePlaylists

/// The errors in a playlist, and in those that it includes.
package struct ListFaults: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// The file does not exist.
    case missing
    /// Permission denied.
    case forbidden
    /// The contents are invalid.
    case contents
  }

  package let kind: Kind
  /// A line for each, by file: `menu.m3u:7: "loop.pls" includes itself: …`.
  package let lines: [String]
  /// The place of the first error, without any text from the list: `menu.m3u:7`.
  package let place: String?
  /// The lists and folders that were read. A change of one of them may fix the error.
  package let origins: [String]

  init(_ kind: Kind, _ lines: [String], at place: String? = nil, origins: [String]) {
    self.kind = kind
    self.lines = lines
    self.place = place
    self.origins = origins
  }

  package var description: String { lines.joined(separator: "\n") }
}

/// The errors found so far, by file.
struct ListFaultTable {
  /// In reading order.
  private var files: [String] = []
  private var faults: [String: [ListFault]] = [:]
  private var more = 0

  /// Further errors are counted, not reported.
  private static let most = 100

  private(set) var count = 0

  mutating func add(_ fault: ListFault, in file: String) {
    if faults[file] == nil { files.append(file) }
    guard faults[file]?.contains(fault) != true else { return }
    count += 1
    if count > Self.most { return more += 1 }
    faults[file, default: []].append(fault)
  }

  mutating func add(_ contents: ListContents, of file: String) {
    for fault in contents.faults { add(fault, in: file) }
    more += contents.moreFaults
  }

  var place: String? {
    files.first.flatMap { file in
      faults[file]?.map(\.line).min().map { "\(file):\($0)" }
    }
  }

  var lines: [String] {
    let lines = files.flatMap { file in
      (faults[file] ?? []).sorted { $0.line < $1.line }.map { "\(file):\($0.line): \($0.cause)" }
    }
    return more > 0 ? lines + ["\(more) more errors"] : lines
  }
}
