import Testing

@testable import VitrineSchedules

/// Accounts as stored in a file.
struct AccountsTextTests {
  private let accounts: [String: Account] = {
    var (item, list, root) = (Account(), Account(), Account())
    (item.lag, item.hour, item.shown, item.turns) = (-1.0 / 3, 1_798_218_000, 2, 17)
    (list.lag, list.last) = (12.25, "/srv/a b.mp4")
    (root.last, root.turns) = ("/c", 1)
    return ["/srv/a b.mp4": item, "/c": list, "": root]
  }()

  @Test("Accounts read back as written, to the last digit")
  func whole() {
    #expect(AccountsText.read(AccountsText.bytes(accounts)) == accounts)
    #expect(AccountsText.read(AccountsText.bytes([:])) == [:])
  }

  @Test("A damaged file is rejected, and every result is within limits")
  func damaged() {
    let bytes = AccountsText.bytes(accounts)
    for count in bytes.indices { #expect(AccountsText.read(Array(bytes.prefix(count))) == nil) }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<3000 {
      var other = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        other[Int.random(in: other.indices, using: &random)] = UInt8.random(in: 0...255)
      }
      for account in (AccountsText.read(other) ?? [:]).values {
        #expect(account.lag.magnitude <= 366 * 86_400 && account.shown >= 0 && account.turns >= 0)
      }
    }
    for line in [
      "lag nan hour 0 shown 0 turns 0 a", "lag inf hour 0 shown 0 turns 0 a",
      "lag 1e300 hour 0 shown 0 turns 0 a", "lag 0 hour -1 shown 0 turns 0 a",
      "lag 0 hour 0 shown -1 turns 0 a", "lag 0 hour 0 shown 0 turns 99999999999999999999 a",
      "last a", "lag 0 hour 0 shown 0 turns 0", "lag 0 hour 0 shown 0 turns 0 a\nlast b\nlast c",
      "lag 0 hour 0 shown 0 turns 0 a\nlag 0 hour 0 shown 0 turns 0 a",
    ] {
      #expect(AccountsText.read(Array("vitrine accounts 1\n\(line)\nend\n".utf8)) == nil, "\(line)")
    }
    #expect(AccountsText.read(Array(repeating: 10, count: AccountsText.largestFile + 1)) == nil)
  }

  @Test("No file exceeds the size that is read")
  func large() {
    var many: [String: Account] = [:]
    for number in 0..<30_000 {
      var account = Account()
      account.turns = number + 1
      many["/\(number)" + String(repeating: "x", count: 200)] = account
    }
    let bytes = AccountsText.bytes(many)
    #expect(bytes.count <= AccountsText.largestFile)
    #expect(AccountsText.read(bytes)?.isEmpty == false)
  }
}
