import Glibc

/// The key by which clients are counted: the IPv4 address, or the /64 network for IPv6, where one
/// client may have all addresses of its network.
enum AddressKey {
  static func of(_ address: String) -> String {
    var bytes = in6_addr()
    // The zone is not part of the address.
    let text = address.prefix { $0 != "%" }
    guard text.contains(":"), unsafe inet_pton(AF_INET6, String(text), &bytes) == 1 else {
      return address
    }
    let words = unsafe withUnsafeBytes(of: &bytes) { unsafe Array($0) }
    // An IPv4-mapped address.
    if words.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff] { return address }
    return words.prefix(8).map { String($0, radix: 16) }.joined(separator: ".") + "/64"
  }
}
