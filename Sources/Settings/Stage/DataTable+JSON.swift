internal import VitrinePlaylists
package import VitrineStage

extension DataTable {
  /// Reads a list of objects in JSON (or sections in YAML), whose keys are the names of the columns. `expected` columns
  /// are there even if no object has that key.
  package init(json bytes: [UInt8], expected: [String] = []) throws(Failure) {
    let root: Entry?
    do throws(Fault) {
      guard String(validating: bytes, as: UTF8.self) != nil else {
        throw Fault(line: 1, cause: "not UTF-8 text: save the file as UTF-8")
      }
      root = try Entry(yaml: joiningSurrogates(Array(withoutMark(bytes))), most: 200_000)
    } catch {
      throw Failure(line: error.line, error.cause)
    }
    guard case .list(let entries)? = root?.content else {
      throw Failure("expected a list of objects, got \(root?.noun ?? "an empty file")")
    }
    var names: [String] = []
    var places: [String: Int] = [:]
    for entry in entries {
      guard case .map(let pairs) = entry.content else {
        throw Failure(line: entry.line, "expected an object, got \(entry.noun)")
      }
      for pair in pairs where places[pair.name] == nil {
        guard names.count < Self.mostNames else {
          throw Failure(line: pair.line, "more than \(Self.mostNames) different keys")
        }
        places[pair.name] = names.count
        names.append(pair.name)
      }
    }
    for name in expected where places[name] == nil {
      places[name] = names.count
      names.append(name)
    }
    var rows: [[String]] = []
    for entry in entries {
      var row = [String](repeating: "", count: names.count)
      guard case .map(let pairs) = entry.content else { continue }
      for pair in pairs {
        guard case .word(let word, _) = pair.value.content else {
          throw Failure(line: pair.line, "\(pair.name): expected a text or number")
        }
        if let place = places[pair.name] { row[place] = pair.value.isNothing ? "" : word }
      }
      rows.append(row)
    }
    try self.init(names: names, rows: rows)
  }
}
