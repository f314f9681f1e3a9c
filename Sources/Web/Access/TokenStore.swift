package import VitrineControl
import VitrineCryptography
import VitrineLinux

/// The tokens of clients and their roles. Only digests of tokens are stored, so the file reveals
/// none. A value type.
///
/// A token consists of 256 random bits, so its plain digest cannot be reversed by guessing.
package struct TokenStore: Sendable {
  package struct Entry: Hashable, Sendable {
    /// A name to recognise it by: "Anna's phone".
    package let name: String
    package let role: Role
    /// The creation time, in seconds since 1970.
    package let made: Double
    fileprivate let digest: Digest

    /// Distinguishes tokens of the same name, also across restarts.
    var mark: String { "token \(digest.hex.prefix(16))" }
  }

  package private(set) var entries: [Entry] = []
  /// The end of pairing, in seconds since 1970; nil if no operator has opened it on the machine.
  package private(set) var pairingEnd: Double?
  /// Bounds the size of the file, however many clients pair.
  package static let most = 256
  static let longestName = 64

  package init() {}

  package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable
    case full
    case name

    package var description: String {
      switch self {
      case .unreadable: "not a valid token file"
      case .full: "too many tokens (limit: \(TokenStore.most)); remove one first"
      case .name:
        "invalid name: expected 1 to \(TokenStore.longestName) characters and no control characters"
      }
    }
  }

  /// Adds a token and returns its secret, which is not stored.
  package mutating func add(
    name: String, role: Role, at time: Double, randomness: inout some RandomNumberGenerator
  ) throws(Failure) -> String {
    guard entries.count < Self.most else { throw .full }
    guard (1...Self.longestName).contains(name.unicodeScalars.count),
      name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { throw .name }
    // The form in which it will be read back.
    let name = name.streamSafe
    let token = Self.draw(&randomness)
    entries.append(Entry(name: name, role: role, made: time, digest: Digest(of: token)))
    return token
  }

  /// Lets clients pair for a few minutes.
  package mutating func openPairing(at time: Double) {
    pairingEnd = time + PairingPolicy.windowSeconds
  }

  /// Removes all tokens of this name and returns their number.
  package mutating func remove(name: String) -> Int {
    let (name, before) = (name.streamSafe, entries.count)
    entries.removeAll { $0.name == name }
    return before - entries.count
  }

  /// Returns the entry for a token, or nil if the token is invalid.
  func entry(of token: some StringProtocol) -> Entry? {
    guard token.utf8.count == Self.length else { return nil }
    let digest = Digest(of: String(token))
    return entries.first { $0.digest == digest }
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
  private static let length = 52

  /// 52 letters of five bits each.
  private static func draw(_ randomness: inout some RandomNumberGenerator) -> String {
    // bound: a constant
    String((0..<length).map { _ in letters[Int(randomness.next() & 31)] })
  }
}

/// The file format.
extension TokenStore {
  package init(_ value: JSONValue) throws(Failure) {
    guard let rows = value["tokens"]?.array, rows.count <= Self.most else { throw .unreadable }
    pairingEnd = value["pairing_end"]?.number
    for row in rows {
      guard let name = row["name"]?.text, let role = row["role"]?.text.flatMap(Role.init),
        let made = row["made"]?.number, let digest = row["sha256"]?.text.flatMap(Digest.init(hex:))
      else { throw .unreadable }
      entries.append(Entry(name: name, role: role, made: made, digest: digest))
    }
  }

  package var value: JSONValue {
    var fields: [String: JSONValue] = [
      "tokens": .array(
        entries.map { entry in
          .object([
            "name": .text(entry.name), "role": .text(entry.role.rawValue),
            "made": .number(entry.made), "sha256": .text(entry.digest.hex),
          ])
        })
    ]
    if let pairingEnd { fields["pairing_end"] = .number(pairingEnd) }
    return .object(fields)
  }
}
