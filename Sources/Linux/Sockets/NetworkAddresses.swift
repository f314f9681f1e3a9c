import Glibc

/// A network interface and its addresses.
package struct NetworkAddresses: Hashable, Sendable {
  /// The kernel's name, such as `eth0`.
  package let name: String
  /// Numeric, with IPv4 first; without link-local addresses.
  package var addresses: [String] = []

  /// Returns the active interfaces other than loopback, in the kernel's order. Returns none if the
  /// kernel reports an error.
  ///
  /// Wraps `getifaddrs`.
  package static func all() -> [NetworkAddresses] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&first) == 0, let first = unsafe first else { return [] }
    defer { unsafe freeifaddrs(first) }
    var found: [NetworkAddresses] = []
    var next: UnsafeMutablePointer<ifaddrs>? = unsafe first
    while let entry = unsafe next?.pointee {
      unsafe next = entry.ifa_next
      let flags = unsafe entry.ifa_flags
      guard flags & UInt32(IFF_UP) != 0, flags & UInt32(IFF_LOOPBACK) == 0
      else { continue }
      let name = unsafe String(cString: entry.ifa_name)
      guard let address = unsafe entry.ifa_addr.flatMap({ unsafe text(of: $0) }) else { continue }
      if let known = found.firstIndex(where: { $0.name == name }) {
        found[known].addresses.append(address)
      } else {
        found.append(NetworkAddresses(name: name, addresses: [address]))
      }
    }
    return found.map(\.sorted)
  }

  private var sorted: NetworkAddresses {
    var copy = self
    copy.addresses = addresses.filter { !$0.contains(":") } + addresses.filter { $0.contains(":") }
    return copy
  }

  /// Returns nil for other address families, and for link-local addresses.
  private static func text(of address: UnsafeMutablePointer<sockaddr>) -> String? {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    switch unsafe CInt(address.pointee.sa_family) {
    case AF_INET:
      var four = unsafe UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self).sin_addr
      guard unsafe inet_ntop(AF_INET, &four, &text, socklen_t(text.count)) != nil else {
        return nil
      }
    case AF_INET6:
      var six = unsafe UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self).sin6_addr
      guard unsafe inet_ntop(AF_INET6, &six, &text, socklen_t(text.count)) != nil else {
        return nil
      }
    default: return nil
    }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let word = String(decoding: bytes, as: UTF8.self)
    return word.hasPrefix("fe80:") ? nil : word
  }
}
