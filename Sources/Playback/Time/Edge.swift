internal import VitrineTiming

/// Where one item ends and the next begins, in the sound device's samples.
///
/// Picture and sound of an item rarely end together. The next item begins where the sound ends,
/// so that no silence is heard, as long as its first picture then comes neither before the last
/// one of this item was seen nor after its time.
public struct Edge: Sendable {
  /// When the last picture comes on screen, and when its time is over.
  public var lastPicture: Double
  public var pictureEnd: Double
  /// The place after the last sample; nil for an item without sound.
  public var soundEnd: Double?
  /// By how much the edges before came too early, for being put on the grid.
  public var owed = 0.0

  /// Sound that lasts longer than its pictures by this much is cut, in seconds. What is longer
  /// is meant: the last picture stays up for it.
  private static let longestTail = 0.1
  /// A last picture that stands for so long is a still, in seconds.
  private static let shortestStill = 1.0
  /// First pictures are put on tenths of a vblank period: at the usual frame rates none of those
  /// that follow then lies where the least noise would move it to the next vblank.
  /// Nor on the two on either side of 0.55 of a period, where a frame goes to the next vblank
  /// (`FramePacer.earliness`): the clock of the sound wanders by a twentieth of a period at times.
  private static let grain = 0.1
  /// No more than so many vblanks are made up for: what is missing beyond was an edge that came early for good.
  private static let mostOwed = 6.0

  /// Places count samples, `rate` of them per second.
  public init(lastPicture: Double, pictureEnd: Double, soundEnd: Double?, owed: Double = 0) {
    (self.lastPicture, self.pictureEnd, self.soundEnd) = (lastPicture, pictureEnd, soundEnd)
    self.owed = owed
  }

  /// The place of the next item's first sample, which is also when its first picture is due.
  /// `vblank` is the place of any vblank and `period` the samples from one to the next; without
  /// them the place is not moved to the grid.
  public func place(rate: Double, vblank: Double?, period: Double?) -> Int64 {
    let wanted = wantedPlace(rate: rate, period: period ?? 0)
    guard let vblank, let period, period > 0 else { return Int64(saturating: wanted.rounded(.up)) }
    let grain = period * Self.grain
    // Downwards: upwards the picture could miss the vblank that its predecessor's time ends at.
    // What lies on the grid but for rounding stays.
    var tenths = ((wanted - vblank) / grain + 0.02).rounded(.down)
    let phase = tenths - (tenths / 10).rounded(.down) * 10
    if phase == 5 || phase == 6 { tenths -= phase - 4 }
    let place = vblank + tenths * grain
    return Int64(saturating: max(place, min(wanted, lastPicture + period)))
  }

  /// What the next edge owes when this one is at `place`. Stills repay it, so that a list of them lasts as long as its
  /// durations say, to within a vblank and a half.
  public func owed(at place: Int64, rate: Double, period: Double?) -> Double {
    let period = period ?? 0
    let wanted = wantedPlace(rate: rate, period: period) - repaid(rate, period) + owed
    return min(max(wanted - Double(place), 0), period * Self.mostOwed)
  }

  /// What moves is left alone: its edges have sound, or a rhythm. A still stays for a vblank more than its time has,
  /// begun ones counted, only for a whole one that is owed: then the next picture lies as it would have lain between
  /// two vblanks. Of less it has what room there is before the next vblank, but for what is near that, where noise
  /// would decide; of a whole number of vblanks it has none.
  private func repaid(_ rate: Double, _ period: Double) -> Double {
    let length = pictureEnd - lastPicture
    guard soundEnd == nil, period > 0, length >= Self.shortestStill * rate else { return 0 }
    let whole = (owed / period).rounded(.down) * period
    let vblanks = length / period
    // A length that is whole but for rounding has no room.
    let room = (vblanks - 0.002).rounded(.up) - vblanks - 0.05
    return whole + min(owed - whole, max(0, room * period))
  }

  private func wantedPlace(rate: Double, period: Double) -> Double {
    guard let soundEnd else { return pictureEnd + repaid(rate, period) }
    if soundEnd > pictureEnd + Self.longestTail * rate { return soundEnd }
    return min(max(soundEnd, lastPicture + period), max(pictureEnd, lastPicture + period))
  }
}
