public import VitrinePlayback
public import VitrineSettings
import VitrineTiming

extension Configuration {
  /// The configured choice of tracks and appearance of subtitles.
  public var trackChoices: TrackChoices {
    var choices = TrackChoices()
    choices.preferences.audioLanguages = audio.languages
    choices.subtitle = subtitles.isShown ? .automatic : .off
    choices.preferences.subtitleLanguages = subtitles.languages
    choices.subtitleScale = subtitles.scale
    choices.subtitleDelay = MediaTime(.milliseconds(Int64((subtitles.delay * 1000).rounded())))
    return choices
  }
}

extension MediaTime {
  init(_ duration: Duration) { self.init(nanoseconds: duration.nanoseconds) }
}
