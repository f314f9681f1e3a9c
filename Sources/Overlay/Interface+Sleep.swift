import Gestures
import Playback
import Timing

/// What a display that is off has to do with fingers and keys: nobody acts on what they do not see.
struct Sleep {
  /// Whether fingers are on the glass, and whether they came while it was off, or were there
  /// when it went off.
  var (isTouched, isBlind) = (false, false)
  /// When it was last told that somebody is there; nil since it was turned off.
  var toldAt: HostTime?

  /// Not oftener than this.
  static let renewal = Duration.seconds(1)
}

extension Interface {
  /// Whether these fingers came down in the dark: until the last is up they mean nothing else than
  /// that somebody is there.
  mutating func isUnseen(_ frame: TouchFrame) -> Bool {
    sleep.isTouched = !frame.contacts.isEmpty
    guard !status.isDisplayOn || sleep.isBlind else { return false }
    sleep.isBlind = sleep.isTouched
    return true
  }

  /// Dirt that lay on the glass when it went off is nobody.
  mutating func keepAwake(by frame: TouchFrame) -> [InterfaceRequest] {
    let isNews = status.isDisplayOn || !sleep.isBlind
    return frame.contacts.isEmpty || !isNews ? [] : keepAwake(at: frame.time)
  }

  /// Somebody is there: has a display that is off turned on, and any other stay on for as long.
  mutating func keepAwake(at now: HostTime) -> [InterfaceRequest] {
    guard options.isWaking else { return [] }
    if let last = sleep.toldAt, now < last + Sleep.renewal { return [] }
    sleep.toldAt = now
    return [.perform(.power(.wake))]
  }

  /// The display was turned off: what was being done is undone, as if the hand were gone.
  mutating func fallAsleep(at now: HostTime) -> [InterfaceRequest] {
    sleep.toldAt = nil
    sleep.isBlind = sleep.isTouched
    loseKeys()
    menu = nil
    return undoTouches(at: now)
  }
}
