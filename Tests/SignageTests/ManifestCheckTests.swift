import Testing
import VitrineContent
import VitrineCryptography

@testable import VitrineSignage

@Suite("Manifest checks")
struct ManifestCheckTests {
  private static func json(_ number: Int, expires: String? = nil) -> [UInt8] {
    let expiry = expires.map { "\"expires\": \"\($0)\"," } ?? ""
    return Array("{\"vitrine\": 1, \"number\": \(number), \(expiry) \"files\": []}".utf8)
  }

  @Test("Without a key, every readable manifest that has not expired is accepted")
  func anyone() throws {
    let check = ManifestCheck(key: nil, accepted: 9, now: 1_800_000_000)
    #expect(try check.verify(Self.json(3), nil).number == 3)
    #expect(throws: ContentUpdateError.expired) {
      try check.verify(Self.json(3, expires: "2027-01-01T00:00:00Z"), nil)
    }
    #expect(throws: ContentUpdateError.self) { try check.verify(Array("{".utf8), nil) }
  }

  @Test("With a key, the manifest must be signed and its number must not decrease")
  func signed() throws {
    let key = SigningKey.make()
    let check = ManifestCheck(key: key.verifying, accepted: 9, now: nil)
    func signature(_ bytes: [UInt8]) -> [UInt8] {
      Array(key.signature(of: bytes, remark: "").utf8)
    }
    let (old, same, new) = (Self.json(8), Self.json(9), Self.json(10))
    #expect(try check.verify(same, signature(same)).number == 9)
    #expect(try check.verify(new, signature(new)).number == 10)
    #expect(throws: ContentUpdateError.outdated(number: 8, accepted: 9)) {
      try check.verify(old, signature(old))
    }
    #expect(throws: ContentUpdateError.unsigned(.missing)) { try check.verify(new, nil) }
    #expect(throws: ContentUpdateError.unsigned(.forged)) { try check.verify(new, signature(same)) }
  }

  @Test("Nothing expires while the clock is untrusted")
  func clock() throws {
    let check = ManifestCheck(key: nil, accepted: nil, now: nil)
    #expect(try check.verify(Self.json(1, expires: "1999-01-01T00:00:00Z"), nil).number == 1)
  }
}
