import Glibc
internal import VitrineLinux
package import VitrineTiming

/// A name resolution that can be interrupted, for libraries whose own cannot.
///
/// Wraps `getaddrinfo`, which has no timeout: it runs on a separate thread, which is abandoned if
/// it takes too long.
package final class NameLookup: Sendable {
  private let host: String
  private let answer = BoundedQueue<Result<String, NetworkError>>(limit: 1)

  /// Starts resolving `host` if it is a name.
  package init(_ host: String) {
    self.host = host
    let name = String(host.drop { $0 == "[" }.prefix { $0 != "]" })
    if case .success(let address) = Self.look(name, AI_NUMERICHOST) {
      answer.push(.success(address))
      return
    }
    do {
      try NamedThread("name") { [answer] in answer.push(Self.look(name, 0)) }.detach()
    } catch {
      answer.push(.failure(.other("cannot start a thread to resolve \(host): \(error)")))
    }
  }

  /// Returns the first address, an IPv6 one in brackets; waits at most until `deadline`.
  package func address(until deadline: HostTime) throws(NetworkError) -> String {
    if let found = answer.pop(until: deadline) { return try found.get() }
    throw answer.isExhausted ? .cancelled : .nameNotFound(host)
  }

  /// Ends all waiting. From any thread.
  package func cancel() { answer.close(discarding: true) }

  private static func look(_ name: String, _ flags: CInt) -> Result<String, NetworkError> {
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = flags | AI_ADDRCONFIG
    var found: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(name, nil, &hints, &found)
    defer { unsafe freeaddrinfo(found) }
    guard code == 0, let first = unsafe found?.pointee else { return .failure(.nameNotFound(name)) }
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let result = unsafe getnameinfo(
      first.ai_addr, first.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
    guard result == 0 else { return .failure(.nameNotFound(name)) }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let address = String(decoding: bytes, as: UTF8.self)
    return .success(unsafe first.ai_family == AF_INET6 ? "[\(address)]" : address)
  }
}
