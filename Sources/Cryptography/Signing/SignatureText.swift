/// A detached signature in the format of minisign 0.11: two lines for the signature of the file,
/// two for a signed comment.
struct SignatureText: Hashable, Sendable {
  /// The ID of the signing key.
  let key: [UInt8]
  let signature: [UInt8]
  /// The signer's comment, which is also signed.
  let remark: String
  /// The signature of `signature` and `remark`.
  let remarkSignature: [UInt8]

  /// Signs the BLAKE2b-512 of the file; the older algorithm `Ed` signs the file itself.
  private static let algorithm = Array("ED".utf8)
  private static let remarkMark = "trusted comment: "
  static let most = 4096

  init(key: [UInt8], signature: [UInt8], remark: String, remarkSignature: [UInt8]) {
    self.key = key
    self.signature = signature
    self.remark = remark
    self.remarkSignature = remarkSignature
  }

  init(_ bytes: [UInt8]) throws(SignatureError) {
    guard bytes.count <= Self.most else { throw .unreadable }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    guard lines.count >= 4, lines[0].hasPrefix("untrusted comment: "),
      lines[2].hasPrefix(Self.remarkMark),
      let first = Base64.bytes(lines[1], most: 200), first.count == 74,
      let second = Base64.bytes(lines[3], most: 200), second.count == 64
    else { throw .unreadable }
    guard Array(first[..<2]) == Self.algorithm else { throw .unsupportedAlgorithm }
    (key, signature) = (Array(first[2..<10]), Array(first[10...]))
    (remark, remarkSignature) = (String(lines[2].dropFirst(Self.remarkMark.count)), second)
  }

  /// The bytes that the comment's signature covers.
  var remarked: [UInt8] { signature + Array(remark.utf8) }

  var text: String {
    """
    untrusted comment: signature of a content release
    \(Base64.text(Self.algorithm + key + signature))
    \(Self.remarkMark)\(remark)
    \(Base64.text(remarkSignature))

    """
  }
}

/// Why a signature is not accepted.
package enum SignatureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no signature.
  case missing
  case unreadable
  /// The algorithm is that of minisign before 0.6.
  case unsupportedAlgorithm
  case unknownKey
  /// The file was changed, or signed with another key.
  case forged
  case unreadableKey

  package var description: String {
    switch self {
    case .missing:
      "no signature (.minisig) found; create one with `vitrine publish --key` or `minisign -S`"
    case .unreadable:
      "unreadable signature; create it with `vitrine publish` or minisign"
    case .unsupportedAlgorithm:
      "outdated signature format; sign with minisign 0.11 or `vitrine publish`"
    case .unknownKey: "signed with a key that is not trusted"
    case .forged: "signature mismatch: the content was changed, or signed by somebody else"
    case .unreadableKey:
      "not a public key; `vitrine publish --make-key` and `minisign -G` print one, which begins with RW"
    }
  }
}
