internal import VitrineAddresses
import VitrinePictures
import VitrinePlaylists
import VitrineSettings
import VitrineTiming

/// The output of `vitrine list show --json`. Times are in seconds.
struct ListReport: Encodable {
  struct Row: Encodable {
    let list: String
    let line: Int?
    let file, url, color: String?
    let title, subtitle, description, poster, cover, link: String?
    let categories, subtitles: [String]
    let signLanguage: String?
    let duration: Double
    let start, end: Double?
    let `repeat`: Int
    let volume: Double
    let fit: String?
    let rotation: Int?
    /// By language.
    let translations: [String: Texts]?
  }

  struct Texts: Encodable {
    let title, subtitle, description: String?
  }

  let title: String?
  let loop: String?
  let shuffle: Bool?
  let items: [Row]

  init(_ list: ExpandedList) {
    (title, loop, shuffle) = (list.title, list.loop?.rawValue, list.isShuffled)
    items = list.rows.map(Row.init)
  }
}

extension ListReport.Row {
  init(_ row: ExpandedList.Row) {
    let item = row.item
    (list, line) = (row.list, row.line)
    switch item.source {
    case .file(let path): (file, url, color) = (path, nil, nil)
    case .remote(let url): (file, self.url, color) = (nil, url.description, nil)
    case .color: (file, url, color) = (nil, nil, String(item.name.dropFirst("color:".count)))
    case .card: (file, url, color) = (nil, nil, nil)  // lists have none
    }
    (title, subtitle, description) = (item.title, item.subtitle, item.description)
    (poster, cover, link) = (item.poster?.text, item.cover, item.link)
    (categories, subtitles) = (item.categories, item.subtitles.map(\.text))
    signLanguage = item.signLanguage?.text
    duration = item.shownDuration.seconds
    (start, end) = (item.start?.seconds, item.end?.seconds)
    (self.repeat, volume) = (item.repeatCount, item.volume)
    (fit, rotation) = (item.fit?.rawValue, item.rotation?.rawValue)
    translations =
      item.translations.isEmpty
      ? nil
      : item.translations.mapValues {
        ListReport.Texts(title: $0.title, subtitle: $0.subtitle, description: $0.description)
      }
  }
}

extension ExpandedList.Row {
  /// The start of a message: `menu.m3u:7`.
  var place: String { line.map { "\(list):\($0)" } ?? list }

  /// Human-readable text: location, title, and deviations from the defaults.
  var text: String {
    var words = [printable(item.location, most: .max)]
    if let title = item.title { words.append("\"\(printable(title, most: .max))\"") }
    switch (item.start, item.end) {
    case (let start?, let end?): words.append("\(start.seconds) s to \(end.seconds) s")
    case (let start?, nil): words.append("from \(start.seconds) s")
    case (nil, let end?): words.append("to \(end.seconds) s")
    case (nil, nil): break
    }
    if item.repeatCount > 1 { words.append("\(item.repeatCount) times") }
    return words.joined(separator: "  ")
  }
}
