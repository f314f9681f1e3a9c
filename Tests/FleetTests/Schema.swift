import VitrineControl

/// The part of JSON Schema that our documents use.
struct Schema {
  let root: JSONValue

  /// The faults of a value, with their places.
  func faults(_ value: JSONValue, _ schema: JSONValue, at place: String = "$") -> [String] {
    if let reference = schema["$ref"]?.text {
      return faults(value, resolve(reference), at: place)
    }
    if let options = schema["anyOf"]?.array {
      return options.contains { faults(value, $0, at: place).isEmpty }
        ? [] : ["\(place): no option"]
    }
    if let words = schema["enum"]?.array, !words.contains(value) { return ["\(place): \(value)"] }
    switch schema["type"]?.text {
    case "object": return object(value, schema, at: place)
    case "array":
      guard let values = value.array else { return ["\(place): no array"] }
      if let most = schema["maxItems"]?.integer, values.count > most { return ["\(place): long"] }
      guard let items = schema["items"] else { return [] }
      return values.enumerated().flatMap { faults($1, items, at: "\(place)[\($0)]") }
    case "string":
      guard let text = value.text else { return ["\(place): no text"] }
      if let most = schema["maxLength"]?.integer, text.unicodeScalars.count > most {
        return ["\(place): longer than \(most)"]
      }
      return []
    case "boolean": return value.bool == nil ? ["\(place): no Boolean"] : []
    case "null": return value == .null ? [] : ["\(place): not null"]
    case "integer", "number":
      guard let number = value.number else { return ["\(place): no number"] }
      if schema["type"]?.text == "integer", value.integer == nil { return ["\(place): no integer"] }
      let isLow = schema["minimum"]?.number.map { number < $0 } ?? false
      let isHigh = schema["maximum"]?.number.map { number > $0 } ?? false
      return isLow || isHigh ? ["\(place): \(number)"] : []
    default: return []
    }
  }

  private func object(_ value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
    guard case .object(let fields) = value else { return ["\(place): no object"] }
    var found: [String] = []
    for name in schema["required"]?.array?.compactMap(\.text) ?? [] where fields[name] == nil {
      found.append("\(place).\(name): missing")
    }
    for (name, field) in fields {
      if let known = schema["properties"]?[name] {
        found += faults(field, known, at: "\(place).\(name)")
      } else if schema["additionalProperties"] == .bool(false) {
        found.append("\(place).\(name): unknown")
      } else if let other = schema["additionalProperties"], other.bool == nil {
        found += faults(field, other, at: "\(place).\(name)")
      }
    }
    return found
  }

  private func resolve(_ reference: String) -> JSONValue {
    reference.split(separator: "/").dropFirst().reduce(root) { $0[String($1)] ?? .null }
  }
}
