internal import VitrineMarkup
internal import VitrinePlaylists
internal import VitrineTiming

/// Parses XSPF, version 0 or 1: https://xspf.org/spec.
///
/// The first of repeated elements counts, and of a track's locations the first one that can be
/// played. Unknown elements are ignored, except VLC's options.
struct XSPFList: MarkupReader {
  private(set) var contents: ListContents
  /// The open elements, outermost first.
  private var open: [Element] = []
  private var text: [UInt8] = []
  private var track: Track?
  /// Once there are too many tracks, the others are skipped.
  private var isFull = false

  private struct Element {
    let name: String
    let location: ListLocation
    let line: Int
  }

  private struct Track {
    let line: Int
    var words = ItemFields()
    var length: MediaTime?
    var source: (source: Item.Source, written: String, line: Int)?
    /// Why no location was accepted.
    var fault: Fault?
  }

  private static let longestText = 16_384

  /// Parses a file; `path` is the playlist's own.
  static func contents(of bytes: [UInt8], path: String, _ limits: ListLimits = .standard)
    -> ListContents
  {
    var list = XSPFList(path, limits)
    do throws(ListFault) {
      try limits.checkSize(bytes)
      try list.read(bytes)
    } catch {
      list.contents.add(error)
    }
    return list.contents
  }

  private let location: ListLocation

  private init(_ path: String, _ limits: ListLimits) {
    location = ListLocation(list: path)
    contents = ListContents(limits)
  }

  private mutating func read(_ bytes: [UInt8]) throws(ListFault) {
    do throws(MarkupError) {
      try MarkupElements.read(bytes, with: &self)
    } catch {
      throw ListFault(line: error.line, cause: error.cause)
    }
  }

  mutating func begin(
    _ name: String, _ attributes: [String: String], line: Int
  ) throws(MarkupError) {
    let name = Self.known(name)
    if open.isEmpty, name != "playlist" {
      throw MarkupError(
        line: line, cause: "expected <playlist>, got \(quoted(name))")
    }
    let place = placed(attributes.markupBase, line)
    open.append(Element(name: name, location: place, line: line))
    text = []
    if isInTrack, open.count == 3, !isFull { track = Track(line: line) }
  }

  /// The base of references in an element.
  private mutating func placed(_ base: String?, _ line: Int) -> ListLocation {
    let around = open.last?.location ?? location
    guard let base else { return around }
    do throws(ListLocation.Refusal) {
      return try around.based(on: base)
    } catch {
      contents.add(ListFault(line: line, cause: "xml:base: \(error.cause)"))
      return around
    }
  }

  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    unsafe text.append(contentsOf: bytes.prefix(Self.longestText - text.count))
  }

  mutating func end(line: Int) {
    guard let element = open.last else { return }
    defer {
      open.removeLast()
      text = []
    }
    let value = String(decoding: text, as: UTF8.self)
    switch (open.count, element.name) {
    case (2, "title"): contents.title = contents.title ?? shownText(value)
    case (3, _) where isInTrack: finishTrack()
    case (4, _) where track != nil: apply(value, of: element)
    case (5, Self.option) where isInTrack && open[3].name == "extension":
      updateWords(element) { (words, location) throws(ListLocation.Refusal) in
        try words.apply(vlcOption: value, location)
      }
    default: break
    }
  }

  private var isInTrack: Bool {
    open.count > 2 && open[2].name == "track" && open[1].name == "trackList"
  }

  private mutating func apply(_ value: String, of element: Element) {
    switch element.name {
    case "location": setSource(trimmedXML(value), element)
    case "title":
      updateWords(element) { words, _ in
        words.presentation.title = words.presentation.title ?? shownText(value)
      }
    case "creator":
      updateWords(element) { words, _ in
        words.presentation.subtitle = words.presentation.subtitle ?? shownText(value)
      }
    case "annotation":
      updateWords(element) { words, _ in
        words.presentation.description =
          words.presentation.description ?? shownText(value, most: 2000)
      }
    case "image": setPoster(trimmedXML(value), element)
    case "duration": setDuration(trimmedXML(value), element)
    default: break
    }
  }

  private mutating func setPoster(_ written: String, _ element: Element) {
    guard !written.isEmpty else { return }
    updateWords(element) { (words, location) throws(ListLocation.Refusal) in
      guard words.presentation.poster == nil else { return }
      do throws(ListLocation.Refusal) {
        words.presentation.poster = try location.companion(reference: written)
      } catch {
        // Posters on unsupported servers are optional.
        if !error.isElsewhere { throw error }
      }
    }
  }

  private mutating func setSource(_ written: String, _ element: Element) {
    guard track?.source == nil else { return }
    do throws(ListLocation.Refusal) {
      let source = try element.location.source(reference: written)
      track?.source = (source, written, element.line)
    } catch {
      if track?.fault == nil { track?.fault = Fault(line: element.line, cause: error.cause) }
    }
  }

  /// In milliseconds.
  private mutating func setDuration(_ written: String, _ element: Element) {
    let most = MediaTime.longestInList.value *| 1000
    guard let length = Int64(written), (0...most).contains(length) else {
      let cause = "invalid duration \(quoted(written)): expected milliseconds, at most a year"
      return contents.add(ListFault(line: element.line, cause: cause))
    }
    if track?.length == nil { track?.length = MediaTime(length, 1000) }
  }

  /// Does `work`, and records its error.
  private mutating func updateWords(
    _ element: Element,
    _ work: (inout ItemFields, ListLocation) throws(ListLocation.Refusal) -> Void
  ) {
    guard var words = track?.words else { return }
    do throws(ListLocation.Refusal) {
      try work(&words, element.location)
      track?.words = words
    } catch {
      contents.add(ListFault(line: element.line, cause: error.cause))
    }
  }

  private mutating func finishTrack() {
    guard let track else { return }
    self.track = nil
    guard let source = track.source else {
      let fault =
        track.fault
        ?? Fault(line: track.line, cause: "missing <location> in <track>")
      return contents.add(ListFault(line: fault.line, cause: fault.cause))
    }
    if let cause = track.words.part.orderFault {
      return contents.add(ListFault(line: track.line, cause: cause))
    }
    var words = track.words
    words.apply(length: track.length, of: source.source)
    let entry = ListEntry(
      line: source.line, source: source.source, written: source.written, fields: words)
    isFull = !contents.add(entry)
  }

  private static let option = "vlc:option"

  /// The names this parser uses: bare for XSPF, even without its namespace; `vlc:option` for VLC's
  /// option; otherwise in full.
  private static func known(_ name: String) -> String {
    for space in ["http://xspf.org/ns/0/ ", "http://xspf.org/ns/1/ "] where name.hasPrefix(space) {
      return String(name.dropFirst(space.count))
    }
    return name == "http://www.videolan.org/vlc/playlist/ns/0/ option" ? option : name
  }
}

/// Removes white space at both ends.
private func trimmedXML(_ text: String) -> String {
  let scalars = text.unicodeScalars
  func isBlank(_ scalar: Unicode.Scalar) -> Bool { " \t\r\n".unicodeScalars.contains(scalar) }
  guard let first = scalars.firstIndex(where: { !isBlank($0) }),
    let last = scalars.lastIndex(where: { !isBlank($0) })
  else { return "" }
  // bound: the last is not before the first
  return String(scalars[first...last])
}
