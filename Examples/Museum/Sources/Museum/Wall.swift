import FoundationEssentials
import VitrineKit

/// The films and their titles in all languages, read from `wall.txt` in the folder of the films.
///
///     file     | en              | de
///              | Harbour Museum  | Hafenmuseum
///     port.mkv | The Old Port    | Der alte Hafen
///
/// The first line lists the languages, the museum's own first. The second line is the title of the
/// gallery. Each further line is a film. A picture with the film's name and `.jpg` is its poster.
struct Wall {
  let languages: [Language]
  private let titles: [String]
  private let films: [(path: String, titles: [String])]
  private let folder: String

  init(in folder: String) throws(PlayerError) {
    guard let text = try? String(contentsOfFile: "\(folder)/wall.txt", encoding: .utf8) else {
      throw PlayerError(
        .source, "cannot read \(folder)/wall.txt; see the example's README.md")
    }
    let rows = text.split(separator: "\n").map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).map(Self.trimmed)
    }
    guard let head = rows.first, 2...5 ~= head.count, rows.count > 2,
      rows.allSatisfy({ $0.count == head.count })
    else {
      throw PlayerError(
        .configuration,
        "\(folder)/wall.txt: expected one to four languages, with a title in each on every line")
    }
    languages = head.dropFirst().map(Language.init(code:))
    titles = Array(rows[1].dropFirst())
    films = rows.dropFirst(2).map { ("\(folder)/\($0[0])", Array($0.dropFirst())) }
    self.folder = folder
  }

  func title(in language: Language) -> String { titles[place(of: language)] }

  func items(in language: Language) -> [Item] {
    films.map { film in
      var item = Item(path: film.path)
      item.title = film.titles[place(of: language)]
      let end = film.path.lastIndex(of: ".") ?? film.path.endIndex
      let poster = "\(film.path[..<end]).jpg"
      if FileManager.default.fileExists(atPath: poster) { item.poster = poster }
      return item
    }
  }

  private func place(of language: Language) -> Int {
    languages.firstIndex { $0.code == language.code } ?? 0
  }

  private static func trimmed(_ word: Substring) -> String {
    String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
