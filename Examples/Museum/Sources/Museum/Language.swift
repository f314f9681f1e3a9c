import VitrineKit

/// A language that visitors may choose, and the words of the interface in it.
struct Language {
  /// As files have it for their tracks: `en`, `de`, `fr`.
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
