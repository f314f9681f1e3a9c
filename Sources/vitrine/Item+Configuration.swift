import Playlists
import Settings
import Timing

extension Item {
  /// With what the configuration says of all items, where the item's list says nothing.
  func completed(by playback: PlaybackSettings) -> Item {
    var item = self
    if item.imageDuration == Self.usualImageDuration {
      item.imageDuration = MediaTime(playback.imageDuration)
    }
    item.cover = item.cover ?? playback.cover
    return item
  }
}
