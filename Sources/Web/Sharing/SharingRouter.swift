import NIOHTTP1
import VitrineControl
import VitrineCryptography
import VitrineTiming

/// Admits requests for files and finds the files. Shared by all connections, and confined to the
/// server's thread.
///
/// A file is requested by its digest only: `GET /content/SHA256`. A client without a digest gets
/// nothing, and no reader of its request becomes a path.
final class SharingRouter {
  let limits: WebLimits
  var bandwidthLimiter: BandwidthLimiter
  private var rateLimiter: RateLimiter
  private let path: @Sendable (Digest) -> String

  /// The result of a request.
  enum Reply {
    case response(Response)
    /// The response, and the bytes that follow it.
    case file(Response, FileRangeReader, Range<Int64>)
  }

  init(_ limits: WebLimits, rate: Double, path: @escaping @Sendable (Digest) -> String) {
    self.limits = limits
    self.path = path
    bandwidthLimiter = BandwidthLimiter(rate: rate, mostWaiting: limits.connections.total)
    rateLimiter = RateLimiter(burst: limits.requests.burst, rate: limits.requests.rate)
  }

  func reply(to head: HTTPRequestHead, from address: String, at now: HostTime) -> Reply {
    guard rateLimiter.allowRequest(from: AddressKey.of(address), at: now) else {
      return .response(Response.tooMany(.seconds(1)).closing())
    }
    do throws(RequestValidator.Failure) {
      let (length, _) = try RequestValidator.framing(head)
      guard length == 0 else { throw .malformed("this request must not have a body") }
    } catch {
      return .response(Response(error))
    }
    guard head.method == .GET || head.method == .HEAD else {
      return .response(
        Response(.methodNotAllowed, refusing: "method not allowed", .invalid)
          .adding("Allow", "GET, HEAD").closing())
    }
    guard let digest = Self.digest(head.uri), let reader = FileRangeReader.open(path(digest)) else {
      return .response(Response(.notFound, refusing: "not found", .invalid))
    }
    return reply(head, digest, reader)
  }

  /// The digest in a target of exactly the expected spelling; nothing is decoded.
  static func digest(_ target: String) -> Digest? {
    guard target.hasPrefix(SharingServer.folder) else { return nil }
    let name = String(target.dropFirst(SharingServer.folder.count))
    guard let digest = Digest(hex: name), digest.hex == name else { return nil }
    return digest
  }

  private func reply(_ head: HTTPRequestHead, _ digest: Digest, _ reader: FileRangeReader) -> Reply
  {
    let tag = "\"\(digest.hex)\""
    let (ranges, conditions) = (head.headers["Range"], head.headers["If-Range"])
    let isMeant = ranges.count == 1 && conditions.allSatisfy { $0 == tag }
    let range = RequestedRange(isMeant ? ranges.first : nil)
    guard let bytes = range.bytes(of: reader.size) else {
      return .response(
        Response(.rangeNotSatisfiable, refusing: "range not satisfiable", .invalid)
          .adding("Content-Range", "bytes */\(reader.size)"))
    }
    var response = Response(range == .all ? .ok : .partialContent, type: "application/octet-stream")
      .adding("ETag", tag).adding("Accept-Ranges", "bytes")
      .adding("Cache-Control", "no-transform")
    if range != .all {
      response = response.adding(
        "Content-Range", "bytes \(bytes.lowerBound)-\(bytes.upperBound -| 1)/\(reader.size)")
    }
    return .file(response, reader, bytes)
  }
}
