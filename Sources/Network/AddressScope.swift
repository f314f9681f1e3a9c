import CVitrineCurl
import Glibc

/// How far an address reaches, from the whole Internet to this machine only. Content from one scope
/// may not refer to addresses in a narrower one.
package enum AddressScope: Int, Comparable, Sendable {
  case world, site, link, machine

  package static func < (a: AddressScope, b: AddressScope) -> Bool { a.rawValue < b.rawValue }

  /// The scope of an IPv4 address: RFC 6890.
  package init(v4 a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
    self =
      switch (a, b) {
      case (127, _), (0, _): .machine
      case (169, 254): .link
      case (10, _), (172, 16...31), (192, 168), (100, 64...127), (198, 18...19): .site
      case (192, 0) where c == 0: .site
      case (240..., _): .link
      // The scope of a multicast group follows from its address: RFC 2365.
      case (224, 0) where c == 0: .link
      case (239, _): .site
      default: .world
      }
  }

  /// The scope of an IPv6 address: RFC 4291. An embedded IPv4 address decides.
  package init(v6 bytes: [UInt8]) {
    precondition(bytes.count == 16)
    let tail = Array(bytes[12...])
    let v4 = { AddressScope(v4: tail[0], tail[1], tail[2], tail[3]) }
    if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10...11].allSatisfy({ $0 == 0xFF }) {
      self = v4()
    } else if bytes[..<12].allSatisfy({ $0 == 0 }) {
      // The unspecified and the loopback address; otherwise a deprecated IPv4-compatible address.
      self = tail[..<3].allSatisfy { $0 == 0 } && tail[3] <= 1 ? .machine : v4()
    } else if bytes.starts(with: [0, 0x64, 0xFF, 0x9B]) {
      self = v4()
    } else if bytes[0] == 0x20, bytes[1] == 0x02 {
      self = AddressScope(v4: bytes[2], bytes[3], bytes[4], bytes[5])
    } else if bytes[0] == 0xFE, bytes[1] & 0xC0 == 0x80 {
      self = .link
    } else if bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0xC0 == 0xC0 {
      self = .site
    } else if bytes[0] == 0xFF {
      self = bytes[1] & 0xF <= 1 ? .machine : bytes[1] & 0xF <= 2 ? .link : .site
    } else {
      self = .world
    }
  }
}

// Conversions from the addresses of the C library and libcurl.
extension AddressScope {
  init(_ address: UnsafePointer<curl_sockaddr>) {
    let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0
    let start = unsafe UnsafeRawPointer(address) + offset
    switch unsafe address.pointee.family {
    case AF_INET:
      let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: start + 4, count: 4))
      self.init(v4: bytes[0], bytes[1], bytes[2], bytes[3])
    case AF_INET6:
      self.init(v6: unsafe [UInt8](UnsafeRawBufferPointer(start: start + 8, count: 16)))
    default: self = .machine
    }
  }

  /// Parses an address, including the forms that old C libraries accept: `127.1`, `2130706433`.
  /// Returns nil if it is not one (C: `inet_aton`).
  init?(anyText text: UnsafePointer<CChar>) {
    var old = in_addr()
    if let scope = unsafe AddressScope(text: text) {
      self = scope
    } else if unsafe inet_aton(text, &old) != 0 {
      let bytes = unsafe withUnsafeBytes(of: &old) { unsafe [UInt8]($0) }
      self.init(v4: bytes[0], bytes[1], bytes[2], bytes[3])
    } else {
      return nil
    }
  }

  /// Parses a numeric address; nil if it is not one (C: `inet_pton`).
  init?(text: UnsafePointer<CChar>) {
    var bytes = [UInt8](repeating: 0, count: 16)
    if unsafe inet_pton(AF_INET, text, &bytes) == 1 {
      self.init(v4: bytes[0], bytes[1], bytes[2], bytes[3])
    } else if unsafe inet_pton(AF_INET6, text, &bytes) == 1 {
      self.init(v6: bytes)
    } else {
      return nil
    }
  }
}
