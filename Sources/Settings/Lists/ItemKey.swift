internal import VitrineOverlay
internal import VitrinePictures
internal import VitrinePlaylists
internal import VitrineStage
internal import VitrineTiming

/// A key of an entry in YAML playlists: its name, type, default and description. Checks, messages
/// and the reference page are made from this table.
struct ItemKey: Sendable {
  let name: String
  let kind: SettingKind
  /// The valid values, in Markdown.
  let value: String
  /// The default, in Markdown.
  let defaultText: String
  /// The description, in Markdown.
  let meaning: String
  /// Whether the value may span several lines, which are joined.
  var isFolded = false
  /// Stores a value of `kind`.
  let apply: @Sendable (SettingValue, ListLocation, inout ItemFields) throws(SettingError) -> Void

  /// The keys that name the source. They are not allowed in `default`.
  static let sources = ["file", "color"]

  static func named(_ name: String) -> ItemKey? { all.first { $0.name == name } }

  static let all: [ItemKey] =
    [
      text(
        "title", 1...300, "the file's own title, or its name", "Title of the entry.",
        \.presentation.title),
      text("subtitle", 1...300, "none", "A line below the title.", \.presentation.subtitle),
      text(
        "description", 1...2000, "none", "A few sentences, on one line or several.",
        \.presentation.description, isFolded: true),
      translations, poster, link,
      path(
        "cover", "none", "Image to show until the first frame of a slow source arrives.",
        \.cover),
      categories,
      time("duration", "10", "How long to show an image or a colour.", \.imageDuration),
      time("start", "the beginning", "Where to start in the video.", \.part.start),
      time("end", "the end", "Where to end in the video.", \.part.end),
      repeatCount, volume, fit, rotation, transition, overlays, subtitles,
      signLanguage,
    ] + showing

  private static let translations = ItemKey(
    name: "translations",
    kind: .rows(
      of: .choice(noun: "language", InterfaceLanguage.allCases.map(\.rawValue)),
      [
        RowField(name: "title", kind: .text(1...300)),
        RowField(name: "subtitle", kind: .text(1...300)),
        RowField(name: "description", kind: .text(1...2000)),
      ], most: InterfaceLanguage.allCases.count),
    value: "a section for each language: `de: {title: …, subtitle: …, description: …}`",
    defaultText: "none",
    meaning: "Texts for visitors who choose one of `interface.languages`."
  ) { value, _, words in
    guard case .rows(let rows) = value else { return }
    words.presentation.translations = rows.mapValues { row in
      Item.Texts(
        title: row["title"], subtitle: row["subtitle"], description: row["description"])
    }
  }

  private static let categories = ItemKey(
    name: "categories", kind: .list(of: .text(1...100), most: 20),
    value: "a list of at most 20 names", defaultText: "none",
    meaning: "Categories to filter the gallery by."
  ) { value, _, words in
    if case .list(let names) = value { words.categories = names }
  }

  private static let repeatCount = ItemKey(
    name: "repeat", kind: .number(1...10_000, unit: "times"), value: "1 to 10000",
    defaultText: "`1`", meaning: "How often to play it before the next entry."
  ) { (value, _, words) throws(SettingError) in
    guard case .number(let number) = value else { return }
    guard let count = Int(exactly: number) else {
      throw SettingError(cause: "invalid value \(number): expected an integer")
    }
    words.repeatCount = count
  }

  private static let volume = ItemKey(
    name: "volume", kind: .number(0...1, unit: ""), value: "0 to 1", defaultText: "`1`",
    meaning: "0 is silent, 1 is as recorded; multiplied by the player's volume."
  ) { value, _, words in
    if case .number(let number) = value { words.volume = number }
  }

  private static let fit = ItemKey(
    name: "fit", kind: .choice(noun: "value", Fit.allCases.map(\.rawValue)),
    value: Fit.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "),
    defaultText: "the player's",
    meaning: "How a picture with another aspect ratio fills the display."
  ) { value, _, words in
    if case .text(let word) = value { words.fit = Fit(rawValue: word) }
  }

  private static let rotation = ItemKey(
    name: "rotation",
    kind: .choice(noun: "rotation", Rotation.allCases.map { "\($0.rawValue)" }),
    value: Rotation.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "),
    defaultText: "the player's", meaning: "Clockwise rotation, in degrees."
  ) { value, _, words in
    if case .text(let word) = value { words.rotation = Rotation(word: word) }
  }

  private static let transition = ItemKey(
    name: "transition", kind: .transition,
    value: "`cut`, `fade`, `cross-fade`, `slide`; also with seconds: `fade 1.5`",
    defaultText: "the player's", meaning: "How it replaces the previous entry."
  ) { value, _, words in
    if case .text(let word) = value { words.transition = Transition(word: word) }
  }

  private static let overlays = ItemKey(
    name: "overlays", kind: .list(of: .text(1...40), most: StageOverlay.most),
    value: "a list of at most \(StageOverlay.most) names, or `[]` for none", defaultText: "all",
    meaning: "The overlays of the configuration to show with it."
  ) { value, _, words in
    if case .list(let names) = value { words.overlays = names }
  }

  private static let subtitles = ItemKey(
    name: "subtitles", kind: .list(of: .text(1...4095), most: 32),
    value: "a list of at most 32 files or web addresses", defaultText: "those in the video",
    meaning: "Subtitle files."
  ) { (value, location, words) throws(SettingError) in
    guard case .list(let files) = value else { return }
    var sources: [Item.Source] = []
    for file in files { sources.append(try location.settingCompanion(file)) }
    words.subtitles = sources
  }

  private static let signLanguage = ItemKey(
    name: "sign-language", kind: .text(1...4095), value: "a video file or a web address",
    defaultText: "none",
    meaning:
      "Video of an interpreter, shown above the entry's own and in step with it: see [subtitles.md](subtitles.md#sign-language)."
  ) { (value, location, words) throws(SettingError) in
    guard case .text(let text) = value else { return }
    words.signLanguage = try location.settingCompanion(text)
  }

  private static let link = ItemKey(
    name: "link", kind: .address,
    value: "a URL that begins with `https://` or `http://`, at most 300 bytes",
    defaultText: "none",
    meaning:
      "Address that visitors open on their phone, by a QR code on the entry's page in the gallery."
  ) { (value, _, words) throws(SettingError) in
    guard case .text(let text) = value else { return }
    guard text.utf8.count <= 300 else { throw SettingError(cause: "URL of more than 300 bytes") }
    // As QR codes hold it: readers guess the encoding of anything else.
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }) else {
      throw SettingError(
        cause: "percent-encode spaces, quotes and characters beyond ASCII in the URL")
    }
    words.presentation.link = text
  }

  private static let poster = ItemKey(
    name: "poster", kind: .text(1...4095), value: "a file or a web address",
    defaultText: "a frame of the video", meaning: "Picture for the gallery."
  ) { (value, location, words) throws(SettingError) in
    guard case .text(let text) = value else { return }
    words.presentation.poster = try location.settingCompanion(text)
  }
}

/// Constructors for the common types of keys.
extension ItemKey {
  private typealias Place<Value> = any WritableKeyPath<ItemFields, Value?> & Sendable

  private static func text(
    _ name: String, _ length: ClosedRange<Int>, _ defaultText: String, _ meaning: String,
    _ place: Place<String>, isFolded: Bool = false
  ) -> ItemKey {
    ItemKey(
      name: name, kind: .text(length),
      value: "text, \(length.lowerBound) to \(length.upperBound) characters",
      defaultText: defaultText,
      meaning: meaning, isFolded: isFolded
    ) { value, _, words in
      if case .text(let text) = value { words[keyPath: place] = text }
    }
  }

  private static func path(
    _ name: String, _ defaultText: String, _ meaning: String, _ place: Place<String>
  ) -> ItemKey {
    ItemKey(
      name: name, kind: .text(1...4095), value: "a file", defaultText: defaultText, meaning: meaning
    ) { (value, location, words) throws(SettingError) in
      guard case .text(let text) = value else { return }
      words[keyPath: place] = try location.settingPath(text)
    }
  }

  private static func time(
    _ name: String, _ defaultText: String, _ meaning: String, _ place: Place<MediaTime>
  ) -> ItemKey {
    ItemKey(
      name: name, kind: .text(1...40), value: "seconds, `mm:ss` or `h:mm:ss`",
      defaultText: defaultText, meaning: meaning
    ) { (value, _, words) throws(SettingError) in
      guard case .text(let text) = value else { return }
      guard let time = MediaTime(listText: text) else {
        throw SettingError(
          cause: "invalid time \(quoted(text)): expected seconds, mm:ss or h:mm:ss, at most a year")
      }
      if time == .zero, name != "start" {
        throw SettingError(cause: "invalid time \(quoted(text)): expected more than 0")
      }
      words[keyPath: place] = time
    }
  }
}

extension ListLocation {
  /// The source that a setting names.
  func settingSource(_ written: String) throws(SettingError) -> Item.Source {
    do throws(ListLocation.Refusal) {
      return try source(written)
    } catch {
      throw SettingError(cause: error.cause)
    }
  }

  /// The poster, subtitle file or sign-language video that a setting names.
  func settingCompanion(_ written: String) throws(SettingError) -> Item.Source {
    do throws(ListLocation.Refusal) {
      return try companion(written)
    } catch {
      throw SettingError(cause: error.cause)
    }
  }

  /// The path that a setting names.
  func settingPath(_ written: String) throws(SettingError) -> String {
    do throws(ListLocation.Refusal) {
      return try path(written)
    } catch {
      throw SettingError(cause: error.cause)
    }
  }
}
