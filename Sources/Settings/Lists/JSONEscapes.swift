/// Replaces the surrogate pairs of a JSON text, such as `\ud83c\udfac`, by their character. The rest
/// of JSON (RFC 8259) is YAML, but an escape in YAML is a complete character.
func joiningSurrogates(_ json: [UInt8]) -> [UInt8] {
  var (text, place) = ([UInt8](), 0)
  text.reserveCapacity(json.count)
  while place < json.count {
    guard json[place] == UInt8(ascii: "\\") else {
      text.append(json[place])
      place += 1
      continue
    }
    if let high = escape(json, at: place), UTF16.isLeadSurrogate(high),
      let low = escape(json, at: place + 6), UTF16.isTrailSurrogate(low)
    {
      text += String(decoding: [high, low], as: UTF16.self).utf8
      place += 12
    } else {
      // With the escaped character, which may be a backslash.
      text += json.dropFirst(place).prefix(2)
      place += 2
    }
  }
  return text
}

/// The number of an escape `\uXXXX`; nil for anything else.
private func escape(_ json: [UInt8], at place: Int) -> UInt16? {
  guard place + 6 <= json.count, json[place] == UInt8(ascii: "\\"),
    json[place + 1] == UInt8(ascii: "u")
  else { return nil }
  // bound: four digits
  return UInt16(String(decoding: json[place + 2..<place + 6], as: UTF8.self), radix: 16)
}
