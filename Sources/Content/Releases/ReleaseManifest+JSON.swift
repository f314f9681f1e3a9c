import FoundationEssentials
import VitrineCryptography
import VitrineTiming

/// The JSON form of a manifest, as on a server.
extension ReleaseManifest {
  /// The manifest's file name in a folder.
  package static let name = "manifest.json"
  /// The suffix of the signature file, next to the manifest.
  package static let signatureEnding = ".minisig"
  package static let signatureName = name + signatureEnding
  /// The maximum size of a manifest.
  package static let mostBytesOfJSON = 8 << 20

  private struct Written: Codable {
    struct File: Codable {
      let path: String
      let size: Int64
      let sha256: String
      var url: String?
    }

    let vitrine: Int
    let number: Int64
    var expires: String?
    var play: String?
    let files: [File]
  }

  private static let version = 1

  package init(json bytes: [UInt8]) throws(ReleaseError) {
    guard bytes.count <= Self.mostBytesOfJSON else { throw .unreadable("too large") }
    let written: Written
    do {
      written = try JSONDecoder().decode(Written.self, from: Data(bytes))
    } catch {
      throw .unreadable("expected JSON with `vitrine`, `number` and `files`")
    }
    guard written.vitrine == Self.version else {
      throw .unreadable(
        "unsupported version \(written.vitrine): this player supports \(Self.version)")
    }
    var files: [File] = []
    for file in written.files.prefix(Self.mostFiles + 1) { files.append(try Self.file(file)) }
    try self.init(
      number: written.number, expiry: Self.expiry(written.expires), play: Self.play(written.play),
      files)
  }

  private static func file(_ file: Written.File) throws(ReleaseError) -> File {
    guard let path = ReleasePath(file.path) else {
      throw .unreadable("\"\(file.path.prefix(80))\" is not a relative path inside the folder")
    }
    guard let digest = Digest(hex: file.sha256) else {
      throw .unreadable("\(path): `sha256` must have 64 hexadecimal digits")
    }
    guard file.url?.utf8.count ?? 0 <= 4096 else {
      throw .unreadable("\(path): `url` is too long")
    }
    return File(path, size: file.size, digest, address: file.url)
  }

  private static func expiry(_ text: String?) throws(ReleaseError) -> Int64? {
    guard let text else { return nil }
    guard let date = try? Date(text, strategy: .iso8601),
      date.timeIntervalSince1970.magnitude < 1e12
    else { throw .unreadable("invalid `expires`: expected a time such as 2027-01-31T12:00:00Z") }
    return Int64(saturating: date.timeIntervalSince1970)
  }

  private static func play(_ text: String?) throws(ReleaseError) -> ReleasePath? {
    guard let text else { return nil }
    guard let path = ReleasePath(text) else {
      throw .unreadable("`play` is not a relative path inside the folder")
    }
    return path
  }

  package var json: [UInt8] {
    let written = Written(
      vitrine: Self.version, number: number,
      expires: expiry.map { Date(timeIntervalSince1970: Double($0)).formatted(.iso8601) },
      play: play?.text,
      files: files.map {
        Written.File(path: $0.path.text, size: $0.size, sha256: $0.digest.hex, url: $0.address)
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Encoding integers and strings cannot fail.
    guard let data = try? encoder.encode(written) else { return [] }
    return Array(data) + [UInt8(ascii: "\n")]
  }
}
