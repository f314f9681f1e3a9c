import Glibc

// File names are bytes for the kernel, but text here. Sticks and old disks have names in Latin-1,
// which are not valid UTF-8: each invalid byte becomes an invisible mark and the byte's Latin-1
// character. Such a name can be displayed, stored and sent like any other, and converts back to the
// same bytes. The mark's own bytes are escaped in the same way.

/// LANGUAGE TAG, which is deprecated in Unicode: no font and no file uses it. It is a separate
/// character, unlike a combining mark, which would join the preceding one: that may be a slash.
private let mark: Unicode.Scalar = "\u{E0001}"

/// Converts a name or path of the kernel to text.
package func pathText(_ bytes: some Collection<UInt8>) -> String {
  if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(mark) {
    return text
  }
  var text = String.UnicodeScalarView()
  var (parser, rest) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator())
  var place = bytes.startIndex
  while true {
    let length: Int
    switch parser.parseScalar(from: &rest) {
    case .emptyInput: return String(text)
    case .valid(let encoded):
      let scalar = UTF8.decode(encoded)
      length = encoded.count
      if scalar != mark {
        text.append(scalar)
        place = bytes.index(place, offsetBy: length)
        continue
      }
    case .error(let count): length = count
    }
    // bound: a count
    for _ in 0..<length {
      text.append(mark)
      text.append(Unicode.Scalar(bytes[place]))
      place = bytes.index(after: place)
    }
  }
}

/// Converts a C string to text.
package func pathText(_ name: UnsafePointer<CChar>) -> String {
  let length = unsafe strlen(name)
  return unsafe name.withMemoryRebound(to: UInt8.self, capacity: length) {
    unsafe pathText(Array(UnsafeBufferPointer(start: $0, count: length)))
  }
}

/// Returns the kernel's bytes of a path, with a terminating zero.
package func kernelPath(_ path: String) -> [CChar] {
  guard path.unicodeScalars.contains(mark) else { return Array(path.utf8CString) }
  var bytes: [CChar] = []
  bytes.reserveCapacity(path.utf8.count + 1)
  var isMarked = false
  func put(_ scalar: Unicode.Scalar) {
    bytes += UTF8.encode(scalar).map { Array($0) }.map { $0.map { CChar(bitPattern: $0) } } ?? []
  }
  for scalar in path.unicodeScalars {
    if isMarked, (0x80...0xFF).contains(scalar.value) {
      bytes.append(CChar(truncatingIfNeeded: scalar.value))
      isMarked = false
      continue
    }
    // A mark without such a character after it is an ordinary one.
    if isMarked { put(mark) }
    isMarked = scalar == mark
    if !isMarked { put(scalar) }
  }
  if isMarked { put(mark) }
  return bytes + [0]
}
