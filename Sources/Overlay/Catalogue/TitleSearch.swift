/// A search for titles by letters, as in car navigation: only letters that lead to a title are offered, so no keyboard
/// is needed. The query matches a title from the start of any of its words.
struct TitleSearch: Sendable {
  /// The chosen letters, as in the titles.
  private(set) var query: [Character] = []
  /// The next letters that lead to at least one title: letters before digits and the space.
  private(set) var letters: [Character] = []
  private var titles: [[Character]]
  private var fold = LetterFold()
  private var starts: [Place] = []
  /// The places that match the first letter of the query, the first two, and so on.
  private var narrowed: [[Place]] = []

  /// The letter after a match.
  private struct Place {
    var title: Int
    var offset: Int
  }

  init(_ titles: some Sequence<String>) {
    self.titles = []
    exchange(titles)
  }

  /// The indices of the titles that match, in order.
  var matches: [Int] {
    guard let places = narrowed.last else { return Array(titles.indices) }
    return places.reduce(into: []) { found, place in
      if found.last != place.title { found.append(place.title) }
    }
  }

  /// Appends one of the letters to the query; ignores any other.
  mutating func append(_ letter: Character) {
    if narrow(to: letter) { findLetters() }
  }

  mutating func removeLast() {
    guard !query.isEmpty else { return }
    query.removeLast()
    narrowed.removeLast()
    findLetters()
  }

  /// Searches other titles. Letters are removed from the end of the query until it matches one.
  mutating func exchange(_ titles: some Sequence<String>) {
    self.titles = titles.map { fold.letters(of: $0) }
    restart()
  }

  /// Replaces one title.
  mutating func replace(_ index: Int, by title: String) {
    titles[index] = fold.letters(of: title)
    restart()
  }

  private mutating func restart() {
    let query = self.query
    (self.query, narrowed) = ([], [])
    starts = titles.indices.flatMap { title in
      let letters = titles[title]
      return letters.indices.lazy
        .filter { $0 == 0 || letters[$0 - 1] == " " }.map { Place(title: title, offset: $0) }
    }
    for letter in query { guard narrow(to: letter) else { break } }
    findLetters()
  }

  /// Returns whether any title matches.
  private mutating func narrow(to letter: Character) -> Bool {
    let places = (narrowed.last ?? starts).compactMap { place in
      self.letter(at: place) == letter ? Place(title: place.title, offset: place.offset + 1) : nil
    }
    guard !places.isEmpty else { return false }
    query.append(letter)
    narrowed.append(places)
    return true
  }

  /// Nil after the last letter of a title.
  private func letter(at place: Place) -> Character? {
    let letters = titles[place.title]
    return place.offset < letters.count ? letters[place.offset] : nil
  }

  private mutating func findLetters() {
    letters = Set((narrowed.last ?? starts).compactMap { letter(at: $0) })
      .sorted { (Self.rank($0), $0) < (Self.rank($1), $1) }
  }

  private static func rank(_ letter: Character) -> Int {
    letter == " " ? 2 : letter.isWholeNumber && letter.isASCII ? 1 : 0
  }
}
