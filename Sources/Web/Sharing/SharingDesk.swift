import NIOHTTP1
import VitrineControl
import VitrineCryptography
import VitrineTiming

/// Admits requests for files and finds the files. Shared by all connections, and confined to the
/// server's thread.
///
/// A file is requested by its digest only: `GET /content/SHA256`. A client without a digest gets
/// nothing, and no part of its request becomes a path.
final class SharingDesk {
  let limits: WebLimits
  var pace: SendingPace
  private var allowance: RequestAllowance
  private let path: @Sendable (Digest) -> String

  /// The result of a request.
  enum Reply {
    case answer(Answer)
    /// The response, and the bytes that follow it.
    case file(Answer, SentPart, Range<Int64>)
  }

  init(_ limits: WebLimits, rate: Double, path: @escaping @Sendable (Digest) -> String) {
    self.limits = limits
    self.path = path
    pace = SendingPace(rate: rate, mostWaiting: limits.connections)
    allowance = RequestAllowance(burst: limits.burst, rate: limits.rate)
  }

  func reply(to head: HTTPRequestHead, from address: String, at now: HostTime) -> Reply {
    guard allowance.spend(AddressKey.of(address), at: now) else {
      return .answer(Answer.tooMany(.seconds(1)).closing())
    }
    do throws(Gate.Denial) {
      let (length, _) = try Gate.framing(head)
      guard length == 0 else { throw .malformed("this request must not have a body") }
    } catch {
      return .answer(Answer(error))
    }
    guard head.method == .GET || head.method == .HEAD else {
      return .answer(
        Answer(.methodNotAllowed, refusing: "method not allowed", .invalid)
          .adding("Allow", "GET, HEAD").closing())
    }
    guard let digest = Self.digest(head.uri), let part = SentPart.open(path(digest)) else {
      return .answer(Answer(.notFound, refusing: "not found", .invalid))
    }
    return reply(head, digest, part)
  }

  /// The digest in a target of exactly the expected spelling; nothing is decoded.
  static func digest(_ target: String) -> Digest? {
    guard target.hasPrefix(SharingServer.folder) else { return nil }
    let name = String(target.dropFirst(SharingServer.folder.count))
    guard let digest = Digest(hex: name), digest.hex == name else { return nil }
    return digest
  }

  private func reply(_ head: HTTPRequestHead, _ digest: Digest, _ part: SentPart) -> Reply {
    let tag = "\"\(digest.hex)\""
    let (ranges, conditions) = (head.headers["Range"], head.headers["If-Range"])
    let isMeant = ranges.count == 1 && conditions.allSatisfy { $0 == tag }
    let wish = RangeWish(isMeant ? ranges.first : nil)
    guard let bytes = wish.bytes(of: part.size) else {
      return .answer(
        Answer(.rangeNotSatisfiable, refusing: "range not satisfiable", .invalid)
          .adding("Content-Range", "bytes */\(part.size)"))
    }
    var answer = Answer(wish == .all ? .ok : .partialContent, type: "application/octet-stream")
      .adding("ETag", tag).adding("Accept-Ranges", "bytes")
      .adding("Cache-Control", "no-transform")
    if wish != .all {
      answer = answer.adding(
        "Content-Range", "bytes \(bytes.lowerBound)-\(bytes.upperBound -| 1)/\(part.size)")
    }
    return .file(answer, part, bytes)
  }
}
