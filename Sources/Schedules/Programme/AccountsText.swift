/// The file format of accounts: a line per account, and a last line that proves the file is
/// complete. Keys are locations of items and paths of lists.
///
///     vitrine accounts 1
///     lag -3.25 hour 1798218000 shown 2 turns 17 /srv/shop/offer.mp4
///     delay 600 until 1798219510
///     last /srv/shop/offer.mp4
///     end
package enum AccountsText {
  private static let heading = "vitrine accounts 1"

  /// The maximum file size, in bytes. Further accounts are left out.
  package static let largestFile = 4 << 20
  /// The limit for the lag, in seconds: a year.
  private static let largestLag = 366.0 * 86_400
  private static let most = 20_000

  package static func bytes(_ accounts: [String: Account]) -> [UInt8] {
    var bytes = Array("\(heading)\n".utf8)
    for (key, account) in accounts.sorted(by: { $0.key < $1.key }).prefix(most) {
      guard hasNoControlCharacters(key), account.last.map(hasNoControlCharacters) ?? true,
        account.lag.isFinite
      else {
        continue
      }
      // Swift prints as many digits as it takes to read the same number.
      let lag = min(max(account.lag, -largestLag), largestLag)
      var line =
        "lag \(lag) hour \(max(account.hour, 0)) shown \(account.shown) turns \(account.turns) \(key)\n"
      if account.delay.isFinite, account.delay != 0 || account.until != 0 {
        line += "delay \(account.delay) until \(max(account.until, 0))\n"
      }
      if let last = account.last { line += "last \(last)\n" }
      guard bytes.count + line.utf8.count + 4 <= largestFile else { break }
      bytes += Array(line.utf8)
    }
    return bytes + Array("end\n".utf8)
  }

  /// Returns nil for an invalid file.
  package static func read(_ bytes: [UInt8]) -> [String: Account]? {
    guard bytes.count <= largestFile, let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 3, lines.count <= 3 * most + 3, lines.first == heading[...],
      lines.suffix(2) == ["end", ""]
    else { return nil }
    var accounts: [String: Account] = [:]
    var key = ""
    for line in lines.dropFirst().dropLast(2) {
      if line.hasPrefix("last ") {
        guard accounts[key] != nil, accounts[key]?.last == nil else { return nil }
        accounts[key]?.last = String(line.dropFirst(5))
      } else if line.hasPrefix("delay ") {
        guard let (delay, until) = delay(line), accounts[key]?.until == 0 else { return nil }
        accounts[key]?.delay = delay
        accounts[key]?.until = until
      } else {
        guard let (name, account) = account(line), accounts[name] == nil else { return nil }
        (key, accounts[name]) = (name, account)
      }
    }
    return accounts
  }

  private static func account(_ line: Substring) -> (String, Account)? {
    // The key of the tree's root is empty.
    let words = line.split(separator: " ", maxSplits: 8, omittingEmptySubsequences: false)
    guard words.count == 9,
      [words[0], words[2], words[4], words[6]] == ["lag", "hour", "shown", "turns"],
      let lag = Double(words[1]), let hour = Int64(words[3]), let shown = Int(words[5]),
      let turns = Int(words[7]), lag.magnitude <= largestLag,
      (0...1_000_000_000_000).contains(hour), (0...1_000_000).contains(shown),
      (0...1_000_000_000_000).contains(turns)
    else { return nil }
    var account = Account()
    (account.lag, account.hour) = (lag, hour)
    (account.shown, account.turns) = (shown, turns)
    return (String(words[8]), account)
  }

  private static func delay(_ line: Substring) -> (Double, Int64)? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 4, words[2] == "until", let delay = Double(words[1]),
      let until = Int64(words[3]), (0...86_400).contains(delay),
      (0...1_000_000_000_000).contains(until)
    else { return nil }
    return (delay, until)
  }

  private static func hasNoControlCharacters(_ text: String) -> Bool {
    !text.utf8.contains { $0 < 0x20 }
  }
}
