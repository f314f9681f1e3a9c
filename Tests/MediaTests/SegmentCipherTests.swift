import Foundation
import Testing
import VitrineMedia

/// Encrypted segments from OpenSSL, and invalid ones.
struct SegmentCipherTests {
  private static let key: [UInt8] = Array(0..<16)
  private static let vector: [UInt8] = Array(16..<32)

  /// `openssl enc -aes-128-cbc` with this key and vector.
  private static func encrypted(_ text: String) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/openssl")
    func hex(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }
    process.arguments = ["enc", "-aes-128-cbc", "-K", hex(key), "-iv", hex(vector)]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    defer { process.waitUntilExit() }
    return [UInt8](output.fileHandleForReading.readDataToEndOfFile())
  }

  @Test(
    "OpenSSL's output decrypts to the original",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")),
    arguments: [0, 1, 15, 16, 17, 5000])
  func opens(count: Int) throws {
    let text = String(repeating: "v", count: count)
    let bytes = try Self.encrypted(text)
    let plain = SegmentCipher.decrypted(bytes, key: Self.key, vector: Self.vector)
    #expect(plain == Array(text.utf8))
  }

  @Test(
    "Data not encrypted with this key is refused",
    arguments: [0, 1, 15, 16, 17, 32, 4096])
  func refuses(count: Int) {
    let bytes = [UInt8](repeating: 0x5A, count: count)
    #expect(SegmentCipher.decrypted(bytes, key: Self.key, vector: Self.vector) == nil)
    #expect(SegmentCipher.decrypted(bytes, key: [1], vector: Self.vector) == nil)
    #expect(SegmentCipher.decrypted(bytes, key: Self.key, vector: []) == nil)
  }
}
