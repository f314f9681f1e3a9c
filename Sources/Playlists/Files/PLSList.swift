internal import VitrineTiming

/// The PLS format: a section `[playlist]` with `File1=`, `Title1=` and `Length1=`. Entries play by
/// number; gaps and any order are allowed.
package struct PLSList {
  package private(set) var contents: ListContents
  private let location: ListLocation
  private var rows: [Int: Row] = [:]
  private var section: String?
  private var isFound = false
  private var lines: [String: Int] = [:]

  private struct Row {
    var file: (written: String, line: Int)?
    var title: String?
    var length: String?
    var lengthLine = 0
  }

  /// Parses a file; `path` is the path of the list.
  package init(bytes: [UInt8], path: String, _ limits: ListLimits = .standard) {
    contents = ListContents(limits)
    location = ListLocation(list: path)
    do throws(ListFault) {
      var text = try ListText(bytes, .either, limits)
      while let line = try text.next() { try read(line, number: text.number) }
      if !isFound { throw ListFault(line: 1, cause: "missing [playlist]") }
    } catch {
      contents.add(error)
    }
    for (_, row) in rows.sorted(by: { $0.key < $1.key }) {
      guard add(row) else { break }
    }
  }

  private mutating func read(_ line: String, number: Int) throws(ListFault) {
    if line.hasPrefix(";") || line.hasPrefix("#") { return }
    if line.hasPrefix("[") {
      guard line.hasSuffix("]") else {
        throw ListFault(line: number, cause: "\(quoted(line)): missing ]")
      }
      section = line.dropFirst().dropLast().lowercased()
      if section == "playlist" { isFound = true }
      return
    }
    guard let section else {
      throw ListFault(line: number, cause: "\(quoted(line)) before [playlist]")
    }
    // Sections of other programs are ignored.
    guard section == "playlist" else { return }
    let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      return fault(number, "\(quoted(line)): expected File1=, Title1= or Length1=")
    }
    readField(trimmed(parts[0]).lowercased(), trimmed(parts[1]), number: number)
  }

  private mutating func readField(_ key: String, _ value: String, number: Int) {
    for (name, place) in Self.fields where key.hasPrefix(name) {
      let digits = key.dropFirst(name.count)
      guard !digits.isEmpty, digits.utf8.allSatisfy(isDigit) else { continue }
      guard let index = Int(digits), index <= 1_000_000_000 else {
        return fault(number, "\(quoted(key)): the number is too large")
      }
      // File1 and File01 are the same key.
      guard isNew(key, as: "\(name)\(index)", number) else { return }
      return place(&rows[index, default: Row()], value, number)
    }
    guard isNew(key, as: key, number) else { return }
    switch key {
    case "version" where value != "1" && value != "2":
      fault(number, "unknown version \(quoted(value)): expected 1 or 2")
    case "x-gnome-title": contents.title = shownText(value)
    // Other keys, such as the number of entries, are not needed.
    default: break
    }
  }

  /// Records the line of a key. Returns false and reports an error if it is a duplicate.
  private mutating func isNew(_ key: String, as name: String, _ number: Int) -> Bool {
    guard let first = lines.updateValue(number, forKey: name) else { return true }
    fault(number, "\(quoted(key)): already given in line \(first)")
    return false
  }

  private static var fields: [(String, (inout Row, String, Int) -> Void)] {
    [
      ("file", { $0.file = ($1, $2) }),
      ("title", { row, value, _ in row.title = value }),
      ("length", { ($0.length, $0.lengthLine) = ($1, $2) }),
    ]
  }

  /// Returns false once there are too many entries.
  private mutating func add(_ row: Row) -> Bool {
    // A title without a file is ignored.
    guard let file = row.file else { return true }
    var fields = ItemFields()
    fields.presentation.title = row.title.flatMap { shownText($0) }
    let length = length(of: row)
    do throws(ListLocation.Refusal) {
      let source = try location.source(file.written)
      fields.apply(length: length, of: source)
      return contents.add(
        ListEntry(line: file.line, source: source, written: file.written, fields: fields))
    } catch {
      fault(file.line, error.cause)
      return true
    }
  }

  /// Returns nil if it is unknown, which is written as -1 or left out.
  private mutating func length(of row: Row) -> MediaTime? {
    guard let text = row.length, !text.isEmpty, !text.hasPrefix("-") else { return nil }
    if let length = MediaTime(listText: text) { return length }
    fault(row.lengthLine, "invalid length \(quoted(text)): expected seconds, at most a year")
    return nil
  }

  private mutating func fault(_ line: Int, _ cause: String) {
    contents.add(ListFault(line: line, cause: cause))
  }
}
