/// Rows with named fields, from a data file. Fields are texts without control characters.
package struct DataTable: Hashable, Sendable {
  /// In the order of the file.
  package let names: [String]
  /// Each has as many fields as there are names.
  package let rows: [[String]]

  /// Why a file is not a table.
  package struct Failure: Error, Hashable, Sendable {
    /// Counted from one; nil concerns the whole file.
    package let line: Int?
    package let cause: String

    package init(line: Int? = nil, _ cause: String) {
      (self.line, self.cause) = (line, cause)
    }
  }

  package static let mostRows = 5000
  package static let mostNames = 32
  /// In Unicode scalars.
  private static let longestField = 500

  /// Removes control characters and shortens fields. All rows must have as many fields as there are names.
  package init(names: [String], rows: [[String]]) throws(Failure) {
    self.names = names.map(Self.shown)
    guard !names.isEmpty else { throw Failure("no names of columns") }
    guard names.count <= Self.mostNames else {
      throw Failure("\(names.count) columns (limit: \(Self.mostNames))")
    }
    guard rows.count <= Self.mostRows else {
      throw Failure("\(rows.count) rows (limit: \(Self.mostRows))")
    }
    if let place = self.names.firstIndex(of: "") {
      throw Failure("column \(place + 1) has no name")
    }
    for (place, name) in self.names.enumerated() where self.names[..<place].contains(name) {
      throw Failure("two columns have the name \(name)")
    }
    precondition(rows.allSatisfy { $0.count == names.count })
    self.rows = rows.map { $0.map(Self.shown) }
  }

  /// The column of a name.
  package func column(_ name: String) -> Int? { names.firstIndex(of: name) }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  private static func shown(_ field: String) -> String {
    let scalars = field.unicodeScalars.prefix(longestField).map { isControl($0) ? " " : $0 }
    let words = String(String.UnicodeScalarView(scalars)).split(separator: " ")
    return words.joined(separator: " ")
  }
}

extension DataTable {
  /// Reads comma-separated values (RFC 4180) whose first line has the names. The separator may also be a semicolon or a
  /// tab.
  ///
  /// A file that does not end with a line break may be half written, so it is refused, like one whose rows differ in
  /// length.
  package init(csv bytes: [UInt8]) throws(Failure) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
    guard String(validating: text, as: UTF8.self) != nil else {
      throw Failure("not UTF-8 text: save the file as CSV UTF-8")
    }
    guard text.last == UInt8(ascii: "\n") else {
      throw Failure(
        text.isEmpty
          ? "the file is empty"
          : "the last line has no line break, so the file may be half written")
    }
    var reader = CSVReader(text)
    var (names, rows): ([String], [[String]]) = ([], [])
    while let record = try reader.next() {
      guard !names.isEmpty else {
        names = record.fields
        continue
      }
      guard record.fields.count == names.count else {
        throw Failure(
          line: record.line, "\(record.fields.count) fields, but the first line has \(names.count)")
      }
      guard rows.count < Self.mostRows else {
        throw Failure(line: record.line, "more than \(Self.mostRows) rows")
      }
      rows.append(record.fields)
    }
    try self.init(names: names, rows: rows)
  }
}

/// Reads the records of a CSV file one by one.
private struct CSVReader {
  private let text: ArraySlice<UInt8>
  private let separator: UInt8
  private var place: Int
  private var line = 1

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    place = text.startIndex
    let header = text.prefix { $0 != UInt8(ascii: "\n") }
    func count(_ byte: UInt8) -> Int { header.count { $0 == byte } }
    separator =
      [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
      .reduce(UInt8(ascii: ",")) { count($1) > count($0) ? $1 : $0 }
  }

  /// The next record that is not an empty line; nil at the end.
  mutating func next() throws(DataTable.Failure) -> (line: Int, fields: [String])? {
    while place < text.endIndex {
      let start = line
      let fields = try record()
      if fields != [""] { return (start, fields) }
    }
    return nil
  }

  private mutating func record() throws(DataTable.Failure) -> [String] {
    var fields: [String] = []
    while true {
      let field = try self.field()
      guard fields.count < DataTable.mostNames else {
        throw DataTable.Failure(line: line, "more than \(DataTable.mostNames) columns")
      }
      fields.append(field.text)
      if field.isLast { return fields }
    }
  }

  private mutating func field() throws(DataTable.Failure) -> (text: String, isLast: Bool) {
    var bytes: [UInt8] = []
    let start = line
    var isQuoted = false
    if place < text.endIndex, text[place] == UInt8(ascii: "\"") {
      isQuoted = true
      place += 1
    }
    while place < text.endIndex {
      let byte = text[place]
      place += 1
      if byte == UInt8(ascii: "\n") { line += 1 }
      if isQuoted {
        guard byte == UInt8(ascii: "\"") else {
          bytes.append(byte)
          continue
        }
        // Two quotation marks are one; a single one ends the field.
        if place < text.endIndex, text[place] == UInt8(ascii: "\"") {
          bytes.append(byte)
          place += 1
        } else {
          isQuoted = false
        }
      } else if byte == separator {
        return (String(decoding: bytes, as: UTF8.self), false)
      } else if byte == UInt8(ascii: "\n") {
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return (String(decoding: bytes, as: UTF8.self), true)
      } else {
        bytes.append(byte)
      }
    }
    throw DataTable.Failure(line: start, "a quotation mark is not closed")
  }
}
