/// Returns whether a name precedes another in natural order: numbers by value, letters ignoring
/// case. Equal names are ordered by bytes.
package func comesBefore(_ a: String, _ b: String) -> Bool {
  let (left, right) = (Array(a.lowercased().utf8), Array(b.lowercased().utf8))
  var (i, j) = (0, 0)
  while i < left.count, j < right.count {
    guard isDigit(left[i]), isDigit(right[j]) else {
      if left[i] != right[j] { return left[i] < right[j] }
      (i, j) = (i + 1, j + 1)
      continue
    }
    let (first, second) = (number(in: left, at: &i), number(in: right, at: &j))
    if first.count != second.count { return first.count < second.count }
    if !first.elementsEqual(second) { return first.lexicographicallyPrecedes(second) }
  }
  let (restA, restB) = (left.count - i, right.count - j)
  if restA != restB { return restA < restB }
  return a.utf8.lexicographicallyPrecedes(b.utf8)
}

/// Returns the digits without leading zeros, so that numbers have no limit.
private func number(in text: [UInt8], at index: inout Int) -> ArraySlice<UInt8> {
  let start = index
  while index < text.count, isDigit(text[index]) { index += 1 }
  return text[start..<index].drop { $0 == UInt8(ascii: "0") }
}

func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
