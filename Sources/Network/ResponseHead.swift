internal import CVitrineCurl
package import VitrineAddresses
internal import VitrineTiming

/// The head of a response, after redirects.
package struct ResponseHead: Hashable, Sendable {
  package let status: Int
  /// By name in lower case; the last of several values counts.
  package let fields: [String: String]
  /// The address after redirects, which is the base of relative addresses.
  package let url: RemoteURL
  /// The scope of the server's address.
  package let scope: AddressScope
  /// Whether the response comes from the cache, so that its speed is not the network's.
  package let isCached: Bool

  package init(
    status: Int, fields: [String: String], url: RemoteURL, scope: AddressScope,
    isCached: Bool = false
  ) {
    self.status = status
    self.fields = fields
    self.url = url
    self.scope = scope
    self.isCached = isCached
  }

  /// The length of the body, if the server sends it.
  package var length: Int64? {
    fields["content-length"].flatMap(ContentRange.number)
  }

  package var contentRange: ContentRange? { fields["content-range"].flatMap(ContentRange.init) }

  /// Whether the body is compressed.
  package var isCompressed: Bool {
    fields["content-encoding"].map { $0.lowercased() != "identity" } ?? false
  }

  /// `video/mp4`, in lower case and without parameters.
  package var mediaType: String? {
    fields["content-type"].map {
      $0.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    }
  }

  /// The server's clock, in seconds since 1970 (C: `curl_getdate`).
  package var date: Double? {
    guard let text = fields["date"], case let time = unsafe curl_getdate(text, nil), time > 0 else {
      return nil
    }
    return Double(time)
  }

  /// The validators of this version of the file.
  package var validators: Validators {
    Validators(entityTag: fields["etag"], lastModified: fields["last-modified"])
  }
}

/// The identification of a version of a file: RFC 9110, 8.8.
package struct Validators: Hashable, Sendable {
  package var entityTag: String?
  package var lastModified: String?

  package init(entityTag: String? = nil, lastModified: String? = nil) {
    self.entityTag = entityTag
    self.lastModified = lastModified
  }

  /// The entity tag if it is a strong one, which identifies the exact bytes.
  package var strongTag: String? {
    entityTag.flatMap { $0.hasPrefix("W/") ? nil : $0 }
  }

  /// Whether both may belong to the same version: missing values match.
  package func allow(_ other: Validators) -> Bool {
    if let entityTag, let otherTag = other.entityTag { return entityTag == otherTag }
    guard let lastModified, let otherDate = other.lastModified else { return true }
    return lastModified == otherDate
  }
}

/// The range of a response and the total size: RFC 9110, 14.4.
package struct ContentRange: Hashable, Sendable {
  /// Nil if the range is not satisfiable.
  package let range: Range<Int64>?
  /// Nil if the server does not know it.
  package let total: Int64?

  /// Parses `bytes 0-99/1000`; nil if it is invalid.
  package init?(_ text: some StringProtocol) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, words[0].lowercased() == "bytes",
      let slash = words[1].firstIndex(of: "/")
    else { return nil }
    let (span, size) = (words[1][..<slash], words[1][words[1].index(after: slash)...])
    total = Self.number(size)
    guard total != nil || size == "*" else { return nil }
    guard span != "*" else {
      range = nil
      return
    }
    let ends = span.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]),
      first <= last, last < .max, total.map({ last < $0 }) ?? true
    else { return nil }
    // bound: first is no more than last
    range = first..<(last +| 1)
  }

  /// Parses digits; nil if the number exceeds `Int64`.
  static func number(_ text: some StringProtocol) -> Int64? {
    guard !text.isEmpty, text.utf8.count <= 19, text.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    // bound: callers only compare it
    return Int64(text)
  }
}
