package import VitrineAddresses

extension HLSPlaylist {
  /// Whether a text is the beginning of an HLS playlist, and not of an M3U list of files.
  package static func isOne(_ text: some StringProtocol) -> Bool {
    text.hasPrefix("#EXTM3U")
      && ["#EXT-X-TARGETDURATION", "#EXT-X-STREAM-INF", "#EXT-X-MEDIA-SEQUENCE", "#EXT-X-MEDIA:"]
        .contains { text.contains($0) }
  }

  /// Reads a server's response. `url` is its address after redirects; `variables` are those of the list of
  /// variants that names this playlist.
  package init(
    _ bytes: [UInt8], from url: RemoteURL, importing variables: [String: String] = [:]
  ) throws(Fault) {
    guard bytes.count <= HLSLimits.bytes else {
      throw Fault(line: nil, cause: "larger than \(HLSLimits.bytes >> 20) MiB")
    }
    // Titles that are not valid UTF-8 do not prevent playback.
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

/// A parser of both kinds of playlists, line by line.
struct HLSReader {
  private var media: HLSMediaReader
  private var variants: HLSVariantReader
  private var variables: [Substring: Substring] = [:]
  private let importable: [String: String]
  private let url: RemoteURL
  /// The total size of lines with substituted variables.
  private var substitutedBytes = 0

  init(_ url: RemoteURL, importing importable: [String: String]) {
    self.url = url
    self.importable = importable
    (media, variants) = (HLSMediaReader(url), HLSVariantReader(url))
  }

  mutating func read(_ text: Substring) throws(HLSPlaylist.Fault) {
    var number = 0
    // Swift treats "\r\n" as one character. Lines beyond the limit stay joined.
    let lines = text.split(
      maxSplits: HLSLimits.lines, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for raw in lines {
      number += 1
      guard number <= HLSLimits.lines else {
        throw .init(line: number, cause: "more than \(HLSLimits.lines) lines")
      }
      let line = raw.trimmingSpaces
      guard !line.isEmpty else { continue }
      do throws(HLSReadingFault) {
        try readLine(try substituted(line))
      } catch {
        throw .init(error, line: number)
      }
    }
  }

  func playlist() throws(HLSPlaylist.Fault) -> HLSPlaylist {
    do throws(HLSReadingFault) {
      // Some multivariant playlists contain tags of media playlists, which have no effect there.
      guard variants.isOne else { return .media(try media.playlist()) }
      var list = try variants.playlist()
      for (name, value) in variables { list.variables[String(name)] = String(value) }
      return .multivariant(list)
    } catch {
      throw .init(error, line: nil)
    }
  }

  private mutating func readLine(_ line: Substring) throws(HLSReadingFault) {
    guard line.hasPrefix("#") else {
      if variants.awaitsAddress { return try variants.readAddress(line) }
      return try media.readAddress(line)
    }
    guard line.hasPrefix("#EXT") else { return }
    let colon = line.firstIndex(of: ":") ?? line.endIndex
    let (name, value) = (line[..<colon], line[colon...].dropFirst().trimmingSpaces)
    if name == "#EXT-X-DEFINE" { return try define(HLSAttributes(value)) }
    if try variants.readTag(name, value) { return }
    try media.readTag(name, value)
  }

  private mutating func define(_ attributes: HLSAttributes) throws(HLSReadingFault) {
    guard variables.count < HLSLimits.variables else { throw .init("too many variables") }
    if let name = attributes["NAME"] {
      variables[name] = attributes["VALUE"] ?? ""
    } else if let name = attributes["QUERYPARAM"] {
      let pairs = (url.query ?? "").split(separator: "&")
      guard let found = pairs.first(where: { $0.hasPrefix(name + "=") }) else {
        throw .init("its URL has no query parameter \(name.prefix(40))")
      }
      variables[name] = found.dropFirst(name.count + 1)
    } else if let name = attributes["IMPORT"], let value = importable[String(name)] {
      variables[name] = Substring(value)
    }
  }

  /// Replaces `{$name}` by the variable's value.
  private mutating func substituted(_ line: Substring) throws(HLSReadingFault) -> Substring {
    guard !variables.isEmpty, line.contains("{$") else { return line }
    var (result, rest) = ("", line)
    while let mark = rest.firstRange(of: "{$") {
      guard let end = rest[mark.upperBound...].firstIndex(of: "}"),
        // bound: the search for the end started after the mark
        let value = variables[rest[mark.upperBound..<end]]
      else { throw .init("undefined variable") }
      result += rest[..<mark.lowerBound] + value
      guard result.utf8.count <= 4 * RemoteURL.longest else { throw .init("a line is too long") }
      rest = rest[rest.index(after: end)...]
    }
    result += rest
    // Variables in many lines could expand a small file without limit.
    substitutedBytes += result.utf8.count
    guard substitutedBytes <= HLSLimits.bytes else {
      throw .init("larger than \(HLSLimits.bytes >> 20) MiB after variable substitution")
    }
    return Substring(result)
  }
}

extension SegmentAddress {
  /// Resolves an address in a media playlist; only HTTP is allowed.
  init(hls text: Substring, beside base: Base) throws(HLSReadingFault) {
    do throws(RemoteURL.Fault) {
      self = try SegmentAddress(text, beside: base)
    } catch {
      throw .init("\(error)")
    }
    guard scheme.isWeb else {
      throw .init("\(scheme.rawValue): a playlist may not reference this URL scheme")
    }
  }
}

extension RemoteURL {
  /// Resolves an address in a playlist; only HTTP is allowed.
  func hlsAddress(_ text: Substring) throws(HLSReadingFault) -> RemoteURL {
    let found: RemoteURL
    do throws(Fault) {
      found = try resolving(text)
    } catch {
      throw .init("\(error)")
    }
    guard found.isWeb else {
      throw .init("\(found.scheme.rawValue): a playlist may not reference this URL scheme")
    }
    return found
  }
}
