import VitrineCanvas
import VitrineCodes
import VitrinePictures
import VitrinePlayback
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

/// The content of the golden pictures: titles, tracks, a list, and pictures made of simple
/// shapes.
enum GoldenSamples {
  static let latin = "The Restless Garden"
  static let arabic = "حديقة لا تنام"
  static let japanese = "眠らない庭の物語"

  static let link = PageLink("https://museum.example/films/garden") { SquareCode(qr: $0) }

  static let latinStory = """
    For a year, one camera stood among the hedges of an abandoned palace. Gardeners came back first, then foxes, then a \
    crowd of children who had never seen a maze. A film about patience, seen by those who water.
    """
  static let arabicStory = """
    على مدى عام كامل، وقفت كاميرا واحدة بين أشجار قصر مهجور. عاد البستانيون أولاً، ثم الثعالب، ثم أطفال لم يروا متاهة من قبل.
    """
  static let japaneseStory = """
    一年のあいだ、一台のカメラが廃墟となった宮殿の生け垣に立っていた。最初に庭師が戻り、次に狐が、そして迷路を見たことのない子どもたちがやって来た。
    """

  static let fewTracks = [
    TrackInfo(kind: .audio, index: 1, codec: "aac", language: "eng"),
    TrackInfo(kind: .audio, index: 2, codec: "aac", language: "deu"),
    TrackInfo(kind: .subtitle, index: 3, codec: "subrip", language: "eng"),
  ]

  /// A stream whose second rendition plays.
  static let renditions = AvailableRenditions(ladder, playing: ladder[1])

  private static let ladder = [(5800, 1080), (3200, 720), (2100, 720), (700, 360)].map {
    VariantPolicy.Variant(bandwidth: $0.0 * 1000, width: $0.1 * 16 / 9, height: $0.1)
  }

  /// Tracks in several scripts, some with long names, one without any.
  static let manyTracks =
    subtitles.enumerated().map { index, track in
      TrackInfo(
        kind: .subtitle, index: 10 + index, codec: "subrip", language: track.0, title: track.1)
    }
    + sounds.enumerated().map { index, track in
      TrackInfo(kind: .audio, index: 30 + index, codec: "aac", language: track.0, title: track.1)
    }

  private static let subtitles: [(String?, String?)] = [
    ("eng", nil), ("eng", "For the deaf and hard of hearing, with descriptions of music"),
    ("ara", nil), ("jpn", nil), ("fra", "Forcés"), ("hin", nil), ("rus", nil), (nil, nil),
    ("zho", "普通话"), ("tha", nil), ("heb", nil),
  ]

  private static let sounds: [(String?, String?)] = [
    ("eng", "Stereo"), ("deu", "5.1"), ("jpn", nil), ("ara", "تعليق المخرجة"),
  ]

  /// The gallery's entries.
  static let entries = titles.indices.map(entry)

  private static func entry(_ index: Int) -> CatalogueEntry {
    let categories = ["Exhibition", "Nature", "تاريخ", "子ども", "History of the House"]
    let seconds = Int64(47 + index * 131)
    return CatalogueEntry(
      id: index, title: titles[index].0, subtitle: titles[index].1,
      duration: MediaTime(seconds, 1), categories: [categories[index % categories.count]],
      poster: index % 7 == 5 ? nil : poster(index))
  }

  private static let titles: [(String, String?)] = [
    (latin, "A year among hedges"), (arabic, "سنة بين الأشجار"), (japanese, "生け垣の一年"),
    ("Glass, Water and the Light of Late Afternoon in the North", "Three rooms, one day"),
    ("Night Watch", nil), ("Archive", "1911 to 1968"), ("كيف بُني هذا البيت", "المعماريون يروون"),
    ("手仕事の時間", "職人たち"), ("Workshop", "How paper is made"), ("Ebb", "Stereo sound"),
    ("Das lange Warten auf den Bus", nil), ("Rooftops", "Eight cities"),
    ("Voices", "Visitors of the first hour"), ("River", "From spring to sea"),
    ("The Cartographer", nil), ("Zoo", "Opening day"), ("Ferry", "Crossing at dawn"),
    ("Études", "For two hands"),
  ]

  /// A list that is long enough for a search.
  static func many(_ titles: [String]) -> [CatalogueEntry] {
    (0..<48).map { index in
      CatalogueEntry(
        id: index, title: titles[index % titles.count], duration: MediaTime(Int64(47 + index), 1),
        poster: poster(index % entries.count))
    }
  }

  static let films = [
    latin, "Stone and Storm", "Glass, Water and Light", "Night Watch", "Archive", "Études",
    "The Cartographer", "Rooftops", "Steel", "A Voyage to the Stars", "Zoo 1911", "Star Ferry",
    "Starlings",
  ]
  static let arabicFilms = [
    arabic, "أصوات الزائرين", "الأرشيف", "كيف بُني هذا البيت", "النهر",
    "إبحار عند الفجر", "آلات قديمة",
  ]

  static func poster(_ index: Int) -> PictureID { PictureID("poster \(index)") }

  /// A landscape by day or night, as shapes that fill a frame.
  static func landscape(in frame: Rect, hue: Int, isDark: Bool) -> [Drawing] {
    let skies: [(UInt32, UInt32)] =
      isDark
      ? [(0x05070C, 0x1B2436), (0x0A0710, 0x2A1B36), (0x04090A, 0x163030)]
      : [(0xCFE4F7, 0xFFF7E6), (0xF7D9C4, 0xFFF1D6), (0xBFE3DC, 0xF6FBEF)]
    let grounds: [UInt32] =
      isDark ? [0x0B111B, 0x120D1A, 0x081414] : [0x9DB58A, 0xC79A78, 0x7FA79C]
    let (sky, ground) = (skies[hue % 3], grounds[hue % 3])
    let side = min(frame.width, frame.height)
    func disc(_ x: Double, _ y: Double, _ size: Double, _ color: Color) -> Drawing {
      let center = Point(frame.x + x * frame.width, frame.y + y * frame.height)
      let shape = Rect(center: center, side: size * side)
      return Drawing(.box(color, radius: shape.width / 2), in: shape, clip: frame)
    }
    let light: UInt32 = isDark ? 0xC9D4E8 : 0xFFFFFF
    return [
      Drawing(.gradient(top: Color(sky.0), bottom: Color(sky.1)), in: frame),
      disc(0.3 + 0.1 * Double(hue % 5), 0.3, 0.24, Color(light, alpha: isDark ? 0.8 : 0.95)),
      disc(0.2, 1.5, 1.6, Color(ground, alpha: 0.7)),
      disc(0.85, 1.4, 1.5, Color(ground)),
    ]
  }

  /// The background behind the bars, hard to read on: bright at the left and dark at the right.
  static func backdrop(_ screen: Rect) -> [Drawing] {
    let half = Rect(x: 0, y: 0, width: (screen.width / 2).rounded(), height: screen.height)
    let other = Rect(
      x: half.right, y: 0, width: screen.width - half.width, height: screen.height)
    return landscape(in: half, hue: 0, isDark: false) + landscape(in: other, hue: 0, isDark: true)
  }

  static let pictures = Dictionary(
    uniqueKeysWithValues: titles.indices.map { index in
      (poster(index), painted(PixelSize(480, 270), hue: index, isDark: index % 3 == 1))
    })

  private static func painted(_ size: PixelSize, hue: Int, isDark: Bool) -> PaintedPicture {
    let drawings = landscape(in: Rect(size), hue: hue, isDark: isDark)
    let sheet = PainterSheet(drawings, on: size)
    return sheet.pixels.withUnsafeBytes {
      PaintedPicture(copying: $0, size: size, pitch: size.width * 4)
    }
  }
}
