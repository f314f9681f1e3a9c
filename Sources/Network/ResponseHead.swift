internal import CVitrineCurl
public import VitrineStreams
internal import VitrineTiming

/// What a server says before the bytes: of one answer, after redirects. A value.
public struct ResponseHead: Hashable, Sendable {
  public let status: Int
  /// By their names in small letters; of those that come twice the last.
  public let fields: [String: String]
  /// Who answered, after redirects: what relative addresses in the answer are relative to.
  public let url: RemoteURL
  /// In which network the machine that answered is.
  public let scope: AddressScope
  /// Whether it comes from this machine's disk, so that its speed says nothing of the network's.
  public let isKept: Bool

  public init(
    status: Int, fields: [String: String], url: RemoteURL, scope: AddressScope, isKept: Bool = false
  ) {
    (self.status, self.fields, self.url, self.scope) = (status, fields, url, scope)
    self.isKept = isKept
  }

  /// Of what follows, where the server says so.
  public var length: Int64? {
    fields["content-length"].flatMap(ContentRange.number)
  }

  public var contentRange: ContentRange? { fields["content-range"].flatMap(ContentRange.init) }

  /// Whether it comes in fewer bytes than it has.
  public var isPacked: Bool {
    fields["content-encoding"].map { $0.lowercased() != "identity" } ?? false
  }

  /// `video/mp4`, in small letters and without what it says of itself.
  public var mediaType: String? {
    fields["content-type"].map {
      $0.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    }
  }

  /// What the server's clock said, in seconds since 1970. The corresponding C function is
  /// `curl_getdate`.
  public var date: Double? {
    guard let text = fields["date"], case let time = unsafe curl_getdate(text, nil), time > 0 else {
      return nil
    }
    return Double(time)
  }

  /// What tells this version of a file from others.
  public var validators: Validators {
    Validators(entityTag: fields["etag"], lastModified: fields["last-modified"])
  }
}

/// What tells one version of a file from others: RFC 9110, 8.8.
public struct Validators: Hashable, Sendable {
  public var entityTag: String?
  public var lastModified: String?

  public init(entityTag: String? = nil, lastModified: String? = nil) {
    (self.entityTag, self.lastModified) = (entityTag, lastModified)
  }

  /// One that stands for the very bytes; a weak one stands for their meaning alone.
  public var strongTag: String? {
    entityTag.flatMap { $0.hasPrefix("W/") ? nil : $0 }
  }

  /// Whether both may be of the same version: what one of them does not say does not count.
  public func allow(_ other: Validators) -> Bool {
    if let entityTag, let otherTag = other.entityTag { return entityTag == otherTag }
    guard let lastModified, let otherDate = other.lastModified else { return true }
    return lastModified == otherDate
  }
}

/// Which bytes of how many an answer has: RFC 9110, 14.4.
public struct ContentRange: Hashable, Sendable {
  /// Nil where the server says that there are none.
  public let range: Range<Int64>?
  /// Nil where the server does not know.
  public let total: Int64?

  /// Of `bytes 0-99/1000`; nil where it makes no sense.
  public init?(_ text: some StringProtocol) {
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

  /// Digits alone; nil where there are more than `Int64` holds.
  static func number(_ text: some StringProtocol) -> Int64? {
    guard !text.isEmpty, text.utf8.count <= 19, text.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    // bound: those who ask compare it
    return Int64(text)
  }
}
