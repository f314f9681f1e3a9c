public import VitrinePlaylists
public import VitrineSchedules
public import VitrineTiming

extension Item {
  /// A few words in the place of a film. Without a time for as good as ever, in a queue that goes
  /// round.
  public static func card(
    title: String, detail: String, _ severity: Severity? = nil,
    for duration: MediaTime = MediaTime(86_400, 1)
  ) -> Item {
    var item = Item(.card(title: title, detail: detail, severity))
    item.imageDuration = duration
    return item
  }
}
