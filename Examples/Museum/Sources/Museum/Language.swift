import VitrineKit

/// A language of the gallery, with the interface's texts.
struct Language {
  /// The code of the films' tracks: `en`, `de`, `fr`.
  let code: String

  var wording: Wording {
    var words = Wording()
    switch code {
    case "de":
      (words.audio, words.subtitles, words.track) = ("Ton", "Untertitel", "Spur")
      (words.off, words.automatic, words.allCategories) = ("Aus", "Automatisch", "Alle")
      (words.videos, words.nothingToPlay) = ("Filme", "Noch nichts zu sehen")
      words.cannotPlay = "Dieser Film läuft gerade nicht"
      (words.stillThere, words.touchToStay) = ("Noch da?", "Berühren, um hier zu bleiben")
    case "fr":
      (words.audio, words.subtitles, words.track) = ("Son", "Sous-titres", "Piste")
      (words.off, words.automatic, words.allCategories) = ("Sans", "Automatique", "Tout")
      (words.videos, words.nothingToPlay) = ("Films", "Rien à voir pour l’instant")
      words.cannotPlay = "Ce film est indisponible"
      (words.stillThere, words.touchToStay) = ("Vous êtes là ?", "Touchez l’écran pour rester")
    default: break
    }
    return words
  }
}

extension Language {
  /// Draws a simplified flag, or the code of other languages.
  func drawFlag(in rect: Rect, _ canvas: inout Drawing.Canvas) {
    func stripe(_ place: Int, isUpright: Bool, _ color: UInt32) {
      let (width, height) = (rect.width / 3, rect.height / 3)
      let part =
        isUpright
        ? Rect(x: rect.x + Double(place) * width, y: rect.y, width: width, height: rect.height)
        : Rect(x: rect.x, y: rect.y + Double(place) * height, width: rect.width, height: height)
      canvas.box(part, Color(color))
    }
    switch code {
    case "de":
      for (place, color) in [0x000000, 0xDD0000, 0xFFCC00].enumerated() {
        stripe(place, isUpright: false, UInt32(color))
      }
    case "fr":
      for (place, color) in [0x0055A4, 0xFFFFFF, 0xEF4135].enumerated() {
        stripe(place, isUpright: true, UInt32(color))
      }
    case "en":
      canvas.box(rect, .white)
      canvas.box(rect.inset(0, rect.height * 0.4), Color(0xCE1124))
      canvas.box(rect.inset(rect.width * 0.43, 0), Color(0xCE1124))
    default:
      canvas.box(rect, Color(0x303238))
      canvas.text(code, in: rect, size: 14, weight: .bold, alignment: .center)
    }
  }
}
