package import VitrineTiming

/// Decides how far the player spares a machine that is too hot or has too little voltage: one measure
/// at a time, and back once it has been well for a while.
package struct ThermalPolicy: Sendable {
  /// The measures, each with those before it.
  package enum Easing: Int, Comparable, CaseIterable, Sendable {
    case none
    /// Cheaper decoding: without the loop filter, and smaller renditions of adaptive streams.
    case decoding
    /// A dimmer backlight.
    case brightness

    package static func < (a: Easing, b: Easing) -> Bool { a.rawValue < b.rawValue }
  }

  /// A thermal zone, in °C.
  package struct Zone: Hashable, Sendable {
    package var temperature: Double
    /// The temperature at which it counts as too hot.
    package var limit: Double

    /// `trips` are the trip points at which the kernel throttles, and `critical` is the one at which
    /// it turns the machine off.
    package init(temperature: Double, trips: [Double] = [], critical: Double? = nil) {
      self.temperature = temperature
      let limits = trips + [critical.map { $0 - ThermalPolicy.reserve }].compactMap(\.self)
      // Boards that throttle earlier do so all the time.
      limit =
        limits.filter { $0 >= ThermalPolicy.usualLimit }.min()
        ?? (critical == nil ? ThermalPolicy.unknownLimit : ThermalPolicy.usualLimit)
    }
  }

  package struct Reading: Hashable, Sendable {
    package var zones: [Zone] = []
    /// Whether the firmware throttles the CPU now.
    package var isThrottled = false
    package var isUnderVoltage = false

    package init() {}
  }

  /// In °C.
  private static let usualLimit = 80.0
  /// For a zone without trip points: many processors throttle at 100 °C.
  private static let unknownLimit = 95.0
  /// How far below the critical temperature a zone is too hot.
  private static let reserve = 10.0
  /// How far below its limit a zone has cooled down.
  private static let hysteresis = 6.0
  /// How long it must be too hot before the next measure.
  private static let tolerance = Duration.seconds(30)
  /// How long it must be well before a measure ends: longer each time that this was too early.
  private static let shortest = Duration.seconds(120)
  private static let longest = Duration.seconds(1920)
  /// If the machine gets too hot within this time, a measure has ended too early.
  private static let relapse = Duration.seconds(600)

  package private(set) var easing = Easing.none
  private var stressedSince: HostTime?
  private var wellSince: HostTime?
  /// When a measure last ended.
  private var ended: HostTime?
  private var patience = Self.shortest

  package init() {}

  /// Returns the new measure if it changes. Call it every few seconds.
  package mutating func update(_ reading: Reading, at now: HostTime) -> Easing? {
    if reading.isStressed {
      let since = stressedSince ?? now
      (stressedSince, wellSince) = (since, nil)
      return now - since >= Self.tolerance ? increase(at: now) : nil
    }
    stressedSince = nil
    // Between the two limits, everything stays.
    guard reading.isWell(hysteresis: Self.hysteresis) else {
      wellSince = nil
      return nil
    }
    let since = wellSince ?? now
    wellSince = since
    return now - since >= patience ? decrease(at: now) : nil
  }

  private mutating func increase(at now: HostTime) -> Easing? {
    guard let next = Easing(rawValue: easing.rawValue + 1) else { return nil }
    if let ended, now - ended < Self.relapse { patience = min(patience * 2, Self.longest) }
    // The measure needs time to show an effect.
    (easing, stressedSince, ended) = (next, now, nil)
    return next
  }

  private mutating func decrease(at now: HostTime) -> Easing? {
    guard let next = Easing(rawValue: easing.rawValue - 1) else {
      if let ended, now - ended >= Self.relapse { (patience, self.ended) = (Self.shortest, nil) }
      return nil
    }
    (easing, wellSince, ended) = (next, now, now)
    return next
  }
}

extension ThermalPolicy.Reading {
  /// The highest temperature of the zones that are too hot, in °C; nil if none is.
  package var heat: Double? {
    zones.filter { $0.temperature >= $0.limit }.map(\.temperature).max()
  }

  fileprivate var isStressed: Bool { isThrottled || isUnderVoltage || heat != nil }

  fileprivate func isWell(hysteresis: Double) -> Bool {
    zones.allSatisfy { $0.temperature < $0.limit - hysteresis }
  }
}

extension ThermalPolicy.Easing {
  /// For programs.
  package var word: String {
    switch self {
    case .none: "none"
    case .decoding: "decoding"
    case .brightness: "brightness"
    }
  }

  /// For the log.
  package var text: String {
    switch self {
    case .none: "decoding and brightness are back to normal"
    case .decoding: "decoding without the loop filter, and adaptive streams at 720p or less"
    case .brightness: "also dimming the backlight"
    }
  }

  /// The highest rendition for a preference.
  package func limiting(_ preference: VariantPolicy.Preference) -> VariantPolicy.Preference {
    self >= .decoding && preference == .automatic ? .upTo(height: 720) : preference
  }

  /// The least effort that decoding saves.
  package var effort: DecodeEffort { self >= .decoding ? .withoutLoopFilter : .full }

  /// The brightness of a backlight, in percent.
  package func limiting(percent: Int) -> Int {
    self >= .brightness ? max(percent * 3 / 5, min(percent, 1)) : percent
  }
}
