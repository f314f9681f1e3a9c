internal import VitrineAddresses
internal import VitrineMarkup
internal import VitrineStreams
internal import VitrineTiming

/// A parser of MPDs: ISO/IEC 23009-1.
struct DASHReader {
  private var presentation: DASHPresentation
  /// Why the first unplayable encoding was left out.
  private var leftOut: DASHPresentation.Fault?
  /// Parts that may be long, and that many encodings may share.
  private var shared = SharedParts()

  /// The most encodings that a presentation may have.
  private static let mostRepresentations = 2000
  private static let mostClocks = 3

  /// `url` is the MPD's address after redirects.
  static func read(
    _ bytes: [UInt8], from url: RemoteURL
  ) throws(DASHPresentation.Fault) -> DASHPresentation {
    let root: MarkupTree
    do throws(MarkupError) {
      root = try MarkupTree.read(bytes)
    } catch {
      throw .init("line \(error.line): \(error.cause)")
    }
    guard root.name == "MPD" else {
      throw .init("expected <MPD>, found <\(root.name.prefix(40))>")
    }
    var reader = DASHReader(presentation: DASHPresentation(url))
    try reader.read(root)
    return reader.presentation
  }

  private mutating func read(_ root: MarkupTree) throws(DASHPresentation.Fault) {
    presentation.isLive = root["type"] == "dynamic"
    presentation.duration = root["mediaPresentationDuration"].flatMap(ISODuration.seconds)
    presentation.window = root["timeShiftBufferDepth"].flatMap(ISODuration.seconds)
    presentation.delay = root["suggestedPresentationDelay"].flatMap(ISODuration.seconds)
    presentation.availabilityStart =
      root["availabilityStartTime"].flatMap { WallDate.seconds($0) } ?? 0
    presentation.updatePeriod = root["minimumUpdatePeriod"].flatMap(ISODuration.seconds)
    presentation.published = root["publishTime"].flatMap { WallDate.seconds($0) }
    if presentation.isLive {
      presentation.clocks = root.all("UTCTiming").prefix(Self.mostClocks).compactMap(clock)
    }
    let base = try Self.base(root, presentation.url)
    var next: Double? = 0
    var count = 0
    for element in root.all("Period") {
      guard let start = element["start"].flatMap(ISODuration.seconds) ?? next else {
        // A live period without a start is announced and begins later.
        if presentation.isLive, count > 0 { break }
        throw .init("a <Period> needs a start, or the period before it a duration")
      }
      var period = DASHPeriod(
        start: start, duration: element["duration"].flatMap(ISODuration.seconds))
      next = period.duration.map { start + $0 }
      period.sets = try sets([root, element], try Self.base(element, base))
      count += period.sets.reduce(0) { $0 + $1.representations.count }
      guard count <= Self.mostRepresentations else { throw .init("too many representations") }
      presentation.periods.append(period)
    }
    guard count > 0 else { throw leftOut ?? .init("no video and no audio") }
  }

  /// Returns nil for a clock that is not supported.
  private func clock(_ element: MarkupTree) -> DASHClock? {
    // An element may list several addresses of the same clock.
    let value = element["value"]?.split(whereSeparator: \.isWhitespace).first ?? ""
    let words = (element["schemeIdUri"] ?? "").split(separator: ":")
    guard words.count == 6, words.prefix(4).joined(separator: ":") == "urn:mpeg:dash:utc" else {
      return nil
    }
    let address = try? presentation.url.resolving(value)
    switch words[4] {
    case "direct": return WallDate.seconds(value).map { .direct($0) }
    case "http-head": return address.flatMap { $0.isWeb ? .head($0) : nil }
    case "http-iso", "http-xsdate": return address.flatMap { $0.isWeb ? .text($0) : nil }
    default: return nil
    }
  }

  /// Returns the base of relative addresses in an element: its first `BaseURL`, if it has one.
  private static func base(
    _ element: MarkupTree, _ outer: RemoteURL
  ) throws(DASHPresentation.Fault) -> RemoteURL {
    guard let text = element.first("BaseURL")?.text else { return outer }
    let found: RemoteURL
    do throws(RemoteURL.Fault) {
      found = try outer.resolving(text.drop(while: \.isWhitespace).trimmingEnd)
    } catch {
      throw .init("\(error)")
    }
    guard found.isWeb else {
      throw .init("\(found.scheme.rawValue): an MPD may not reference this URL scheme")
    }
    return found
  }

  /// `outer` are the presentation and the period.
  private mutating func sets(
    _ outer: [MarkupTree], _ base: RemoteURL
  ) throws(DASHPresentation.Fault) -> [DASHSet] {
    var sets: [DASHSet] = []
    var protected: [DASHSet.Kind: [String]] = [:]
    for element in outer.last?.all("AdaptationSet") ?? [] {
      guard let kind = Self.kind(element) else { continue }
      let isTrick = element.all("EssentialProperty").contains {
        $0["schemeIdUri"] == "http://dashif.org/guidelines/trickmode"
      }
      if isTrick { continue }
      let roles = element.all("Role").compactMap { $0["value"] }
      var set = DASHSet(
        kind: kind, language: element["lang"], title: element.first("Label")?.text,
        isMain: roles.contains("main"))
      set.isForced = ["forced-subtitle", "forced_subtitle"].contains(where: roles.contains)
      let purposes = Self.purposes(element)
      set.describesVideo = kind == .audio && !purposes.isDisjoint(with: ["1", "description"])
      set.describesSound = kind == .text && !purposes.isDisjoint(with: ["2", "caption"])
      for inner in element.all("Representation") {
        let systems = Self.protection(outer + [element, inner])
        guard systems.isEmpty else {
          protected[kind, default: []] += systems
          continue
        }
        do throws(DASHPresentation.Fault) {
          let ownBase = try Self.base(inner, try Self.base(element, base))
          let found = try representation(inner, outer + [element, inner], ownBase, kind)
          guard let found else { continue }
          set.representations.append(found)
        } catch {
          // Other encodings may be playable.
          leftOut = leftOut ?? error
        }
      }
      sets.append(set)
    }
    // Playback may go without subtitles, but not without all video or all audio.
    for kind in [DASHSet.Kind.video, .audio] {
      guard let systems = protected[kind],
        sets.allSatisfy({ $0.kind != kind || $0.representations.isEmpty })
      else { continue }
      throw .init(ProtectionSystem.refusal(systems), isUnsupported: true)
    }
    return sets
  }

  /// Returns the names of the systems that protect an encoding, or an empty array if it is not
  /// encrypted.
  private static func protection(_ levels: [MarkupTree]) -> [String] {
    let elements = levels.flatMap { $0.all("ContentProtection") }
    guard !elements.isEmpty else { return [] }
    let schemes = elements.compactMap { $0["schemeIdUri"] }
    let names = schemes.compactMap { ProtectionSystem.name(of: $0) }
    return names.isEmpty ? ["Common Encryption"] : names
  }

  /// The values of the elements Role and Accessibility: in DVB's scheme, 1 is for the visually impaired and 2 for the
  /// hard of hearing.
  private static func purposes(_ set: MarkupTree) -> Set<String> {
    let schemes = ["urn:tva:metadata:cs:AudioPurposeCS:2007", "urn:mpeg:dash:role:2011"]
    let accessible = set.all("Accessibility").filter { schemes.contains($0["schemeIdUri"] ?? "") }
    return Set((set.all("Role") + accessible).compactMap { $0["value"] })
  }

  private static func kind(_ set: MarkupTree) -> DASHSet.Kind? {
    let inner = set.first("Representation")
    let text =
      set["contentType"] ?? set["mimeType"] ?? inner?["mimeType"]
      ?? set.first("ContentComponent")?["contentType"] ?? ""
    let word = text.split(separator: "/").first.map(String.init) ?? ""
    if word == "application" { return .text }
    return DASHSet.Kind(rawValue: word) ?? kind(ofCodecs: set["codecs"] ?? inner?["codecs"] ?? "")
  }

  /// Used if neither a content type nor a media type is given.
  private static func kind(ofCodecs text: String) -> DASHSet.Kind? {
    let kinds: [(DASHSet.Kind, [String])] = [
      (.video, ["avc", "hev", "hvc", "av01", "vp0", "vp8", "vp9", "mp4v", "dvh", "vvc", "vvi"]),
      (.audio, ["mp4a", "ac-3", "ec-3", "opus", "vorbis", "flac", "mp3", "dts"]),
      (.text, ["stpp", "wvtt"]),
    ]
    let codec = text.lowercased()
    return kinds.first { $0.1.contains { codec.hasPrefix($0) } }?.0
  }

  private mutating func representation(
    _ element: MarkupTree, _ levels: [MarkupTree], _ base: RemoteURL, _ kind: DASHSet.Kind
  ) throws(DASHPresentation.Fault) -> DASHRepresentation? {
    func inherited(_ name: String) -> String? {
      levels.reversed().lazy.compactMap { $0[name] }.first
    }
    // A file without segment information: subtitles are read as a whole, and other files may have
    // an index.
    let hasFile = levels.dropFirst().contains { $0.first("BaseURL") != nil }
    let alone: DASHAddressing? =
      kind == .text ? .whole : hasFile ? .file(initialization: nil, index: nil) : nil
    let whole: SegmentInformation.Found? = alone.map { ($0, timescale: 1, origin: 0) }
    guard
      let (addressing, timescale, origin) = try SegmentInformation(levels).addressing(&shared)
        ?? whole
    else {
      throw .init("<Representation> \((element["id"] ?? "").prefix(40)) has no segments")
    }
    // bound: they are only compared
    return DASHRepresentation(
      name: element["id"] ?? "", bandwidth: element["bandwidth"].flatMap { Int64($0) } ?? 0,
      width: inherited("width").flatMap { Int($0) },
      height: inherited("height").flatMap { Int($0) },
      codecs: inherited("codecs"), base: base, addressing: addressing, timescale: timescale,
      origin: origin)
  }
}

/// Parsed parts, by the numbers of their elements.
private struct SharedParts {
  var timelines: [Int: DASHTimeline] = [:]
  var resources: [Int: [DASHResource]] = [:]
}

/// The segments of an encoding, from its own element and those around it.
private struct SegmentInformation {
  /// From the period to the encoding.
  private let levels: [MarkupTree]

  init(_ levels: [MarkupTree]) { self.levels = levels }

  /// The most runs in a timeline, and addresses in a list.
  private static let most = HLSLimits.segments

  typealias Found = (DASHAddressing, timescale: Int64, origin: Int64)

  /// Returns nil if no level has segment information. The innermost kind counts; other kinds around
  /// it are for other encodings.
  func addressing(
    _ shared: inout SharedParts
  ) throws(DASHPresentation.Fault) -> Found? {
    for level in levels.reversed() {
      let kinds = ["SegmentTemplate", "SegmentList", "SegmentBase"]
      guard let name = kinds.first(where: { level.first($0) != nil }) else { continue }
      // An element inherits missing attributes from those around it.
      let found = levels.reversed().compactMap { $0.first(name) }
      let timescale = try number("timescale", found) ?? 1
      guard (1...Int64(Int32.max)).contains(timescale) else {
        throw .init("invalid timescale \(timescale)")
      }
      let origin = try number("presentationTimeOffset", found) ?? 0
      return (try addressing(name, found, &shared), timescale, origin)
    }
    return nil
  }

  private func addressing(
    _ name: String, _ found: [MarkupTree], _ shared: inout SharedParts
  ) throws(DASHPresentation.Fault) -> DASHAddressing {
    switch name {
    case "SegmentTemplate":
      guard let media = text("media", found) else {
        throw .init("a SegmentTemplate needs a media attribute")
      }
      return .template(
        media: media, initialization: text("initialization", found),
        first: try number("startNumber", found) ?? 1, try pace(found, &shared))
    case "SegmentList":
      return .list(
        initialization: try initialization(found), try resources(found, &shared),
        try pace(found, &shared))
    default:
      let index = try text("indexRange", found).map(Self.range)
      return .file(initialization: try initialization(found)?.range, index: index)
    }
  }

  private func resources(
    _ found: [MarkupTree], _ shared: inout SharedParts
  ) throws(DASHPresentation.Fault) -> [DASHResource] {
    guard let list = found.first(where: { $0.first("SegmentURL") != nil }) else { return [] }
    if let known = shared.resources[list.number] { return known }
    let urls = list.all("SegmentURL")
    guard urls.count <= Self.most else { throw .init("more than \(Self.most) segments") }
    var resources: [DASHResource] = []
    for url in urls {
      resources.append(
        DASHResource(address: url["media"], range: try url["mediaRange"].map(Self.range)))
    }
    shared.resources[list.number] = resources
    return resources
  }

  private func initialization(
    _ found: [MarkupTree]
  ) throws(DASHPresentation.Fault) -> DASHResource? {
    guard let element = found.lazy.compactMap({ $0.first("Initialization") }).first else {
      return nil
    }
    return DASHResource(
      address: element["sourceURL"], range: try element["range"].map(Self.range))
  }

  private func pace(
    _ found: [MarkupTree], _ shared: inout SharedParts
  ) throws(DASHPresentation.Fault) -> DASHPace {
    if let timeline = found.lazy.compactMap({ $0.first("SegmentTimeline") }).first {
      if let known = shared.timelines[timeline.number] { return .timeline(known) }
      let elements = timeline.all("S")
      guard elements.count <= Self.most else { throw .init("more than \(Self.most) segments") }
      var runs: [DASHRun] = []
      for element in elements {
        guard let length = element["d"].flatMap({ Int64($0) }), length > 0 else {
          throw .init("a segment has no duration")
        }
        runs.append(
          // bound: times saturate, and the segments of a list have a limit
          DASHRun(
            start: element["t"].flatMap { Int64($0) }, length: length,
            again: element["r"].flatMap { Int64($0) } ?? 0))
      }
      let read = DASHTimeline(runs)
      shared.timelines[timeline.number] = read
      return .timeline(read)
    }
    // Without a duration the encoding has a single segment.
    let length = try number("duration", found) ?? Int64(Int32.max)
    guard length > 0 else { throw .init("segments have no duration") }
    return .fixed(length)
  }

  private func text(_ name: String, _ found: [MarkupTree]) -> String? {
    found.lazy.compactMap { $0[name] }.first
  }

  private func number(
    _ name: String, _ found: [MarkupTree]
  ) throws(DASHPresentation.Fault) -> Int64? {
    guard let text = text(name, found) else { return nil }
    guard let value = Int64(text), value.magnitude < 1 << 53 else {
      throw .init("\(name) must be an integer, found \(text.prefix(40))")
    }
    return value
  }

  /// Parses a range such as `0-99`.
  private static func range(_ text: String) throws(DASHPresentation.Fault) -> HLSByteRange {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first >= 0, last >= first,
      last < 1 << 53
    else { throw .init("invalid byte range \(text.prefix(40))") }
    return HLSByteRange(start: first, count: last -| first +| 1)
  }
}

extension StringProtocol {
  fileprivate var trimmingEnd: String {
    var text = String(self)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
