import VitrineScenes
import VitrineTiming

/// Kinetic scrolling: position and velocity at one moment. Later states follow in closed form,
/// independent of the frame rate.
struct KineticState: Hashable, Sendable {
  var time: HostTime
  var place: Double
  /// In pixels per second.
  var velocity: Double

  /// For a fling: the velocity falls to a third in about this many seconds.
  static let decay = 0.325
  /// For a critically damped spring, in 1/s: after 0.3 s, less than 2 % of the distance is left.
  static let stiffness = 20.0
  /// After this many seconds a spring is less than a pixel from its target.
  static let springTime = 0.5

  private func seconds(at time: HostTime) -> Double { max(0, (time - self.time).seconds) }

  private func moment(_ seconds: Double) -> HostTime {
    time + Duration(roundingNanoseconds: seconds * 1e9)
  }

  /// The state during a fling, slowed down by friction.
  func flung(at time: HostTime) -> KineticState {
    let fading = exponential(-seconds(at: time) / Self.decay)
    return KineticState(
      time: time, place: place + velocity * Self.decay * (1 - fading),
      velocity: velocity * fading)
  }

  /// When a fling has slowed down to `speed`.
  func slowed(to speed: Double) -> HostTime {
    abs(velocity) <= speed ? time : moment(Self.decay * logarithm(abs(velocity) / speed))
  }

  /// When a fling reaches `end`; nil if it never does.
  func arrival(at end: Double) -> HostTime? {
    let part = (end - place) / (velocity * Self.decay)
    guard part < 1 else { return nil }
    return part > 0 ? moment(-Self.decay * logarithm(1 - part)) : time
  }

  /// The state when pulled to `target` by a critically damped spring.
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

/// Overscroll: the resistance of a list that a finger pulls beyond its end.
struct RubberBand: Hashable, Sendable {
  /// The visible length of the list, in pixels, which limits the overscroll.
  let extent: Double
  /// How much of the finger's movement the list follows at first.
  private static let softness = 0.55

  /// The overscroll for a finger that is `distance` beyond the end.
  func yielding(to distance: Double) -> Double {
    extent * (1 - 1 / (distance * Self.softness / extent + 1))
  }

  /// The inverse: the finger's distance for this overscroll.
  func stretch(for place: Double) -> Double {
    let given = min(place, 0.9 * extent)
    return given * extent / (Self.softness * (extent - given))
  }
}
