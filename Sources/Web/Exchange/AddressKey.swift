import Glibc

/// By what clients are counted: of IPv4 the address, of IPv6 the network of 64 bits, of which a neighbour has
/// all addresses.
enum AddressKey {
  static func of(_ address: String) -> String {
    var bytes = in6_addr()
    // What follows the zone is no part of it.
    let text = address.prefix { $0 != "%" }
    guard text.contains(":"), unsafe inet_pton(AF_INET6, String(text), &bytes) == 1 else {
      return address
    }
    let words = unsafe withUnsafeBytes(of: &bytes) { unsafe Array($0) }
    // One of IPv4 in the clothes of IPv6.
    if words.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff] { return address }
    return words.prefix(8).map { String($0, radix: 16) }.joined(separator: ".") + "/64"
  }
}
