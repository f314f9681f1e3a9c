import CVitrineWebFiles
import NIOHTTP1
import VitrineCryptography

/// A file of the remote's page, or its OpenAPI document, embedded in the program.
struct Asset: Sendable {
  let name: String
  let bytes: [UInt8]
  private let type: String
  /// Differs for different bytes, so that a browser can validate its cached copy.
  private let tag: String

  private init(_ file: UnsafePointer<vitrine_web_file>) {
    name = unsafe String(cString: file.pointee.name)
    bytes = unsafe Array(UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.size))
    type = Self.types[String(name.split(separator: ".").last ?? "")] ?? "application/octet-stream"
    tag = "\"\(Digest(of: bytes).hex.prefix(32))\""
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    "json": "application/json", "webmanifest": "application/manifest+json",
  ]

  static let all = unsafe sequence(state: 0) { position in
    defer { position += 1 }
    return unsafe vitrine_web_page_file(position)
  }.map { unsafe Asset($0) }

  static let document = unsafe Asset(vitrine_web_document())

  /// The page needs no token: it contains no secret, and prompts for a token itself.
  static let routes = all.map { asset in
    Route(method: .get, path: asset.name == "index.html" ? "/" : "/\(asset.name)", role: nil) {
      call, _ in .response(asset.response(call.fields["if-none-match"]))
    }
  }

  private func response(_ known: String?) -> Response {
    var response = known == tag ? Response(.notModified) : Response(.ok, type: type, bytes)
    response.fields += [("ETag", tag), ("Cache-Control", "no-cache")]
    return response
  }
}
