internal import VitrineTiming

/// Percent-encoding: RFC 3986, 2.1.
package enum PercentCoding {
  /// Encodes each byte that is not allowed in an address, and each percent sign without two digits.
  /// Existing encodings stay.
  static func encodingUnsafe(_ text: some StringProtocol) -> String {
    guard !text.utf8.allSatisfy({ mayStand($0) && $0 != percent }) else { return String(text) }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let isMark =
        byte == percent && bytes[(index + 1)...].prefix(2).count(where: \.isHexadecimal) == 2
      if isMark || mayStand(byte) && byte != percent {
        result.append(byte)
      } else {
        result += [percent, digit(byte >> 4), digit(byte & 0xF)]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let percent = UInt8(ascii: "%")

  /// Encodes everything but unreserved characters, for text that is inserted into an address.
  static func encodingAll(_ text: String) -> String { encoding(text.utf8) }

  /// Encodes a file's path, but keeps its slashes.
  package static func encodingPath(_ path: some Sequence<UInt8>) -> String {
    encoding(path) { $0 == UInt8(ascii: "/") }
  }

  private static func encoding(
    _ bytes: some Sequence<UInt8>, but isKept: (UInt8) -> Bool = { _ in false }
  ) -> String {
    var result: [UInt8] = []
    for byte in bytes {
      if byte.isUnreserved || isKept(byte) {
        result.append(byte)
      } else {
        result += [percent, digit(byte >> 4), digit(byte & 0xF)]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns nil if the decoded bytes are not valid UTF-8.
  package static func decoded(_ text: some StringProtocol) -> String? {
    bytes(of: text).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Decodes to bytes; with `isQuery` a plus sign is a space. Returns nil if a percent sign is not
  /// followed by two digits.
  package static func bytes(of text: some StringProtocol, isQuery: Bool = false) -> [UInt8]? {
    var result: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case percent:
        guard let high = rest.popFirst()?.hexadecimalValue,
          let low = rest.popFirst()?.hexadecimalValue
        else { return nil }
        result.append(high << 4 | low)
      case UInt8(ascii: "+") where isQuery: result.append(UInt8(ascii: " "))
      default: result.append(byte)
      }
    }
    return result
  }

  private static func mayStand(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") +| value : UInt8(ascii: "A") +| value -| 10
  }
}

extension UInt8 {
  /// RFC 3986, 2.3.
  fileprivate var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: isDigit
    }
  }

  package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  var isLetterOrDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
  package var isHexadecimal: Bool { hexadecimalValue != nil }
  /// The value of a hexadecimal digit.
  package var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self -| UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
      (self | 0x20) -| UInt8(ascii: "a") +| 10
    default: nil
    }
  }
}
