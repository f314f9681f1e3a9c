/// Keeps sound on a device with its own clock in step with the picture: small differences are corrected by
/// the rate, larger ones by a cut or by silence.
package struct DriftCorrection: Sendable {
  package enum Step: Hashable, Sendable {
    /// Play this number of frames more than the sound has; fewer if negative.
    case play(extra: Int)
    /// Skip frames that are late.
    case skip(Int)
    /// Play silence: the sound is early.
    case wait(Int)
  }

  private let rate: Int
  /// In seconds; nil before the first measurement.
  private var difference: Double?
  /// Extra frames that are still to be played.
  private var owed = 0.0

  /// In seconds: a larger difference is not corrected by the rate.
  package static let tolerance = 0.01
  /// The part of the difference that is corrected in a second.
  private static let stiffness = 0.2
  /// More changes of the rate can be heard.
  private static let mostChange = 0.005
  /// The weight of a measurement: devices report their position in steps.
  private static let weight = 0.1

  /// `rate` is that of the device, in frames per second.
  package init(rate: Int) {
    self.rate = rate
  }

  /// Decides about the next `frames`, which would be heard `early` seconds before their picture; late if
  /// negative.
  package mutating func step(early: Double, frames: Int) -> Step {
    let smooth = difference.map { $0 + Self.weight * (early - $0) } ?? early
    guard abs(smooth) <= Self.tolerance, abs(early) <= 20 * Self.tolerance else {
      restart()
      // bound: the limits
      let distance = Int((min(max(abs(early), 0), 3600) * Double(rate)).rounded())
      return early < 0 ? .skip(distance) : .wait(distance)
    }
    difference = smooth
    let change = min(max(smooth * Self.stiffness, -Self.mostChange), Self.mostChange)
    owed += change * Double(frames)
    let extra = Int(owed)
    owed -= Double(extra)
    return .play(extra: extra)
  }

  /// Other sound follows, or the device was opened again.
  package mutating func restart() { (difference, owed) = (nil, 0) }
}
