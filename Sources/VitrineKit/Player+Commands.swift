internal import VitrineEngine
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

// What plays, and how. Each is done soon, in the order of the calls; `status` then shows it.
extension Player {
  /// Goes on, or begins with the queue.
  public func play() { engine.perform(.play) }

  /// Stands on the picture that is shown.
  public func pause() { engine.perform(.pause) }

  /// The one or the other.
  public func togglePause() { engine.perform(.toggle) }

  /// Closes what plays, and shows nothing; `play` begins anew.
  public func stop() { engine.perform(.stop) }

  /// How exact a seek is.
  public enum SeekMode: Sendable {
    /// To the picture itself.
    case exact
    /// To the key picture that is nearest: at once.
    case keyFrame
  }

  /// To a place, counted from the beginning of the file; what lies beyond the end is the end.
  public func seek(to position: Duration, _ mode: SeekMode = .exact) {
    engine.perform(.seek(.init(to: MediaTime(position), mode == .exact ? .exact : .keyFrame)))
  }

  /// So much further, or back where it is negative.
  public func skip(by amount: Duration) { engine.perform(.skip(by: MediaTime(amount))) }

  /// One picture on, or back, and pauses. While it plays, on is to pause at the picture that is on screen.
  public func step(forward: Bool = true) { engine.perform(.step(forward: forward)) }

  /// While a finger is on a slider of the program's own: the picture follows `scrub`, and what played goes on
  /// after `endScrubbing`. After 90 s without `scrub` it ends by itself, where it began: call that again, with the
  /// same place, while a finger rests.
  public func beginScrubbing() { engine.perform(.beginScrubbing) }

  /// The finger is at this place.
  public func scrub(to position: Duration) { engine.perform(.scrub(to: MediaTime(position))) }

  /// The finger has left.
  public func endScrubbing() { engine.perform(.endScrubbing) }

  /// To the item that follows.
  public func next() { engine.perform(.next) }

  /// To the beginning of the item, or, where that is near, to the item before.
  public func previous() { engine.perform(.previous) }

  /// How fast: 0.25 to 4, with the pitch kept.
  public func setRate(_ rate: Double) { engine.perform(.setRate(rate)) }

  /// How loud: 0 to 1.
  public func setVolume(_ volume: Double) { engine.perform(.setVolume(volume)) }

  /// Without sound, the volume kept.
  public func setMuted(_ isMuted: Bool) { engine.perform(.setMuted(isMuted)) }

  /// How pictures fill the display.
  public func setFit(_ fit: Fit) { engine.perform(.setFit(fit.value)) }

  /// How far all is turned, touches with it.
  public func setRotation(_ rotation: Rotation) { engine.perform(.setRotation(rotation.value)) }

  /// Which sound, subtitles or picture, of those that `PlayerStatus.tracks` has.
  public func select(_ kind: Track.Kind, _ choice: Track.Choice) {
    engine.perform(.select(kind.value, choice.value))
  }

  /// Of streams that have several encodings, from the next segment on.
  public func setQuality(_ quality: Quality) { engine.perform(.setQuality(quality.value)) }

  /// Subtitles come so much later than they are written.
  public func setSubtitleDelay(_ delay: Duration) {
    engine.perform(.setSubtitleDelay(MediaTime(delay)))
  }

  /// The size of subtitles that are text: 0.25 to 4 times their own.
  public func setSubtitleScale(_ scale: Double) { engine.perform(.setSubtitleScale(scale)) }

  /// Turns the display on, or off as a display sleeps. What plays stands meanwhile.
  public func setDisplayOn(_ isOn: Bool) { engine.setPower(isOn) }
}
