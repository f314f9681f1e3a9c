internal import VitrineTiming

/// The boundary between two items, in the sound device's samples.
///
/// Picture and sound of an item rarely end together. The next item starts where the sound ends, so
/// that there is no silence. Its first picture must appear neither before this item's last picture
/// was visible nor after its time.
package struct ItemBoundary: Sendable {
  /// When the last picture appears, and when its time is over.
  package var lastPicture: Double
  package var pictureEnd: Double
  /// The position after the last sample; nil for an item without sound.
  package var soundEnd: Double?
  /// The time by which earlier boundaries were too early, because of rounding to the grid.
  package var owed = 0.0

  /// If the sound is longer than the pictures by at most this (in seconds), it is cut. Longer sound
  /// is intentional: the last picture stays for it.
  private static let longestTail = 0.1
  /// A last picture of at least this duration (in seconds) is a still.
  private static let shortestStill = 1.0
  /// First pictures are placed on tenths of a vblank period: at the usual frame rates, none of the
  /// following pictures then falls where noise would move it to the next vblank. The two tenths on
  /// either side of 0.55 of a period are avoided, where a frame moves to the next vblank
  /// (`FramePacer.earliness`): the sound clock occasionally wanders by a twentieth of a period.
  private static let grain = 0.1
  /// The maximum correction in vblanks: a larger error was a boundary that came early for good.
  private static let mostOwed = 6.0

  /// Positions count samples, `rate` of them per second.
  package init(lastPicture: Double, pictureEnd: Double, soundEnd: Double?, owed: Double = 0) {
    self.lastPicture = lastPicture
    self.pictureEnd = pictureEnd
    self.soundEnd = soundEnd
    self.owed = owed
  }

  /// The position of the next item's first sample, when its first picture is due as well. `vblank`
  /// is the position of any vblank, and `period` the samples between two; without them the position
  /// is not aligned.
  package func place(rate: Double, vblank: Double?, period: Double?) -> Int64 {
    let wanted = wantedPlace(rate: rate, period: period ?? 0)
    guard let vblank, let period, period > 0 else { return Int64(saturating: wanted.rounded(.up)) }
    let grain = period * Self.grain
    // Rounds down: rounding up, the picture could miss the vblank at which its predecessor ends.
    // Positions on the grid, except for rounding errors, stay.
    var tenths = ((wanted - vblank) / grain + 0.02).rounded(.down)
    let phase = tenths - (tenths / 10).rounded(.down) * 10
    if phase == 5 || phase == 6 { tenths -= phase - 4 }
    let place = vblank + tenths * grain
    return Int64(saturating: max(place, min(wanted, lastPicture + period)))
  }

  /// The error that the next boundary corrects if this one is at `place`. Stills correct it, so
  /// that a list of them lasts as long as its durations add up to, within one and a half vblanks.
  package func owed(at place: Int64, rate: Double, period: Double?) -> Double {
    let period = period ?? 0
    let wanted = wantedPlace(rate: rate, period: period) - repaid(rate, period) + owed
    return min(max(wanted - Double(place), 0), period * Self.mostOwed)
  }

  /// Moving pictures are not corrected: their boundaries have sound, or a rhythm. A still occupies
  /// one vblank more than its duration needs only to correct a whole vblank: the next picture then
  /// keeps its phase between two vblanks. Smaller corrections use the room before the next vblank,
  /// without a margin near it, where noise would decide; a duration of whole vblanks has no such
  /// room.
  private func repaid(_ rate: Double, _ period: Double) -> Double {
    let length = pictureEnd - lastPicture
    guard soundEnd == nil, period > 0, length >= Self.shortestStill * rate else { return 0 }
    let whole = (owed / period).rounded(.down) * period
    let vblanks = length / period
    // A duration of whole vblanks, except for rounding errors, has no room.
    let room = (vblanks - 0.002).rounded(.up) - vblanks - 0.05
    return whole + min(owed - whole, max(0, room * period))
  }

  private func wantedPlace(rate: Double, period: Double) -> Double {
    guard let soundEnd else { return pictureEnd + repaid(rate, period) }
    if soundEnd > pictureEnd + Self.longestTail * rate { return soundEnd }
    return min(max(soundEnd, lastPicture + period), max(pictureEnd, lastPicture + period))
  }
}
