internal import VitrineTiming

/// Percent signs in addresses: RFC 3986, 2.1.
public enum PercentCoding {
  /// With each byte that may stand in no address as `%20`, and each percent sign that no two digits
  /// follow as `%25`; what has percent signs already keeps them.
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

  /// With all but letters, digits and four signs as `%20`: for what is put into an address as it is.
  static func encodingAll(_ text: String) -> String { encoding(text.utf8) }

  /// Of a file's path, which keeps its slashes.
  public static func encodingPath(_ path: some Sequence<UInt8>) -> String {
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

  /// With each `%20` as what it stands for; nil where that is no text.
  public static func decoded(_ text: some StringProtocol) -> String? {
    bytes(of: text).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The same as bytes, which need be no text; with `isQuery` a plus sign is a blank. Nil where a percent sign
  /// has no two digits behind it.
  public static func bytes(of text: some StringProtocol, isQuery: Bool = false) -> [UInt8]? {
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

  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  var isLetterOrDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
  var isHexadecimal: Bool { hexadecimalValue != nil }
  /// Of a digit of hexadecimal numbers.
  var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self -| UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
      (self | 0x20) -| UInt8(ascii: "a") +| 10
    default: nil
    }
  }
}
