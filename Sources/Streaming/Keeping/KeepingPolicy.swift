internal import VitrineContent
internal import VitrineNetwork
internal import VitrineStreams
internal import VitrineTiming

/// What of a request is answered from the disk, and what the server is asked for. A value.
enum KeepingPolicy {
  enum Step: Hashable {
    /// These bytes are on the disk.
    case serve(Range<Int64>)
    /// The server is asked whether it has this version still.
    case validate
    /// From this byte on up to the end; nil for all the rest.
    case fetch(Int64, Int64?)
    case end
  }

  /// What comes next from `place` on. `end` is where the request ends; nil where it wants all.
  static func step(
    _ entry: ContentEntry?, from place: Int64, to end: Int64?, isBelieved: Bool
  ) -> Step {
    let last = min(end ?? .max, entry?.size ?? .max)
    if place >= last, place > 0 || end != nil { return entry == nil ? .fetch(place, end) : .end }
    guard let entry else { return .fetch(place, end) }
    let kept = min(entry.end(from: place), last)
    // bound: checked on this line
    if kept > place { return isBelieved ? .serve(place..<kept) : .validate }
    // All of it without a known end would be told as another part than was asked for.
    guard end != nil || place > 0 else { return .fetch(0, nil) }
    let next = entry.start(after: place).map { min($0, last) }
    return .fetch(place, next ?? end)
  }

  /// Whether an answer may be kept: one whose version is known, and whose server allows it.
  static func mayKeep(_ head: ResponseHead) -> Bool {
    let isPart = head.status == 206 && head.contentRange?.range != nil
    guard head.status == 200 || isPart, head.validators != Validators() else { return false }
    return !directives(head).contains("no-store")
  }

  /// For how many seconds the server need not be asked again: RFC 9111, 5.2.2. Where it does not say,
  /// what is played over and over is asked for once a minute; in any case once a day.
  static func freshness(_ head: ResponseHead) -> Int64 {
    let directives = directives(head)
    if directives.contains("no-cache") { return 0 }
    let age = directives.lazy.compactMap { directive -> Int64? in
      guard directive.hasPrefix("max-age=") else { return nil }
      // bound: below it is a day at the most
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

  /// For whether it has this version still it is waited so long: an item is opened before its turn.
  static let patience = Duration.milliseconds(1500)
}
