import Testing
import VitrineStage

@Suite("Data files of zones")
struct DataTableTests {
  @Test(
    "CSV files are read by RFC 4180, with any usual separator",
    arguments: [
      ("a,b\n1,2\n", ["a", "b"], [["1", "2"]]),
      ("a;b\r\n1,50;2\r\n", ["a", "b"], [["1,50", "2"]]),
      ("a\tb\n1\t\n", ["a", "b"], [["1", ""]]),
      ("\u{FEFF}a,b\n\"x, \"\"y\"\"\",2\n", ["a", "b"], [["x, \"y\"", "2"]]),
      ("a,b\n\"two\nlines\",2\n\n3,4\n", ["a", "b"], [["two lines", "2"], ["3", "4"]]),
      ("a\nGrüße\u{7}  Welt\n", ["a"], [["Grüße Welt"]]),
      ("a,b\n", ["a", "b"], []),
    ])
  func csv(text: String, names: [String], rows: [[String]]) throws {
    let table = try DataTable(csv: Array(text.utf8))
    #expect(table.names == names)
    #expect(table.rows == rows)
  }

  @Test(
    "A damaged file is refused as a whole, with its line",
    arguments: [
      ("", nil, "the file is empty"),
      ("a,b\n1,2", nil, "half written"),
      ("a,b\n1,2\n3\n", 3, "1 fields, but the first line has 2"),
      ("a,b\n1,2,3\n", 2, "3 fields"),
      ("a,b\n1,\"2\n3,4\n", 2, "a quotation mark is not closed"),
      ("a,a\n1,2\n", nil, "two columns have the name a"),
      ("a,\n1,2\n", nil, "column 2 has no name"),
      ("\n\n", nil, "no names"),
      ("a\n" + String(repeating: "1\n", count: 5001), 5002, "more than 5000 rows"),
      (String(repeating: ",", count: 40) + "\n", 1, "more than 32 columns"),
    ] as [(String, Int?, String)])
  func damaged(text: String, line: Int?, cause: String) {
    do {
      _ = try DataTable(csv: Array(text.utf8))
      Issue.record("read")
    } catch {
      #expect(error.line == line && error.cause.contains(cause), "\(error)")
    }
  }

  @Test("Bytes that are not UTF-8 are refused, and long fields are shortened")
  func limits() throws {
    #expect(throws: DataTable.Failure.self) { try DataTable(csv: [0x61, 0x0A, 0xFF, 0x0A]) }
    let long = String(repeating: "x", count: 600)
    let table = try DataTable(csv: Array("a\n\(long)\n".utf8))
    #expect(table.rows[0][0].count == 500)
  }
}
