import VitrineScenes
import VitrineTiming

/// Kinetic scrolling: position and velocity at one moment. All that comes later follows from them
/// in closed form, at any rate of frames.
struct KineticState: Hashable, Sendable {
  var time: HostTime
  var place: Double
  /// In pixels a second.
  var velocity: Double

  /// Of a fling: the velocity falls to a third in about this many seconds.
  static let decay = 0.325
  /// Of a spring without overshoot, in 1/s: after 0.3 s less than 2 % of the way are left.
  static let stiffness = 20.0
  /// After so many seconds a spring is where it belongs, to less than a pixel.
  static let springTime = 0.5

  private func seconds(at time: HostTime) -> Double { max(0, (time - self.time).seconds) }

  private func moment(_ seconds: Double) -> HostTime {
    time + Duration(roundingNanoseconds: seconds * 1e9)
  }

  /// Flung, and slowed down by nothing but friction.
  func flung(at time: HostTime) -> KineticState {
    let fading = exponential(-seconds(at: time) / Self.decay)
    return KineticState(
      time: time, place: place + velocity * Self.decay * (1 - fading),
      velocity: velocity * fading)
  }

  /// When a fling is no faster than `speed`.
  func slowed(to speed: Double) -> HostTime {
    abs(velocity) <= speed ? time : moment(Self.decay * logarithm(abs(velocity) / speed))
  }

  /// When a fling comes to `end`; nil when it never does.
  func arrival(at end: Double) -> HostTime? {
    let part = (end - place) / (velocity * Self.decay)
    guard part < 1 else { return nil }
    return part > 0 ? moment(-Self.decay * logarithm(1 - part)) : time
  }

  /// Pulled to `target` by a critically damped spring.
  func sprung(to target: Double, at time: HostTime) -> KineticState {
    let elapsed = seconds(at: time)
    let fading = exponential(-Self.stiffness * elapsed)
    let distance = place - target
    let slope = velocity + Self.stiffness * distance
    return KineticState(
      time: time, place: target + (distance + slope * elapsed) * fading,
      velocity: (velocity - Self.stiffness * slope * elapsed) * fading)
  }

  var springEnd: HostTime { moment(Self.springTime) }
}

/// Overscroll: how a list resists a finger that pulls it beyond an end.
struct RubberBand: Hashable, Sendable {
  /// What is seen of the list at once, in pixels: it never gives way as far as that.
  let extent: Double
  /// The share of its way that the finger gets at first.
  private static let softness = 0.55

  /// How far the list gives way to a finger that is `distance` beyond the end.
  func yielding(to distance: Double) -> Double {
    extent * (1 - 1 / (distance * Self.softness / extent + 1))
  }

  /// Where the finger has to be for the list to give way as far as `place`.
  func stretch(for place: Double) -> Double {
    let given = min(place, 0.9 * extent)
    return given * extent / (Self.softness * (extent - given))
  }
}
