import VitrineAddresses

/// Sections by name, each with some fields.
struct NamedRows {
  let kind: SettingKind
  let fields: [RowField]
  let most: Int

  private var names: [String] { fields.map(\.name) }

  func read(
    _ pairs: [Entry.Pair], at path: String, _ line: Int, _ faults: inout FaultList
  ) -> SettingValue? {
    guard pairs.count <= most else {
      faults.add(path, line, tooMany(pairs.count, most))
      return nil
    }
    var rows: [String: [String: String]] = [:]
    var seen = SeenKeys(in: path)
    for pair in pairs {
      let place = seen.record(pair, &faults)
      let row = row(pair.value, at: place, isBroker: BrokerAddress(pair.name) != nil, &faults)
      do throws(SettingError) {
        rows[try kind.spelled(pair.name)] = row
      } catch {
        faults.add(place, pair.line, error.cause)
      }
    }
    return .rows(rows)
  }

  private func report(
    missingIn pairs: [Entry.Pair], at path: String, _ line: Int, _ faults: inout FaultList
  ) {
    for field in fields where field.isRequired && !pairs.contains(where: { $0.name == field.name })
    {
      faults.add(path, line, "missing key \(field.name)")
    }
    let alternatives = fields.filter(\.isAlternative).map(\.name)
    let found = pairs.filter { alternatives.contains($0.name) }
    if !alternatives.isEmpty, found.isEmpty {
      faults.add(path, line, "missing key: expected \(either(alternatives))")
    }
    if let second = found.dropFirst().first {
      faults.add(path, second.line, "expected one of \(found.map(\.name).joined(separator: ", "))")
    }
  }

  private func row(
    _ entry: Entry, at path: String, isBroker: Bool, _ faults: inout FaultList
  ) -> [String: String] {
    guard case .map(let pairs) = entry.content else {
      if entry.isNothing {
        report(missingIn: [], at: path, entry.line, &faults)
      } else {
        faults.add(path, entry.line, entry.expectedSection(names))
      }
      return [:]
    }
    var row: [String: String] = [:]
    var seen = SeenKeys(in: path)
    for pair in pairs {
      let place = seen.record(pair, &faults)
      guard let field = fields.first(where: { $0.name == pair.name }) else {
        faults.add(place, pair.line, unknownKey(pair.name, names))
        continue
      }
      if isBroker, case .unused(let cure) = field.inBroker {
        faults.add(place, pair.line, "has no effect for an MQTT broker: \(cure)")
        continue
      }
      switch field.kind.read(pair.value, at: place, &faults) {
      case .text(let word): row[field.name] = word
      case .number(let number): row[field.name] = plain(number)
      case .color(let color): row[field.name] = color.text
      default: continue
      }
    }
    report(missingIn: pairs, at: path, entry.line, &faults)
    return row
  }
}
