internal import Gestures
internal import Playback
internal import Timing

/// What a display that is off has to do with fingers and keys: nobody acts on what they do not see.
struct Sleep {
  /// When it was last told that somebody is there; nil since the display was turned off.
  var toldAt: HostTime?

  /// Not oftener than this.
  static let renewal = Duration.seconds(1)
}

extension Interface {
  /// A finger in the dark means that somebody is there, and nothing else until it is lifted. Ghosts,
  /// palms and storms are nobody: of them there are no gestures.
  mutating func receiveUnseen(
    _ gesture: Gesture<Region>, at now: HostTime
  ) -> [InterfaceRequest] {
    guard gesture.isByFinger else { return [] }
    _ = recogniser.ignoreCurrentTouches(at: now)
    return keepAwake(at: now)
  }

  /// Somebody is there: has a display that is off turned on, and any other stay on for as long.
  mutating func keepAwake(at now: HostTime) -> [InterfaceRequest] {
    guard options.isWaking else { return [] }
    if let last = sleep.toldAt, now < last + Sleep.renewal { return [] }
    sleep.toldAt = now
    return [.perform(.power(.wake))]
  }

  /// The display was turned off: what was being done is undone, and what is on the glass means
  /// nothing more. The key that did it is still down.
  mutating func fallAsleep(at now: HostTime) -> [InterfaceRequest] {
    sleep.toldAt = nil
    _ = repeater.releaseAll(except: .power)
    menu = nil
    return recogniser.ignoreCurrentTouches(at: now).flatMap { receiveSeen($0, at: now) }
  }
}
