import Testing
import VitrineControl
import VitrineLinux
import VitrineTiming

@testable import VitrineWeb

/// Access rights and rate limits.
struct AccessTests {
  private func at(_ seconds: Int64) -> HostTime {
    HostTime(nanoseconds: 1_000_000_000_000 + seconds * 1_000_000_000)
  }

  @Test("A token grants its role, and the store does not contain it")
  func tokens() throws {
    var randomness = SystemRandomNumberGenerator()
    var store = TokenStore()
    let token = try store.add(name: "Anna", role: .view, at: 5, randomness: &randomness)
    let other = try store.add(name: "home", role: .admin, at: 6, randomness: &randomness)
    #expect(token != other && token.utf8.count == 52)
    let kept = try TokenStore(JSONValue(line: store.value.line))
    #expect(kept.entry(of: token)?.role == .view && kept.entry(of: other)?.name == "home")
    #expect(kept.entry(of: token + "a") == nil && kept.entry(of: "") == nil)
    #expect(!String(decoding: store.value.line, as: UTF8.self).contains(token))
    #expect(store.remove(name: "Anna") == 1 && store.entry(of: token) == nil)
  }

  @Test(
    "An invalid token store admits nobody",
    arguments: [
      "{}", "[]", "{\"tokens\":{}}", "{\"tokens\":[{}]}",
      #"{"tokens":[{"name":"a","role":"king","made":1,"sha256":"00"}]}"#,
      #"{"tokens":[{"name":"a","role":"admin","made":1,"sha256":"00"}]}"#,
    ])
  func broken(_ text: String) throws {
    let value = try JSONValue(line: Array(text.utf8))
    #expect(throws: TokenStore.Failure.unreadable) { try TokenStore(value) }
  }

  @Test("Names and the store are limited in size")
  func bounded() throws {
    var randomness = SystemRandomNumberGenerator()
    var store = TokenStore()
    for name in ["", String(repeating: "a", count: 65), "a\nb"] {
      #expect(throws: TokenStore.Failure.name) {
        try store.add(name: name, role: .view, at: 0, randomness: &randomness)
      }
    }
    for number in 0..<TokenStore.most {
      _ = try store.add(name: "\(number)", role: .view, at: 0, randomness: &randomness)
    }
    #expect(throws: TokenStore.Failure.full) {
      try store.add(name: "one more", role: .view, at: 0, randomness: &randomness)
    }
  }

  @Test("A token file written by another program applies at the next check")
  func file() throws {
    let folder = try Folder.temporary("tokens")
    defer { try? folder.remove() }
    let path = folder.path(of: "tokens.json")
    var (server, tool) = (TokenFile(path), TokenFile(path))
    try server.refresh()
    #expect(server.store.entries.isEmpty)
    var randomness = SystemRandomNumberGenerator()
    let token = try tool.change { store throws(TokenStore.Failure) in
      try store.add(name: "a", role: .control, at: 0, randomness: &randomness)
    }
    try server.refresh()
    #expect(server.store.entry(of: token) != nil)
    try FileDescriptor(making: path).write(Array("nonsense".utf8))
    #expect(throws: TokenFile.Failure.self) { try server.refresh() }
    #expect(server.store.entries.isEmpty)
  }

  @Test("Programs do not undo each other's changes")
  func twoWriters() throws {
    let folder = try Folder.temporary("tokens")
    defer { try? folder.remove() }
    let path = folder.path(of: "tokens.json")
    var (server, tool) = (TokenFile(path), TokenFile(path, lockTimeout: .zero))
    var randomness = SystemRandomNumberGenerator()
    let token = try server.change { store throws(TokenStore.Failure) in
      try store.add(name: "stolen", role: .control, at: 0, randomness: &randomness)
    }
    var isRevoked = false
    _ = try server.change { store throws(TokenStore.Failure) in
      // The server has read the store and not written it yet.
      isRevoked = (try? tool.change { $0.remove(name: "stolen") }) != nil
      return try store.add(name: "phone", role: .control, at: 0, randomness: &randomness)
    }
    try server.refresh()
    #expect(
      isRevoked == (server.store.entry(of: token) == nil),
      "the token is revoked if the tool reports so")
    let removed = try tool.change { $0.remove(name: "stolen") }
    try server.refresh()
    #expect(removed == 1 && server.store.entry(of: token) == nil)
    #expect(server.store.entries.map(\.name) == ["phone"])
  }

  @Test("Programs that write at the same time wait for each other, and nothing is lost")
  func manyWriters() async throws {
    let folder = try Folder.temporary("tokens")
    defer { try? folder.remove() }
    let path = folder.path(of: "tokens.json")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<2 {
        group.addTask {
          var file = TokenFile(path, lockTimeout: .seconds(60))
          var randomness = SystemRandomNumberGenerator()
          for number in 0..<20 {
            _ = try file.change { store throws(TokenStore.Failure) in
              try store.add(
                name: "\(writer) \(number)", role: .view, at: 0, randomness: &randomness)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    var file = TokenFile(path)
    try file.refresh()
    #expect(Set(file.store.entries.map(\.name)).count == 40)
  }

  @Test("An unreadable file admits nobody and is not replaced")
  func unreadable() throws {
    let folder = try Folder.temporary("tokens")
    defer { try? folder.remove() }
    // A cyclic link: the kernel refuses it even to root.
    try folder.link("tokens.json", to: "tokens.json")
    var file = TokenFile(folder.path(of: "tokens.json"))
    #expect(throws: TokenFile.Failure.self) { try file.refresh() }
    #expect(throws: TokenFile.Failure.self) { try file.change { $0.remove(name: "a") } }
    #expect(linkTarget(folder.path(of: "tokens.json")) == "tokens.json")
  }

  @Test("Failed attempts double the address's delay; others are unaffected up to a limit")
  func attempts() {
    var limits = AttemptLimit.Limits()
    (limits.perAddress, limits.overall) = (3, 8)
    var limit = AttemptLimit(limits)
    for second in 0..<2 { limit.recordFailure(from: "a", at: at(Int64(second))) }
    #expect(limit.wait(for: "a", at: at(2)) == nil)
    limit.recordFailure(from: "a", at: at(2))
    #expect(limit.wait(for: "a", at: at(2)) == .seconds(10))
    #expect(limit.wait(for: "b", at: at(2)) == nil)
    limit.recordFailure(from: "a", at: at(12))
    #expect(limit.wait(for: "a", at: at(12)) == .seconds(20))
    for number in 0..<4 { limit.recordFailure(from: "x\(number)", at: at(13)) }
    #expect(limit.wait(for: "b", at: at(13)) == .seconds(10))
    limit.recordSuccess(from: "a")
    #expect(limit.wait(for: "a", at: at(24)) == nil)
    // After an hour without one, everything is forgotten.
    limit.recordFailure(from: "b", at: at(10_000))
    #expect(limit.wait(for: "b", at: at(10_000)) == nil)
  }

  @Test("The delay has a maximum, and the address table a limit")
  func attemptLimits() {
    var limit = AttemptLimit()
    for number in 0..<100 { limit.recordFailure(from: "a", at: at(Int64(number))) }
    #expect(limit.wait(for: "a", at: at(99)) == .seconds(3600))
    for number in 0..<5000 { limit.recordFailure(from: "\(number)", at: at(200)) }
    #expect(limit.wait(for: "new", at: at(200)) != nil)
  }

  @Test("An address has a limit of concurrent requests and of requests per second")
  func rateLimiter() {
    var rateLimiter = RateLimiter(burst: 3, rate: 2)
    let first = (0..<5).map { _ in rateLimiter.allowRequest(from: "a", at: at(0)) }
    let other = rateLimiter.allowRequest(from: "b", at: at(0))
    let later = (0..<3).map { _ in rateLimiter.allowRequest(from: "a", at: at(1)) }
    #expect(first == [true, true, true, false, false] && other && later == [true, true, false])
  }

  @Test("A PIN on screen works once, for a limited time and number of attempts")
  func pairing() {
    var randomness = SystemRandomNumberGenerator()
    var pairing = PairingPIN()
    func prove(_ pin: String, _ second: Int64) -> PairingPIN.Outcome {
      pairing.verify(pin, at: at(second))
    }
    #expect(prove("000000", 0) == .noPIN)
    let pin = pairing.begin(at: at(0), randomness: &randomness)
    #expect(pin.utf8.count == 6 && pairing.isOpen(at: at(119)) && !pairing.isOpen(at: at(120)))
    #expect(prove("", 1) == .wrong)
    #expect(prove(pin, 2) == .right)
    #expect(prove(pin, 3) == .noPIN)
    let late = pairing.begin(at: at(10), randomness: &randomness)
    #expect(prove(late, 131) == .noPIN)
    let guessed = pairing.begin(at: at(200), randomness: &randomness)
    for _ in 0..<PairingPIN.attempts { #expect(prove("x", 201) == .wrong) }
    #expect(prove(guessed, 201) == .noPIN)
  }

  @Test(
    "File names that lead elsewhere are refused",
    arguments: [
      "", ".", "..", "../a.mp4", "a/b.mp4", "a\\b.mp4", ".hidden.mp4", "-rf.mp4", "a", "a.",
      " a.mp4",
      "a.mp4 ", "a\n.mp4", "a\u{202E}4pm.exe", "a\u{0}.mp4",
      String(repeating: "a", count: 200) + ".mp4",
    ])
  func names(_ text: String) {
    #expect(UploadName(text) == nil)
  }

  @Test(
    "Ordinary file names are accepted unchanged",
    arguments: ["a.mp4", "Ein Film.mkv", "映画.mp4", "a'b\"c;.png"])
  func goodNames(_ text: String) {
    #expect(UploadName(text)?.text == text)
  }

  @Test("Listening addresses are a numeric host and a port")
  func addresses() {
    #expect(WebAddress("127.0.0.1:8080")?.isLoopback == true)
    #expect(
      WebAddress("[::1]:80")?.isLoopback == true && WebAddress("[::]:80")?.isLoopback == false)
    #expect(WebAddress("0.0.0.0:80")?.isLoopback == false)
    for text in [
      "", "8080", "localhost:80", "::1:80", "[127.0.0.1]:80", "1.2.3.4:", "1.2.3.4:65536",
    ] {
      #expect(WebAddress(text) == nil, "\(text)")
    }
  }
}
