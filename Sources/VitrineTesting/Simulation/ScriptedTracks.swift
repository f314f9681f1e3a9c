internal import VitrinePlayback

/// The tracks of a simulated file.
package struct ScriptedTracks: Sendable {
  let hasSound: Bool
  /// Empty for a file that only has pictures and perhaps sound, without a choice.
  let all: [TrackInfo]

  init(hasSound: Bool, _ all: [TrackInfo] = []) { (self.hasSound, self.all) = (hasSound, all) }

  /// Whether sound plays with these choices.
  func playsSound(_ choices: TrackChoices) -> Bool {
    guard hasSound, !all.isEmpty else { return hasSound }
    return selected(choices).contains { $0.kind == .audio }
  }

  /// The tracks that play with these choices.
  func selected(_ choices: TrackChoices) -> [TrackInfo] {
    func first(_ kind: TrackInfo.Kind) -> TrackInfo? { all.first { $0.kind == kind } }
    func chosen(_ kind: TrackInfo.Kind, _ selection: TrackSelection, _ audio: String? = nil)
      -> TrackInfo?
    {
      TrackChoice.choose(
        all, kind: kind, selection: selection, preferences: choices.preferences,
        audioLanguage: audio)
    }
    let video = chosen(.video, choices.video) ?? first(.video)
    let audio =
      choices.audio == .off ? nil : chosen(.audio, choices.audio) ?? first(.audio)
    let subtitle = chosen(.subtitle, choices.subtitle, audio?.language)
    return [video, audio, subtitle].compactMap(\.self)
  }
}
