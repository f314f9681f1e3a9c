internal import VitrineTiming

/// A time range with attributes, such as a commercial break: RFC 8216bis, 4.4.5.1.
package struct HLSDateRange: Hashable, Sendable {
  package let id: String
  /// Its class, if it has one.
  package internal(set) var kind: String?
  /// In seconds since 1970.
  package let start: Double
  /// In seconds; nil while it is unknown.
  package internal(set) var duration: Double?
  /// Whether it lasts until the next range of its class begins.
  package internal(set) var endsWithNext = false
  /// The client-defined `X-…` attributes, unparsed.
  package internal(set) var attributes: [String: String] = [:]

  /// How long a range without a duration is reported.
  fileprivate static let shortest = 1.0
  private static let mostAttributes = 16

  /// Returns nil if the tag is not a date range.
  init?(_ tag: HLSAttributes) {
    guard let id = tag["ID"], !id.isEmpty, let start = tag["START-DATE"].flatMap(WallDate.seconds)
    else { return nil }
    (self.id, self.start) = (id.beginning(200), start)
    merge(tag)
  }

  /// Merges a later tag of the same range.
  mutating func merge(_ tag: HLSAttributes) {
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
  /// Returns the ranges that contain a time. A range without a known end contains all times after
  /// its start.
  package func dateRanges(at date: Double) -> [HLSDateRange] {
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

  /// Ignores invalid date ranges: playback does not need them.
  mutating func addDateRange(_ text: Substring) {
    guard let tag = try? HLSAttributes(text), let range = HLSDateRange(tag) else { return }
    if let known = dateRanges.firstIndex(where: { $0.id == range.id }) {
      return dateRanges[known].merge(tag)
    }
    dateRanges.append(range)
    if dateRanges.count > HLSLimits.dateRanges { dateRanges.removeFirst() }
  }
}

extension Substring {
  /// Counts Unicode scalars: a character may consist of any number of them.
  fileprivate func beginning(_ count: Int) -> String {
    String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
  }
}
