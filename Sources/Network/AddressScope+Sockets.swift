import CCurl
import Glibc

// From what the C library and libcurl have for an address.
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

  /// Of an address in digits; nil of none. The corresponding C function is `inet_pton`.
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
