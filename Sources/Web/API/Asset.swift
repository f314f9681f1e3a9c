import NIOHTTP1
import VitrineCryptography

/// A file of the remote's page. The files in `Remote/` are embedded in the program.
struct Asset: Sendable {
  let name: String
  let bytes: [UInt8]
  private let type: String
  /// Differs for different bytes, so that a browser can validate its cached copy.
  private let tag: String

  private init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    type = Self.types[String(name.split(separator: ".").last ?? "")] ?? "application/octet-stream"
    tag = "\"\(Digest(of: bytes).hex.prefix(32))\""
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
  ]

  static let all = [
    Asset("index.html", PackageResources.index_html),
    Asset("remote.css", PackageResources.remote_css),
    Asset("icon.svg", PackageResources.icon_svg),
    Asset("manifest.webmanifest", PackageResources.manifest_webmanifest),
    Asset("main.js", PackageResources.main_js), Asset("api.js", PackageResources.api_js),
    Asset("configuration.js", PackageResources.configuration_js),
    Asset("elements.js", PackageResources.elements_js),
    Asset("files.js", PackageResources.files_js), Asset("machine.js", PackageResources.machine_js),
    Asset("now.js", PackageResources.now_js), Asset("pairing.js", PackageResources.pairing_js),
    Asset("queue.js", PackageResources.queue_js), Asset("screen.js", PackageResources.screen_js),
    Asset("signage.js", PackageResources.signage_js),
    Asset("slider.js", PackageResources.slider_js),
    Asset("tracks.js", PackageResources.tracks_js), Asset("words.js", PackageResources.words_js),
  ]

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
