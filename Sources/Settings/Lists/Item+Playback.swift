public import VitrinePlaylists
internal import VitrineTiming

extension Item {
  /// With what the configuration says of all items, where the item's list says nothing.
  public func completed(by playback: PlaybackSettings) -> Item {
    var item = self
    item.imageDuration =
      imageDuration ?? MediaTime(nanoseconds: playback.imageDuration.nanoseconds)
    item.cover = cover ?? playback.cover
    return item
  }
}
