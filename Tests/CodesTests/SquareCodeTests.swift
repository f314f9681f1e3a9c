import Foundation
import Testing
import VitrineCodes
import VitrineScenes

@Suite("QR codes")
struct SquareCodeTests {
  static let texts = [
    "http://10.9.0.1:8080/", "https://[2001:db8::20]:8443/", "https://foyer-east.local:8080/",
    String(repeating: "a", count: 500),
  ]

  private static let reader = "/usr/bin/zbarimg"

  @Test(
    "Another program decodes the text",
    .enabled(if: FileManager.default.isExecutableFile(atPath: reader)), arguments: texts)
  func read(text: String) throws {
    let code = try #require(SquareCode(qr: text))
    let file = FileManager.default.temporaryDirectory.appending(
      path: "code-\(text.hashValue.magnitude).pgm")
    defer { try? FileManager.default.removeItem(at: file) }
    // With a margin of four squares, and four pixels per square.
    let side = (code.side + 8) * 4
    var picture = Data("P5 \(side) \(side) 255\n".utf8)
    for row in 0..<side {
      for column in 0..<side { picture.append(code[column / 4 - 4, row / 4 - 4] ? 0 : 255) }
    }
    try picture.write(to: file)
    let reader = Process()
    reader.executableURL = URL(filePath: Self.reader)
    reader.arguments = ["-q", "--raw", "-Sdisable", "-Sqrcode.enable", file.path]
    let pipe = Pipe()
    reader.standardOutput = pipe
    try reader.run()
    let read = try pipe.fileHandleForReading.readToEnd() ?? Data()
    #expect(String(decoding: read, as: UTF8.self) == text + "\n")
  }

  static let refused = ["", "a\0b", "grüße, 日本", String(repeating: "a", count: 501)]

  @Test("Text that a phone could not scan from a screen gives no code", arguments: refused)
  func refuses(text: String) { #expect(SquareCode(qr: text) == nil) }

  @Test("A pattern has its stated size, and everything outside it is light")
  func sizes() {
    #expect(SquareCode(side: 2, dark: [true, true, true]) == nil)
    #expect(SquareCode(side: 0, dark: []) == nil)
    let code = SquareCode(side: 1, dark: [true])
    #expect(code?[0, 0] == true && code?[1, 0] == false && code?[0, -1] == false)
  }
}
