import Testing

@testable import VitrineNetwork

/// Responses of servers, parsed without a server.
struct AnswerTests {
  @Test(
    "A response's byte range is parsed",
    arguments: [
      ("bytes 0-99/1000", 0..<100, 1000), ("bytes 5-5/*", 5..<6, nil),
      ("Bytes  0-0/1", 0..<1, 1), ("bytes */1000", nil, 1000),
    ] as [(String, Range<Int64>?, Int64?)])
  func contentRange(text: String, range: Range<Int64>?, total: Int64?) throws {
    let read = try #require(ContentRange(text))
    #expect(read.range == range && read.total == total)
  }

  @Test(
    "Invalid ranges are rejected",
    arguments: [
      "", "bytes", "bytes 0-99", "bytes 9-5/10", "bytes 0-10/10", "bytes -5/10", "items 0-1/2",
      "bytes 0-99999999999999999999/*", "bytes 0-9223372036854775807/*", "bytes 0x0-1/2",
      "bytes 0-1/2/3", "bytes 0-1-2/3",
    ])
  func badRanges(text: String) {
    #expect(ContentRange(text) == nil)
  }

  @Test("Headers are parsed line by line and override interim responses")
  func head() {
    var parser = HeaderParser()
    let lines = [
      "HTTP/1.1 103 Early Hints\r\n", "Link: x\r\n", "\r\n", "HTTP/1.1 206 Partial\r\n",
      "ETag:  \"a:b\" \r\n", "Content-Length: 5\r\n", "content-length: 6\r\n", "no colon\r\n",
    ]
    for line in lines { #expect(parser.parse(line.utf8) == .more) }
    #expect(
      parser.parse("\r\n".utf8)
        == .whole(status: 206, fields: ["etag": "\"a:b\"", "content-length": "6"]))
  }

  @Test(
    "Headers without an end or a beginning are refused",
    arguments: [
      Array(repeating: "X: " + String(repeating: "y", count: 1000) + "\r\n", count: 100),
      Array(repeating: "X: y\r\n", count: 1000), ["HTTP/1.1 abc x\r\n"], ["HTTP/1.1\r\n"],
    ])
  func badHeads(lines: [String]) {
    var parser = HeaderParser()
    let steps = lines.map { parser.parse($0.utf8) }
    #expect(
      steps.contains {
        if case .refused = $0 { true } else { false }
      })
  }

  @Test(
    "An IPv4 address is classified by its network",
    arguments: [
      ([127, 0, 0, 1], .machine), ([0, 0, 0, 0], .machine), ([10, 1, 2, 3], .site),
      ([172, 15, 0, 1], .world), ([172, 16, 0, 1], .site), ([192, 168, 1, 1], .site),
      ([169, 254, 169, 254], .link), ([100, 64, 0, 1], .site), ([8, 8, 8, 8], .world),
      ([224, 0, 0, 1], .link), ([255, 255, 255, 255], .link),
    ] as [([UInt8], AddressScope)])
  func v4(bytes: [UInt8], scope: AddressScope) {
    #expect(AddressScope(v4: bytes[0], bytes[1], bytes[2], bytes[3]) == scope)
    // Embedded in the three ways that IPv6 offers.
    let zeros = [UInt8](repeating: 0, count: 10)
    #expect(AddressScope(v6: zeros + [0xFF, 0xFF] + bytes) == scope)
    #expect(AddressScope(v6: [0, 0x64, 0xFF, 0x9B] + zeros.prefix(8) + bytes) == scope)
    #expect(AddressScope(v6: [0x20, 0x02] + bytes + zeros) == scope)
  }

  @Test(
    "An IPv6 address is classified by its network",
    arguments: [
      ("00000000000000000000000000000001", .machine),
      ("00000000000000000000000000000000", .machine),
      ("fe800000000000000000000000000001", .link), ("fd000000000000000000000000000001", .site),
      ("20010db8000000000000000000000001", .world), ("ff020000000000000000000000000001", .link),
      ("fec00000000000000000000000000001", .site),
    ] as [(String, AddressScope)])
  func v6(digits: String, scope: AddressScope) throws {
    let bytes = stride(from: 0, to: 32, by: 2).map { offset in
      UInt8(digits.dropFirst(offset).prefix(2), radix: 16) ?? 0
    }
    #expect(AddressScope(v6: bytes) == scope)
  }

  @Test("File versions differ as far as the server identifies them")
  func validators() {
    let tag = Validators(entityTag: "\"a\"", lastModified: "x")
    #expect(tag.allow(Validators(entityTag: "\"a\"", lastModified: "y")))
    #expect(!tag.allow(Validators(entityTag: "\"b\"", lastModified: "x")))
    #expect(tag.allow(Validators()))
    #expect(!Validators(lastModified: "x").allow(Validators(lastModified: "y")))
    #expect(tag.strongTag == "\"a\"" && Validators(entityTag: "W/\"a\"").strongTag == nil)
  }

  @Test("Each retry waits longer, but no more than allows a recovery within 5 s")
  func backOff() {
    var backOff = BackOff()
    let whole = (0..<6).map { _ in backOff.fail(chance: 1) }
    #expect(whole.map(\.components.seconds) == [0, 1, 2, 4, 4, 4])
    backOff.succeed()
    #expect(backOff.fail(chance: 0) == .milliseconds(250))
  }
}
