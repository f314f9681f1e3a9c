import Testing
import VitrineFakes

@testable import VitrineCryptography

@Suite("Signatures")
struct SigningTests {
  /// Made by minisign 0.11 (`minisign -G -W`, `minisign -S -t "number 7"`) from the text
  /// `content`.
  private static let key = "RWR3QB/VLi6Gh0MxCi3Q6AYcFUWcY8ShrKPKUOahOUFKo6ev2szKdhu8"
  private static let signature = """
    untrusted comment: signature from minisign secret key
    RUR3QB/VLi6Gh4LAduZJn2YxLk+8FRzgnP7QsgTgyQA5oSKrEKFgt91SQjAHcW199Eq7BLblMGskTISpY/Zg4WKTx5YS9Xh9Fww=
    trusted comment: number 7
    WWbFU3c4T/wAIoNFyglPrCj112rIKQPdlbTO2eT3DoqULCTkoHjz6tooMWP+CUGm9ipv5yT/ORHQGM0S9yC0AQ==

    """

  @Test("minisign's signatures are accepted with their comments")
  func minisign() throws {
    let key = try VerifyingKey(Self.key)
    let remark = try key.check(Array(Self.signature.utf8), of: Array("content\n".utf8))
    #expect(remark == "number 7")
    #expect(key.text == Self.key)
  }

  @Test("Our own signatures verify only the signed bytes and remark")
  func own() throws {
    let key = SigningKey.make()
    let bytes = Array("a manifest".utf8)
    let signature = Array(key.signature(of: bytes, remark: "number 9\nforged line").utf8)
    let verifying = try VerifyingKey(key.verifying.text)
    #expect(try verifying.check(signature, of: bytes) == "number 9")
    #expect(throws: SignatureError.forged) {
      try verifying.check(signature, of: bytes + [10])
    }
    let again = try SigningKey.read(pem: key.pem)
    #expect(again.verifying == verifying)
    let other = SigningKey.make().verifying
    #expect(throws: SignatureError.unknownKey) { try other.check(signature, of: bytes) }
  }

  @Test("A key with the same ID and other bytes rejects every signature")
  func sameNumber() throws {
    let key = SigningKey.make()
    let other = SigningKey.make()
    let bytes = Array("a manifest".utf8)
    // A forgery: another signature with the number of the trusted key.
    let own = try SignatureText(Array(other.signature(of: bytes, remark: "number 9").utf8))
    let forged = SignatureText(
      key: key.verifying.id, signature: own.signature, remark: own.remark,
      remarkSignature: own.remarkSignature)
    #expect(throws: SignatureError.forged) {
      try key.verifying.check(Array(forged.text.utf8), of: bytes)
    }
  }

  @Test("A modified signature is rejected", arguments: 0..<400)
  func damaged(_ seed: Int) throws {
    let key = try VerifyingKey(Self.key)
    var random = SeededRandom(seed: UInt64(seed))
    var bytes = Array(Self.signature.utf8)
    let lines = Self.signature.split(separator: "\n", omittingEmptySubsequences: false)
    // The first line is not signed.
    let first = lines[0].utf8.count + 1
    let place = Int.random(in: first..<bytes.count - 1, using: &random)
    let old = bytes[place]
    repeat { bytes[place] = UInt8.random(in: 32...126, using: &random) } while bytes[place] == old
    #expect(throws: SignatureError.self) { try key.check(bytes, of: Array("content\n".utf8)) }
  }

  @Test("An invalid key or signature is reported as such")
  func unreadable() throws {
    for text in [
      "", "RW", "RWQ=", String(repeating: "A", count: 56), String(repeating: "RW", count: 5000),
    ] {
      #expect(throws: SignatureError.unreadableKey) { try VerifyingKey(text) }
    }
    let key = try VerifyingKey(Self.key)
    for text in ["", "a\nb\nc\nd", String(repeating: "untrusted comment: \n", count: 1000)] {
      #expect(throws: SignatureError.unreadable) { try key.check(Array(text.utf8), of: []) }
    }
    do throws(SignatureError) {
      _ = try SigningKey.read(pem: Array("no key".utf8))
      Issue.record("that is a key")
    } catch {
      #expect(error == .unreadableKey)
    }
  }
}
