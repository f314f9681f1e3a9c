extension HLSPlaylist {
  /// Whether a text that begins so is one of HLS's, and not a list of files in the same form.
  public static func isOne(_ text: some StringProtocol) -> Bool {
    text.hasPrefix("#EXTM3U")
      && ["#EXT-X-TARGETDURATION", "#EXT-X-STREAM-INF", "#EXT-X-MEDIA-SEQUENCE", "#EXT-X-MEDIA:"]
        .contains { text.contains($0) }
  }

  /// Reads a server's response. `url` is its address after redirects; `variables` are those of the list of
  /// variants that names this playlist.
  public init(
    _ bytes: [UInt8], from url: RemoteURL, importing variables: [String: String] = [:]
  ) throws(Fault) {
    guard bytes.count <= HLSLimits.bytes else {
      throw Fault(line: nil, cause: "it is larger than \(HLSLimits.bytes >> 20) MiB")
    }
    // Titles in another encoding than UTF-8 are no reason not to play.
    let text = String(decoding: bytes, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard text.hasPrefix("#EXTM3U") else {
      let found = text.hasPrefix("<") ? "a web page" : "something else"
      throw Fault(line: 1, cause: "expected #EXTM3U, found \(found)")
    }
    var reader = HLSReader(url, importing: variables)
    try reader.read(text)
    self = try reader.playlist()
  }
}

/// Reads a playlist line by line, into both forms that it may turn out to have.
struct HLSReader {
  private var media: HLSMediaReader
  private var variants: HLSVariantReader
  private var variables: [Substring: Substring] = [:]
  private let importable: [String: String]
  private let url: RemoteURL
  /// How long the lines have become in which variables stood.
  private var substitutedBytes = 0

  init(_ url: RemoteURL, importing importable: [String: String]) {
    (self.url, self.importable) = (url, importable)
    (media, variants) = (HLSMediaReader(url), HLSVariantReader(url))
  }

  mutating func read(_ text: Substring) throws(HLSPlaylist.Fault) {
    var number = 0
    // Swift takes "\r\n" for one character, and a lone "\n" for another.
    // Beyond the limit the rest stays one line.
    let lines = text.split(
      maxSplits: HLSLimits.lines, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for raw in lines {
      number += 1
      guard number <= HLSLimits.lines else {
        throw .init(line: number, cause: "it has more than \(HLSLimits.lines) lines")
      }
      let line = raw.trimmingSpaces
      guard !line.isEmpty else { continue }
      do throws(HLSReadingFault) {
        try take(try substituted(line))
      } catch {
        throw .init(error, line: number)
      }
    }
  }

  func playlist() throws(HLSPlaylist.Fault) -> HLSPlaylist {
    do throws(HLSReadingFault) {
      // Some lists of lists have tags of segments in them, which mean nothing there.
      guard variants.isOne else { return .media(try media.playlist()) }
      var list = try variants.playlist()
      for (name, value) in variables { list.variables[String(name)] = String(value) }
      return .multivariant(list)
    } catch {
      throw .init(error, line: nil)
    }
  }

  private mutating func take(_ line: Substring) throws(HLSReadingFault) {
    guard line.hasPrefix("#") else {
      if variants.awaitsAddress { return try variants.take(address: line) }
      return try media.take(address: line)
    }
    guard line.hasPrefix("#EXT") else { return }
    let colon = line.firstIndex(of: ":") ?? line.endIndex
    let (name, value) = (line[..<colon], line[colon...].dropFirst().trimmingSpaces)
    if name == "#EXT-X-DEFINE" { return try define(HLSAttributes(value)) }
    if try variants.take(name, value) { return }
    try media.take(name, value)
  }

  private mutating func define(_ attributes: HLSAttributes) throws(HLSReadingFault) {
    guard variables.count < HLSLimits.variables else { throw .init("too many variables") }
    if let name = attributes["NAME"] {
      variables[name] = attributes["VALUE"] ?? ""
    } else if let name = attributes["QUERYPARAM"] {
      let pairs = (url.query ?? "").split(separator: "&")
      guard let found = pairs.first(where: { $0.hasPrefix(name + "=") }) else {
        throw .init("its address has no \(name.prefix(40))")
      }
      variables[name] = found.dropFirst(name.count + 1)
    } else if let name = attributes["IMPORT"], let value = importable[String(name)] {
      variables[name] = Substring(value)
    }
  }

  /// With `{$name}` as what it stands for.
  private mutating func substituted(_ line: Substring) throws(HLSReadingFault) -> Substring {
    guard !variables.isEmpty, line.contains("{$") else { return line }
    var (result, rest) = ("", line)
    while let mark = rest.firstRange(of: "{$") {
      guard let end = rest[mark.upperBound...].firstIndex(of: "}"),
        // bound: the end was looked for behind the mark
        let value = variables[rest[mark.upperBound..<end]]
      else { throw .init("a variable that is not defined") }
      result += rest[..<mark.lowerBound] + value
      guard result.utf8.count <= 4 * RemoteURL.longest else { throw .init("a line without an end") }
      rest = rest[rest.index(after: end)...]
    }
    result += rest
    // A short name may stand for a long text, in each of the lines.
    substitutedBytes += result.utf8.count
    guard substitutedBytes <= HLSLimits.bytes else {
      throw .init("its variables make more than \(HLSLimits.bytes >> 20) MiB of it")
    }
    return Substring(result)
  }
}

extension SegmentAddress {
  /// What a list of segments names. Nothing but what is asked for over HTTP.
  init(hls text: Substring, beside base: Base) throws(HLSReadingFault) {
    do throws(RemoteURL.Fault) {
      self = try SegmentAddress(text, beside: base)
    } catch {
      throw .init("\(error)")
    }
    guard scheme.isWeb else { throw .init("\(scheme.rawValue): is not followed from a playlist") }
  }
}

extension RemoteURL {
  /// What a playlist names. Nothing but what is asked for over HTTP.
  func hlsAddress(_ text: Substring) throws(HLSReadingFault) -> RemoteURL {
    let found: RemoteURL
    do throws(Fault) {
      found = try resolving(text)
    } catch {
      throw .init("\(error)")
    }
    guard found.isWeb else {
      throw .init("\(found.scheme.rawValue): is not followed from a playlist")
    }
    return found
  }
}
