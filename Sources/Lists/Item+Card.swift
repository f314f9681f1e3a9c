package import VitrinePlaylists
package import VitrineTiming

extension Item {
  /// A card with a title and a line of text instead of a video. The default duration of a day
  /// counts as endless, because the queue repeats.
  package static func card(
    title: String, detail: String, _ severity: Severity? = nil,
    for duration: MediaTime = MediaTime(86_400, 1)
  ) -> Item {
    var item = Item(.card(title: title, detail: detail, severity))
    item.imageDuration = duration
    return item
  }
}
