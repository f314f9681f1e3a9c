import CVitrineFFmpeg
internal import VitrinePlayback

/// A page of teletext with subtitles, as the descriptor of its stream lists it (EN 300 468, 6.2.43).
package struct TeletextPage: Hashable, Sendable {
  /// The magazine, 1–8, and two hexadecimal digits.
  let number: Int
  let language: String?
  let isForHardOfHearing: Bool

  /// The number as viewers know it, such as 150.
  var name: String { String(number, radix: 16) }

  /// Returns the pages with subtitles in a descriptor.
  ///
  /// - Parameter setup: FFmpeg's two bytes for each page: its type and magazine, and its number.
  /// - Parameter languages: FFmpeg's list of the pages' languages.
  static func subtitles(setup: [UInt8], languages: String?) -> [TeletextPage] {
    let languages = languages?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    let pages = (0..<setup.count / 2).compactMap { place -> TeletextPage? in
      let (head, digits) = (setup[2 * place], setup[2 * place + 1])
      guard let type = Kind(rawValue: head >> 3) else { return nil }
      let magazine = head & 7 == 0 ? 8 : Int(head & 7)
      let language = languages.indices.contains(place) ? String(languages[place]) : ""
      return TeletextPage(
        number: magazine << 8 | Int(digits), language: language.isEmpty ? nil : language,
        isForHardOfHearing: type == .forHardOfHearing)
    }
    return Array(pages.prefix(mostPages))
  }

  /// The types of pages that are subtitles.
  private enum Kind: UInt8 { case subtitles = 2, forHardOfHearing = 5 }

  private static let mostPages = 32
}

extension Track {
  /// FFmpeg's name of the codec of teletext.
  static let teletextCodec = "dvb_teletext"

  /// FFmpeg's option for the pages to decode. Without a descriptor, the headers of pages show which are subtitles.
  var teletextOption: String { teletextPage?.name ?? "subtitle" }

  /// Returns a track for each page of subtitles in a stream of teletext: none if its descriptor lists only pages to read,
  /// and the stream itself if it has no descriptor. The first has the stream's index, the others follow from `next`.
  func teletextTracks(next: inout Int) -> [Track] {
    let raw = unsafe parameters.raw.pointee
    guard unsafe raw.extradata_size > 0, let setup = unsafe raw.extradata else { return [self] }
    let bytes = unsafe Array(UnsafeBufferPointer(start: setup, count: Int(raw.extradata_size)))
    let pages = TeletextPage.subtitles(setup: bytes, languages: info.language)
    return pages.enumerated().map { place, page in
      var info = info
      if place > 0 {
        info.index = next
        next += 1
      }
      info.language = page.language
      info.title = "Teletext \(page.name)"
      if page.isForHardOfHearing { info.audience = .hardOfHearing }
      return Track(self, as: info, teletextPage: page)
    }
  }
}
