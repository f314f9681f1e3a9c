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
    if let high = escape(json, at: place), 0xD800..<0xDC00 ~= high,
      let low = escape(json, at: place + 6), 0xDC00..<0xE000 ~= low,
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    {
      text += String(scalar).utf8
      place += 12
    } else {
      // With the escaped character, which may be a backslash.
      text += json[place..<min(place + 2, json.count)]
      place += 2
    }
  }
  return text
}

/// The number of an escape `\uXXXX`; nil for anything else.
private func escape(_ json: [UInt8], at place: Int) -> UInt32? {
  guard place + 6 <= json.count, json[place] == UInt8(ascii: "\\"),
    json[place + 1] == UInt8(ascii: "u")
  else { return nil }
  return UInt32(String(decoding: json[place + 2..<place + 6], as: UTF8.self), radix: 16)
}
