/// The CPU's speed, and the real-time limits.
package struct SchedulingFacts: Hashable, Sendable {
  /// The highest allowed real-time priority; 0 for none.
  package var realtimeLimit = 0
  /// The cpufreq governor; nil if there is none.
  package var governor: String?
  package var speedDriver: String?
  /// A Raspberry Pi's reasons for throttling.
  package var throttled: UInt32?
  /// The temperature of a zone that is too hot, in °C.
  package var heat: Double?
  /// Whether a sensor of the supply voltage raises an alarm.
  package var isUnderVoltage = false

  package init() {}
}

/// The highest priority that a player requests.
private let realtimeLevel = 15

extension SchedulingFacts {
  /// Whether frames are on time on a busy machine.
  func findings(_ user: UserFacts?, _ unit: UnitFile?) -> [Finding] {
    let found = [realtimeFinding(user, unit), governorFinding, throttlingFinding, heatFinding]
      .compactMap(\.self)
    return found.isEmpty
      ? [Finding(.scheduling, .good, "display and sound have realtime priority")] : found
  }

  private func realtimeFinding(_ user: UserFacts?, _ unit: UnitFile?) -> Finding? {
    let limit = max(realtimeLimit, unit?.realtimeLimit ?? 0)
    guard limit < realtimeLevel, user?.isRoot != true else { return nil }
    let name = user?.name ?? "vitrine"
    return Finding(
      .scheduling, .advice, "display and sound run without realtime priority",
      cause: "\(name) may not use realtime scheduling (limit \(limit)); frames are late under load",
      cure: unit == nil
        ? "echo '\(name.filter { $0 != "'" }) - rtprio 20' | "
          + "sudo tee /etc/security/limits.d/vitrine.conf; then log in again"
        : "sudo systemctl edit vitrine, with [Service] LimitRTPRIO=20")
  }

  private var governorFinding: Finding? {
    // With these drivers, powersave adapts the speed to the load.
    let isClever =
      speedDriver.map { ["intel_pstate", "amd-pstate-epp"].contains($0) } ?? false
    guard governor == "powersave", !isClever else { return nil }
    return Finding(
      .scheduling, .advice, "the CPU stays at its lowest speed (powersave)",
      cure: "echo schedutil | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor")
  }

  private var heatFinding: Finding? {
    guard let heat else { return nil }
    return Finding(
      .scheduling, .advice, "the machine is too hot: \(Int(heat)) °C",
      cause: "the CPU slows down, and frames are late",
      cure: "improve the cooling and the air around the machine")
  }

  /// The bits are those of `vcgencmd get_throttled`.
  private var throttlingFinding: Finding? {
    if throttled ?? 0 == 0, isUnderVoltage {
      return Finding(
        .scheduling, .advice, "the voltage is too low",
        cause: "the power supply or its cable is too weak; the CPU slows down",
        cure: "use the board's own power supply and a short cable")
    }
    guard let bits = throttled, bits != 0 else { return nil }
    if bits & 0x1_0001 != 0 {
      return Finding(
        .scheduling, .advice,
        bits & 1 != 0 ? "the voltage is too low" : "the voltage has been too low",
        cause: "the power supply or its cable is too weak; the CPU slows down",
        cure: "use the board's own power supply; check with vcgencmd get_throttled")
    }
    return Finding(
      .scheduling, .advice,
      bits & 0xE != 0 ? "the CPU is throttled" : "the CPU was throttled",
      cause: "it gets too hot", cure: "improve the cooling; check with vcgencmd measure_temp")
  }
}
