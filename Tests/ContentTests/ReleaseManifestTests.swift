import Testing
import VitrineCryptography
import VitrineFakes

@testable import VitrineContent

@Suite("A manifest")
struct ReleaseManifestTests {
  static let digest = Digest(of: "a").hex
  static let other = Digest(of: "b").hex

  private static func json(_ files: String, _ more: String = "\"number\": 1,") -> [UInt8] {
    Array("{\"vitrine\": 1, \(more) \"files\": [\(files)]}".utf8)
  }

  private static func file(_ path: String, size: String = "1", sha: String = digest) -> String {
    "{\"path\": \"\(path)\", \"size\": \(size), \"sha256\": \"\(sha)\"}"
  }

  @Test("A manifest lists the files that belong together and reads back as written")
  func whole() throws {
    let text = Self.json(
      Self.file("films/a b.mp4") + "," + Self.file("ä.png", sha: Self.other),
      "\"number\": 7, \"expires\": \"2027-01-31T12:00:00Z\", \"play\": \"films\",")
    let manifest = try ReleaseManifest(json: text)
    #expect(manifest.number == 7)
    #expect(manifest.expiry == 1_801_396_800)
    #expect(manifest.play?.text == "films")
    #expect(manifest.files.map(\.path.text) == ["films/a b.mp4", "ä.png"])
    #expect(manifest.size == 2)
    #expect(try ReleaseManifest(json: manifest.json) == manifest)
  }

  @Test("A manifest with another number is the same release, one with other files is not")
  func identity() throws {
    let one = try ReleaseManifest(json: Self.json(Self.file("a.mp4")))
    let again = try ReleaseManifest(json: Self.json(Self.file("a.mp4"), "\"number\": 2,"))
    let named = try ReleaseManifest(json: Self.json(Self.file("b.mp4")))
    let changed = try ReleaseManifest(json: Self.json(Self.file("a.mp4", sha: Self.other)))
    #expect(one.id == again.id)
    #expect(Set([one.id, named.id, changed.id]).count == 3)
  }

  @Test(
    "A manifest names no path outside its folder",
    arguments: [
      "/etc/passwd", "../a", "a/../b", "a//b", "a/", "", ".", "..", ".hidden", "a/.b", "a\\\\b",
      "a\\u0000b", "a\\nb", "a\\u0085b", "~", String(repeating: "a", count: 201),
      String(repeating: "a/", count: 20) + "b", String(repeating: "abcd/", count: 300) + "b",
    ])
  func paths(_ path: String) {
    #expect(throws: ReleaseError.self) { try ReleaseManifest(json: Self.json(Self.file(path))) }
  }

  @Test(
    "An invalid manifest is refused with its reason",
    arguments: [
      ("", "expected"), ("[]", "expected"), ("{\"vitrine\": 1, \"number\": 1}", "expected"),
      (String(repeating: "[", count: 100_000), "expected"),
      ("{\"vitrine\": 2, \"number\": 1, \"files\": []}", "version 2"),
      ("{\"vitrine\": 1, \"number\": -1, \"files\": []}", "number"),
      ("{\"vitrine\": 1, \"number\": 1e300, \"files\": []}", "expected"),
      ("{\"vitrine\": 1, \"number\": 1, \"expires\": \"soon\", \"files\": []}", "expires"),
      (
        "{\"vitrine\": 1, \"number\": 1, \"play\": \"x\", \"files\": []}",
        "`play` names x"
      ),
      (
        "{\"vitrine\": 1, \"number\": 1, \"play\": \"../x\", \"files\": []}",
        "`play` is not a relative path"
      ),
      (text(file("a") + "," + file("a")), "duplicate file path"),
      (text(file("a") + "," + file("a/b")), "a is both a file and a folder"),
      (text(file("a", size: "-1")), "invalid size"), (text(file("a", size: "1e30")), "expected"),
      (text(file("a", size: "9000000000000000")), "invalid size"),
      (text(file("a", sha: "12")), "64 hexadecimal digits"),
      (text(file("a", sha: "zz")), "64 hexadecimal digits"),
      (text(file("a") + "," + file("b", size: "2")), "different sizes"),
      (text((0...20_000).map { file("f\($0)") }.joined(separator: ",")), "more than 20000"),
    ])
  func senseless(_ text: String, _ cause: String) {
    let error = #expect(throws: ReleaseError.self) { try ReleaseManifest(json: Array(text.utf8)) }
    #expect(error?.description.contains(cause) == true, "\(error?.description ?? "")")
  }

  private static func text(_ files: String) -> String {
    String(decoding: json(files), as: UTF8.self)
  }

  @Test("A damaged manifest is refused or harmless", arguments: 0..<300)
  func damaged(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed) &+ SeededRandom.round << 32)
    var bytes = Self.json((0..<20).map { Self.file("films/\($0).mp4") }.joined(separator: ","))
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      }
    }
    guard let manifest = try? ReleaseManifest(json: bytes) else { return }
    for file in manifest.files {
      #expect(!file.path.text.hasPrefix("/"))
      #expect(!file.path.parts.contains(".."))
      #expect(file.size >= 0)
    }
  }
}
