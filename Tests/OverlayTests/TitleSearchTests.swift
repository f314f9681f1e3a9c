import Testing

@testable import VitrineOverlay

@Suite("The search for titles")
struct TitleSearchTests {
  @Test(
    "Titles are compared without case, diacritics and punctuation, in any script",
    arguments: [
      ("The Restless Garden", "the restless garden"), ("  «L’Été», 1962!  ", "l ete 1962"),
      ("Größe", "grosse"), ("ŁÓDŹ, Đà Nẵng, Ærø", "lodz da nang aero"),
      ("cafe\u{301} a\u{30A}", "cafe a"), ("Œuvre", "oeuvre"), ("İSTANBUL Iğdır", "istanbul igdir"),
      ("Ὀδυσσεύς ΐ", "οδυσσευς ι"), ("Ёлка Чайка", "елка чайка"),
      ("И\u{306}од Йод", "йод йод"), ("أُمّ إلى آخر القـصة", "ام الي اخر القصه"),
      ("مؤسسة ١٩٦٢", "موسسه 1962"), ("שָׁלוֹם עולם", "שלום עולם"), ("\u{FB2A}ם", "שם"),
      ("ガラスと水", "がらすと水"), ("カ\u{3099}ラスヽ", "がらすゝ"), ("ＮＨＫ２０２６ー", "nhk2026ー"),
      ("眠らない庭の物語", "眠らない庭の物語"), ("서울의 밤", "서울의 밤"), ("कि कु", "कि कु"),
      ("🎬 Film🎬2", "film 2"), ("1️⃣", ""), ("🎬", ""), ("", ""), ("\u{301}", ""), ("—", ""),
      ("a\r\nb", "a b"),
    ])
  func folding(title: String, letters: String) {
    var fold = LetterFold()
    // Both sigmas are the same letter.
    let expected = letters.replacing("ς", with: "σ")
    #expect(String(fold.letters(of: title)) == expected)
    // From the cache.
    #expect(String(fold.letters(of: title)) == expected)
  }

  private static let films = [
    "Stone and Storm", "The Restless Garden", "Études", "Stó lat", "1911", "🎬", "", "New York",
    "Newton",
  ]

  @Test(
    "Each letter narrows the titles to those with a word that begins so, and the next ones follow",
    arguments: [
      ("", Array(0..<9), "aeglnrsty1"), ("s", [0, 3], "t"), ("sto", [0, 3], "nr "),
      ("sto ", [3], "l"), ("sto lat", [3], ""), ("g", [1], "a"), ("e", [2], "t"),
      ("new", [7, 8], "t "), ("new y", [7], "o"), ("1", [4], "9"),
    ])
  func narrowing(query: String, matches: [Int], letters: String) {
    var search = TitleSearch(Self.films)
    query.forEach { search.append($0) }
    #expect(String(search.query) == query)
    #expect(search.matches == matches)
    #expect(String(search.letters) == letters)
    while !search.query.isEmpty { search.removeLast() }
    search.removeLast()
    #expect(search.matches == Array(0..<9) && String(search.letters) == "aeglnrsty1")
  }

  @Test("Letters that lead nowhere are ignored")
  func ignored() {
    var search = TitleSearch(Self.films)
    for letter in "sx1S" { search.append(letter) }
    #expect(String(search.query) == "s")
    var empty = TitleSearch([String]())
    empty.append("a")
    #expect(empty.query.isEmpty && empty.matches.isEmpty && empty.letters.isEmpty)
  }

  @Test(
    "Letters are in alphabetical order, in each script",
    arguments: [
      (["Öl", "Zoo", "Art", "2 Rooms"], "aorz2"), (["واحد", "أحمد", "بحر"], "ابو"),
      (["さくら", "アート", "かわ", "カメ"], "あかさ"), (["Я", "Ёж", "Ад"], "аея"),
    ])
  func order(titles: [String], letters: String) {
    #expect(String(TitleSearch(titles).letters) == letters)
  }

  @Test(
    "If titles change, letters are removed from the end until one matches",
    arguments: [
      (["Storms"], "storm"), (["Stone"], "sto"), (["Salt", "Moss"], "s"), (["Moor"], ""), ([], ""),
    ])
  func exchange(titles: [String], query: String) {
    var search = TitleSearch(Self.films)
    "storm".forEach { search.append($0) }
    search.exchange(titles)
    #expect(String(search.query) == query)
    #expect(search.matches.count == (query.isEmpty ? titles.count : 1))
    search.exchange(Self.films)
    #expect(String(search.query) == query)
  }

  @Test("A replaced title is found by its new words only")
  func replaced() {
    var search = TitleSearch(Self.films)
    "new".forEach { search.append($0) }
    search.replace(0, by: "A New Stone")
    #expect(search.matches == [0, 7, 8])
    search.replace(7, by: "York")
    #expect(search.matches == [0, 8])
  }

  @Test("Ten thousand long titles take little time")
  func many() {
    let words = ["Garten", "Étude", "حديقة", "ガラス", "Łódź", "サクラ", "Öl", "море"]
    let titles = (0..<10_000).map { index in
      (0..<6).map { words[(index / (1 + $0 * 7) + $0) % words.count] }.joined(separator: " ")
        + " \(index)"
    }
    let clock = ContinuousClock()
    let time = clock.measure {
      var search = TitleSearch(titles)
      "garten".forEach { search.append($0) }
      #expect(search.matches.count > 1000)
      search.replace(5, by: "Garten")
    }
    // A debug build on a busy machine; a release build takes a fraction of that.
    #expect(time < .seconds(20), "\(time)")
  }
}
