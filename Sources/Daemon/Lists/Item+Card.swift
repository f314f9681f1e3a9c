public import VitrinePlaylists
public import VitrineTiming

extension Item {
  /// A few words in the place of a film. Without a time for as good as ever, in a queue that goes
  /// round.
  public static func card(
    title: String, detail: String, for duration: MediaTime = MediaTime(86_400, 1)
  ) -> Item {
    var item = Item(.card(title: title, detail: detail))
    item.imageDuration = duration
    return item
  }
}
