import Glibc

// Names of files are bytes to the kernel, and text to us. On sticks and old disks there are names in
// Latin-1, which no text in UTF-8 can hold: each byte that is not UTF-8 becomes a mark that is not
// seen, and the letter that Latin-1 has for it. So such a name can be shown, written down and sent
// around as any other, and comes back as the very bytes. The mark's own bytes, where a name has them,
// are written in the same way.

/// LANGUAGE TAG, which Unicode has given up: no font and no file has a use for it. It is a character
/// of its own, as no mark that joins the one before it would be: that may be a slash.
private let mark: Unicode.Scalar = "\u{E0001}"

/// A name or path of the kernel's as text.
public func pathText(_ bytes: some Collection<UInt8>) -> String {
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

/// The same of a C string.
public func pathText(_ name: UnsafePointer<CChar>) -> String {
  let length = unsafe strlen(name)
  return unsafe name.withMemoryRebound(to: UInt8.self, capacity: length) {
    unsafe pathText(Array(UnsafeBufferPointer(start: $0, count: length)))
  }
}

/// The bytes that the kernel knows a path by, with the zero at their end.
public func kernelPath(_ path: String) -> [CChar] {
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
    // A mark that no such letter follows is an ordinary one.
    if isMarked { put(mark) }
    isMarked = scalar == mark
    if !isMarked { put(scalar) }
  }
  if isMarked { put(mark) }
  return bytes + [0]
}
