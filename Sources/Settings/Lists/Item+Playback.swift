public import VitrinePlaylists
internal import VitrineTiming

extension Item {
  /// Fills in the configuration's defaults for what the playlist does not set.
  public func completed(by playback: PlaybackSettings) -> Item {
    var item = self
    item.imageDuration =
      imageDuration ?? MediaTime(nanoseconds: playback.imageDuration.nanoseconds)
    item.cover = cover ?? playback.cover
    return item
  }
}
