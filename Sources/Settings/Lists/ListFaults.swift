internal import VitrinePlaylists

/// All that is wrong with a list, and with those in it.
public struct ListFaults: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Kind: Hashable, Sendable {
    /// There is no such file.
    case missing
    /// It may not be read.
    case forbidden
    /// What is in it is wrong.
    case contents
  }

  public let kind: Kind
  /// One line each, by file: `menu.m3u:7: "loop.pls" leads back to menu.m3u`.
  public let lines: [String]
  /// Where the first one is, without anything that the list says: `menu.m3u:7`.
  public let place: String?
  /// The lists and folders that were looked at: a change of one of them may cure it.
  public let origins: [String]

  init(_ kind: Kind, _ lines: [String], at place: String? = nil, origins: [String]) {
    (self.kind, self.lines, self.place, self.origins) = (kind, lines, place, origins)
  }

  public var description: String { lines.joined(separator: "\n") }
}

/// What is wrong so far, file by file.
struct ListFaultTable {
  /// In the order in which they were read.
  private var files: [String] = []
  private var faults: [String: [ListFault]] = [:]
  private var more = 0

  /// More are counted, not told.
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
    let told = files.flatMap { file in
      (faults[file] ?? []).sorted { $0.line < $1.line }.map { "\(file):\($0.line): \($0.cause)" }
    }
    return more > 0 ? told + ["and \(more) more"] : told
  }
}
