internal import VitrineContent
internal import VitrineNetwork
internal import VitrineTiming

/// The rules for which bytes of a request come from the cache, and which from the server.
enum CachePolicy {
  enum Step: Hashable {
    /// Read these bytes from the disk.
    case serve(Range<Int64>)
    /// Ask the server whether the cached version is current.
    case validate
    /// Download from the first byte up to the second; nil means the rest of the file.
    case fetch(Int64, Int64?)
    case end
  }

  /// Returns the next step from `place` on. `end` is the end of the request; nil if it wants the
  /// rest of the file.
  static func step(
    _ entry: ContentEntry?, from place: Int64, to end: Int64?, isBelieved: Bool
  ) -> Step {
    let last = min(end ?? .max, entry?.size ?? .max)
    if place >= last, place > 0 || end != nil { return entry == nil ? .fetch(place, end) : .end }
    guard let entry else { return .fetch(place, end) }
    let kept = min(entry.end(from: place), last)
    // bound: checked on this line
    if kept > place { return isBelieved ? .serve(place..<kept) : .validate }
    // A request for the whole file must not become a range request, whose response would differ.
    guard end != nil || place > 0 else { return .fetch(0, nil) }
    let next = entry.start(after: place).map { min($0, last) }
    return .fetch(place, next ?? end)
  }

  /// Whether a response may be cached: its version has to be known, and the server has to allow it.
  static func mayCache(_ head: ResponseHead) -> Bool {
    let isPart = head.status == 206 && head.contentRange?.range != nil
    guard head.status == 200 || isPart, head.validators != Validators() else { return false }
    return !directives(head).contains("no-store")
  }

  /// Returns for how many seconds a response is fresh: RFC 9111, 5.2.2. The default is a minute and
  /// the maximum a day, for items that play in a loop.
  static func freshness(_ head: ResponseHead) -> Int64 {
    let directives = directives(head)
    if directives.contains("no-cache") { return 0 }
    let age = directives.lazy.compactMap { directive -> Int64? in
      guard directive.hasPrefix("max-age=") else { return nil }
      // bound: limited to a day below
      return Int64(directive.dropFirst(8))
    }
    return min(max(age.first ?? usualFreshness, 0), mostFreshness)
  }

  private static let usualFreshness: Int64 = 60
  private static let mostFreshness: Int64 = 86_400

  private static func directives(_ head: ResponseHead) -> [String] {
    (head.fields["cache-control"] ?? "").lowercased().split(separator: ",")
      .map { $0.filter { !$0.isWhitespace } }
  }

  /// The timeout of a revalidation. It is short because the item's turn is near.
  static let timeout = Duration.milliseconds(1500)
}
