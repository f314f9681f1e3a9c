import CVitrineCurl
import Glibc

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
  /// Returns nil if it is not one. The corresponding C function is `inet_aton`.
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

  /// Parses a numeric address; nil if it is not one. The corresponding C function is `inet_pton`.
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
