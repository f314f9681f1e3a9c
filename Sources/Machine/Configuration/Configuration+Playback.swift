package import VitrinePlayback
package import VitrineSettings
import VitrineTiming

extension Configuration {
  /// The configured choice of tracks and appearance of subtitles.
  package var trackChoices: TrackChoices {
    var choices = TrackChoices()
    choices.preferences.audioLanguages = audio.languages
    choices.subtitle = subtitles.isShown ? .automatic : .off
    choices.preferences.subtitleLanguages = subtitles.languages
    choices.subtitleStyle = subtitles.style
    choices.subtitleDelay = MediaTime(.milliseconds(Int64((subtitles.delay * 1000).rounded())))
    choices.showsSignLanguage = subtitles.showsSignLanguage
    return choices
  }

  /// The configuration for a card in place of a playlist: silent, on one display, always on, and
  /// without controls.
  package var forCard: Configuration {
    var silent = self
    silent.audio.device = "none"
    silent.power = PowerSettings()
    silent.operation = OperationSettings()
    for connector in silent.outputs.keys { silent.outputs[connector]?.playlist = nil }
    return silent
  }
}

extension MediaTime {
  init(_ duration: Duration) { self.init(nanoseconds: duration.nanoseconds) }
}
