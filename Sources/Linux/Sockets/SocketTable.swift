import Glibc

/// The kernel's tables of TCP sockets, which show the user of a connection within this machine. TCP
/// has no SO_PEERCRED.
///
/// The corresponding files are `/proc/net/tcp` and `/proc/net/tcp6`.
package enum SocketTable {
  /// An end of a connection.
  package struct End: Hashable, Sendable {
    fileprivate let words: [UInt32]
    private let port: Int

    /// Returns nil if `address` is not numeric.
    package init?(_ address: String, _ port: Int) {
      var bytes = [UInt8](repeating: 0, count: 16)
      let isSix = address.contains(":")
      guard unsafe inet_pton(isSix ? AF_INET6 : AF_INET, address, &bytes) == 1 else { return nil }
      // The tables contain the words of an address in host byte order.
      words = stride(from: 0, to: isSix ? 16 : 4, by: 4).map { start in
        unsafe bytes[start..<start + 4].withUnsafeBytes { unsafe $0.loadUnaligned(as: UInt32.self) }
      }
      self.port = port
    }

    fileprivate init(_ words: [UInt32], _ port: Int) {
      self.words = words
      self.port = port
    }

    /// The IPv4 and IPv4-mapped forms of the address: a client and its server may use sockets of
    /// different families, and each is in its own table.
    fileprivate var forms: [End] {
      let mark: [UInt32] = [0, 0, UInt32(bigEndian: 0xffff)]
      if words.count == 1 { return [self, End(mark + words, port)] }
      return words.prefix(3).elementsEqual(mark) ? [self, End([words[3]], port)] : [self]
    }

    fileprivate var text: String { words.map { hex($0, 8) }.joined() + ":" + hex(port, 4) }

    private func hex(_ number: some BinaryInteger, _ digits: Int) -> String {
      let text = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: max(digits - text.utf8.count, 0)) + text
    }
  }

  /// Larger tables are not searched: no player has that many connections.
  private static let most = 4 << 20

  /// Returns the user whose process has the socket at `client` that is connected to `server`; nil
  /// if that is uncertain.
  package static func user(from client: End, to server: End) -> UInt32? {
    for (client, server) in zip(client.forms, server.forms) {
      let path = client.words.count == 1 ? "/proc/self/net/tcp" : "/proc/self/net/tcp6"
      // If the table is missing, the user is unknown.
      guard let table = try? FileDescriptor(reading: path).bytes(most: most) else { continue }
      if let user = user(in: table, from: client, to: server) { return user }
    }
    return nil
  }

  /// Only counts a socket that a process holds: for a closed one, the kernel reports user 0 and no
  /// inode.
  static func user(in table: [UInt8], from client: End, to server: End) -> UInt32? {
    let (client, server) = (client.text, server.text)
    for line in table.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 10)
      guard fields.count >= 10, fields[1].elementsEqual(client.utf8),
        fields[2].elementsEqual(server.utf8)
      else { continue }
      let (state, user, inode) = (text(fields[3]), UInt32(text(fields[7])), text(fields[9]))
      return states.contains(state) && inode != "0" ? user : nil
    }
    return nil
  }

  /// TCP_ESTABLISHED; TCP_FIN_WAIT1 and TCP_FIN_WAIT2, in which the client sends nothing more and
  /// waits for the response.
  private static let states: Set = ["01", "04", "05"]

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
