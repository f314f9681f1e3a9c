import Testing
import VitrinePlayback

struct TrackChoiceTests {
  private static func track(
    _ kind: TrackInfo.Kind, _ index: Int, _ language: String?, isDefault: Bool = false,
    isForced: Bool = false
  ) -> TrackInfo {
    TrackInfo(
      kind: kind, index: index, codec: "any", language: language, isDefault: isDefault,
      isForced: isForced)
  }

  private static let film = [
    track(.video, 0, nil, isDefault: true),
    track(.audio, 1, "eng"), track(.audio, 2, "ger"), track(.audio, 3, "deu", isDefault: true),
    track(.subtitle, 4, "ger", isForced: true), track(.subtitle, 5, "ger"),
    track(.subtitle, 6, "fre", isForced: true), track(.subtitle, 7, "und"),
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    let kind: TrackInfo.Kind
    var selection = TrackSelection.automatic
    var audio: [String] = []
    var subtitles: [String] = []
    var sound: String?
    let expected: Int?

    var testDescription: String { "\(kind) \(selection) \(audio) \(subtitles) \(sound ?? "-")" }
  }

  @Test("A language never selects audio description while there is other sound in it")
  func description() {
    let described = TrackInfo(
      kind: .audio, index: 1, codec: "aac", language: "eng", isDefault: true,
      audience: .visuallyImpaired)
    let plain = TrackInfo(kind: .audio, index: 2, codec: "aac", language: "eng")
    #expect(TrackChoice.preferred([described, plain], in: ["en"])?.index == 2)
    #expect(TrackChoice.preferred([described], in: ["en"])?.index == 1)
  }

  @Test(
    "The choice follows the user, then the languages",
    arguments: [
      Case(kind: .audio, selection: .index(1), audio: ["de"], expected: 1),
      Case(kind: .audio, selection: .index(4), audio: ["en"], expected: 1),
      Case(kind: .audio, selection: .off, audio: ["en"], expected: nil),
      Case(kind: .audio, audio: ["it", "de-AT"], expected: 3),
      Case(kind: .audio, audio: ["en-US", "de"], expected: 1),
      Case(kind: .audio, audio: ["ja"], expected: nil),
      Case(kind: .audio, expected: nil),
      Case(kind: .video, expected: nil),
      Case(kind: .subtitle, selection: .index(7), expected: 7),
      Case(kind: .subtitle, selection: .off, subtitles: ["de"], expected: nil),
      Case(kind: .subtitle, subtitles: ["deu"], expected: 5),
      Case(kind: .subtitle, subtitles: ["it", "fra"], expected: 6),
      Case(kind: .subtitle, subtitles: ["und"], expected: nil),
      Case(kind: .subtitle, sound: "de", expected: 4),
      Case(kind: .subtitle, sound: "fre", expected: 6),
      Case(kind: .subtitle, sound: "eng", expected: nil),
      Case(kind: .subtitle, expected: nil),
    ])
  func choice(_ row: Case) {
    let chosen = TrackChoice.choose(
      Self.film, kind: row.kind, selection: row.selection,
      preferences: .init(audioLanguages: row.audio, subtitleLanguages: row.subtitles),
      audioLanguage: row.sound)
    #expect(chosen?.index == row.expected)
  }

  @Test("A forced default track is shown if no language decides; a plain default is not")
  func forcedDefault() {
    func choose(_ track: TrackInfo) -> Int? {
      TrackChoice.choose(
        [track], kind: .subtitle, selection: .automatic, preferences: .init(),
        audioLanguage: "eng")?.index
    }
    #expect(choose(Self.track(.subtitle, 1, "ger", isDefault: true, isForced: true)) == 1)
    #expect(choose(Self.track(.subtitle, 1, "eng", isDefault: true)) == nil)
  }

  @Test(
    "Different spellings of a language are equal",
    arguments: [
      ["en", "eng", "en-US", "EN_gb"], ["de", "ger", "deu"], ["zh", "chi", "zho-Hant"],
    ])
  func languages(spellings: [String]) {
    #expect(Set(spellings.map(LanguageCode.init)).count == 1)
    #expect(LanguageCode("nld") != LanguageCode("nor"))
  }
}
