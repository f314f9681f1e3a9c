internal import VitrineTiming

/// A stretch of time of which a list tells something, as of a break for advertising: RFC 8216bis, 4.4.5.1.
public struct HLSDateRange: Hashable, Sendable {
  public let id: String
  /// What it is one of; nil where it does not say.
  public internal(set) var kind: String?
  /// In seconds since 1970.
  public let start: Double
  /// In seconds; nil while the list does not tell.
  public internal(set) var duration: Double?
  /// Whether it lasts until another one of its kind begins.
  public internal(set) var endsWithNext = false
  /// Those that its author has made up, `X-…`, as they are written.
  public internal(set) var attributes: [String: String] = [:]

  /// What lasts no time is there for so long.
  fileprivate static let shortest = 1.0
  private static let mostAttributes = 16

  /// Nil of what is none.
  init?(_ tag: HLSAttributes) {
    guard let id = tag["ID"], !id.isEmpty, let start = tag["START-DATE"].flatMap(WallDate.seconds)
    else { return nil }
    (self.id, self.start) = (id.beginning(200), start)
    take(tag)
  }

  /// What a tag says of the same, which may be later news.
  mutating func take(_ tag: HLSAttributes) {
    kind = tag["CLASS"]?.beginning(200) ?? kind
    endsWithNext = endsWithNext || tag.isYes("END-ON-NEXT")
    let planned = duration == nil ? Self.seconds(tag["PLANNED-DURATION"]) : nil
    let end = tag["END-DATE"].flatMap(WallDate.seconds).map { max(0, $0 - start) }
    duration = Self.seconds(tag["DURATION"]) ?? end ?? planned ?? duration
    for (name, value) in tag.own where attributes.count < Self.mostAttributes {
      attributes[name.beginning(64)] = value.beginning(256)
    }
  }

  private static func seconds(_ text: Substring?) -> Double? {
    guard let length = try? text?.hlsDuration("DURATION"), length >= .zero else { return nil }
    return length.seconds
  }
}

extension HLSMediaPlaylist {
  /// Those that a moment is in; of what has no end yet, from its beginning on.
  public func dateRanges(at date: Double) -> [HLSDateRange] {
    dateRanges.filter { range in
      guard range.start <= date else { return false }
      if let duration = range.duration {
        return date < range.start + max(duration, HLSDateRange.shortest)
      }
      guard range.endsWithNext else { return true }
      return !dateRanges.contains {
        $0.kind == range.kind && $0.start > range.start && $0.start <= date
      }
    }
  }

  /// What is no date range is left out: it is no reason not to play.
  mutating func takeDateRange(_ text: Substring) {
    guard let tag = try? HLSAttributes(text), let range = HLSDateRange(tag) else { return }
    if let known = dateRanges.firstIndex(where: { $0.id == range.id }) {
      return dateRanges[known].take(tag)
    }
    dateRanges.append(range)
    if dateRanges.count > HLSLimits.dateRanges { dateRanges.removeFirst() }
  }
}

extension Substring {
  /// Counted in scalars: a character may have any number of them.
  fileprivate func beginning(_ count: Int) -> String {
    String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
  }
}
