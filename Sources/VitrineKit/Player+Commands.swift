internal import VitrineEngine
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

// Playback commands. Each takes effect soon, in the order of the calls; `status` then reflects it.
extension Player {
  /// Resumes playback, or starts the queue.
  public func play() { engine.perform(.play) }

  /// Pauses on the current frame.
  public func pause() { engine.perform(.pause) }

  /// Pauses if playing, and otherwise plays.
  public func togglePause() { engine.perform(.toggle) }

  /// Closes the current item and shows black; ``play()`` starts the queue again.
  public func stop() { engine.perform(.stop) }

  /// The precision of a seek.
  public enum SeekMode: Sendable {
    /// Seeks to the frame at the position.
    case exact
    /// Seeks to the nearest key frame, which is faster.
    case keyFrame
  }

  /// Seeks to a position in the current item.
  ///
  /// If you seek several times in quick succession, only the last seek takes effect. The event
  /// ``PlayerEvent/shown(_:position:at:)`` reports that the picture is on screen. After the end of
  /// the queue, this method seeks in the last item.
  ///
  /// - Parameters:
  ///   - position: The time from the beginning of the file, clamped to the duration of the item.
  ///   - mode: The precision of the seek.
  public func seek(to position: Duration, _ mode: SeekMode = .exact) {
    engine.perform(.seek(.init(to: MediaTime(position), mode == .exact ? .exact : .keyFrame)))
  }

  /// Skips forward by an amount of time, or backward if it is negative.
  public func skip(by amount: Duration) { engine.perform(.skip(by: MediaTime(amount))) }

  /// Pauses, and shows the next or the previous frame.
  ///
  /// During playback, `step(forward: true)` only pauses on the current frame.
  public func step(forward: Bool = true) { engine.perform(.step(forward: forward)) }

  /// Begins scrubbing, for a slider that your program draws: playback pauses while a finger moves
  /// it.
  ///
  /// Call ``scrub(to:)`` while the finger moves, then ``endScrubbing()``. Scrubbing that is not
  /// renewed for 90 s ends automatically, and playback returns to the earlier position. To prevent
  /// that while a finger rests, call ``scrub(to:)`` again with the same position.
  public func beginScrubbing() { engine.perform(.beginScrubbing) }

  /// Shows the picture at a position; effective only between ``beginScrubbing()`` and
  /// ``endScrubbing()``.
  public func scrub(to position: Duration) { engine.perform(.scrub(to: MediaTime(position))) }

  /// Ends scrubbing: playback continues at the last position.
  public func endScrubbing() { engine.perform(.endScrubbing) }

  /// Plays the next item, if there is one.
  public func next() { engine.perform(.next) }

  /// Plays the item from its beginning or, in its first 3 s, the previous item.
  public func previous() { engine.perform(.previous) }

  /// Sets the playback rate, clamped to 0.25–4. The pitch of the sound does not change.
  public func setRate(_ rate: Double) { engine.perform(.setRate(rate)) }

  /// Sets the volume of the player, clamped to 0–1.
  public func setVolume(_ volume: Double) { engine.perform(.setVolume(volume)) }

  /// Mutes or unmutes the sound; the volume does not change.
  public func setMuted(_ isMuted: Bool) { engine.perform(.setMuted(isMuted)) }

  /// Sets how pictures fill the display, for items without their own ``Item/fit``.
  public func setFit(_ fit: Fit) { engine.perform(.setFit(fit.value)) }

  /// Sets the rotation of everything on screen; touches rotate with it.
  public func setRotation(_ rotation: Rotation) { engine.perform(.setRotation(rotation.value)) }

  /// Selects a track, for this item and, where possible, for later ones. ``PlayerStatus/tracks``
  /// lists the tracks of the current item.
  public func select(_ kind: Track.Kind, _ choice: Track.Choice) {
    engine.perform(.select(kind.value, choice.value))
  }

  /// Sets which rendition of adaptive streams to download, starting with the next segment.
  public func setQuality(_ quality: Quality) { engine.perform(.setQuality(quality.value)) }

  /// Shows or hides the sign-language videos of items, see ``Item/signLanguage``.
  public func setSignLanguage(_ isShown: Bool) { engine.perform(.setSignLanguage(isShown)) }

  /// Delays subtitles; a negative value shows them earlier.
  public func setSubtitleDelay(_ delay: Duration) {
    engine.perform(.setSubtitleDelay(MediaTime(delay)))
  }

  /// Scales text subtitles, clamped to 0.25–4 times their size.
  public func setSubtitleScale(_ scale: Double) { engine.perform(.setSubtitleScale(scale)) }

  /// Sets the appearance of subtitles, at once. Visitors who changed it lose their changes.
  public func setSubtitleStyle(_ style: SubtitleStyle) {
    engine.perform(.setSubtitleStyle(style.value))
  }

  /// Turns the display on or off (DPMS). Playback pauses while it is off.
  public func setDisplayOn(_ isOn: Bool) { engine.setPower(isOn) }
}
