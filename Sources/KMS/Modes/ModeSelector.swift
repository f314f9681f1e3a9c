package import VitrinePictures

/// The frame rate of the video, to find a mode of the same size for.
package struct RateMatch: Hashable, Sendable {
  package var content: Refresh
  /// Shows video of up to 30 Hz at twice its rate if possible: some televisions flicker or judder
  /// at 24 Hz.
  package var prefersDouble: Bool

  package init(content: Refresh, prefersDouble: Bool = false) {
    self.content = content
    self.prefersDouble = prefersDouble
  }
}

/// The inputs for choosing a mode. It accesses no device.
package struct ModeSelector: Sendable {
  package var policy: ModePolicy
  /// Nil keeps the policy's rate.
  package var match: RateMatch?
  /// The modes that the connector lists now.
  package var listed: [Mode]
  /// Whether the monitor has an EDID. Without one, the kernel lists guesses.
  package var hasEDID: Bool
  /// The modes from the configuration, best first.
  package var custom: [Mode]
  /// The latest mode that worked with this connector or monitor.
  package var remembered: Mode?

  package init(
    policy: ModePolicy, match: RateMatch? = nil, listed: [Mode], hasEDID: Bool,
    custom: [Mode] = [], remembered: Mode? = nil
  ) {
    self.policy = policy
    self.match = match
    self.listed = listed
    self.hasEDID = hasEDID
    self.custom = custom
    self.remembered = remembered
  }
}

/// The chosen mode, and why.
package struct ModeChoice: Hashable, Sendable {
  package enum Origin: Hashable, Sendable { case listed, custom, remembered }

  package let mode: Mode
  package let origin: Origin
  /// A sentence for the log.
  package let reason: String
  /// Whether the mode is a substitute until the monitor can be identified: probe again after a
  /// while, and do not remember it.
  package let isProvisional: Bool
}

extension ModeSelector {
  /// Chooses the mode. `fits` checks with a test commit whether the board can scan out a mode; it
  /// is called from the best mode to the worst until it returns true. Returns nil if no mode is
  /// left, or if the pinned mode does not exist.
  ///
  /// The configuration's modes are for pinned modes, matched rates, and monitors that list none;
  /// otherwise the monitor's own modes come first.
  package func choose(fits: (Mode) -> Bool) -> ModeChoice? {
    // A television that is off, or a switch in between, lists nothing or only the kernel's guesses.
    // That must not turn a video wall from 1080p to 1024x768.
    if listsNothing || (listsGuesses && (!custom.isEmpty || remembersMore)) {
      if let choice = standIn(fits) { return choice }
    }
    guard let base = ranked.first(where: fits) else { return nil }
    let reason = policy.reason(base, outOf: ranked.first)
    guard let match else { return choice(base, reason) }
    let (mode, why) = matching(match, base, fits)
    return choice(mode, mode == base ? "\(reason); \(why)" : why)
  }

  private func choice(_ mode: Mode, _ reason: String) -> ModeChoice {
    ModeChoice(
      mode: mode, origin: listed.contains(mode) ? .listed : .custom, reason: reason,
      isProvisional: listsNothing)
  }

  private var listsNothing: Bool { listed.isEmpty }

  /// Whether the list consists of the kernel's guesses, VESA's sizes up to 1024x768
  /// (`drm_add_modes_noedid`). Panels without EDID list their single size, which is usually not
  /// among these.
  private var listsGuesses: Bool {
    !hasEDID && listed.allSatisfy { Self.guessedSizes.contains($0.size) }
  }

  private static let guessedSizes: Set<PixelSize> = [
    PixelSize(640, 350), PixelSize(640, 400), PixelSize(720, 400), PixelSize(640, 480),
    PixelSize(800, 600), PixelSize(848, 480), PixelSize(1024, 768),
  ]

  private var remembersMore: Bool {
    guard let remembered else { return false }
    return remembered.size.width > 1024 || remembered.size.height > 768
  }

  /// The substitute mode for a monitor that does not list its modes.
  private func standIn(_ fits: (Mode) -> Bool) -> ModeChoice? {
    let cause = listsNothing ? "the display lists no modes" : "the display has no EDID"
    var candidates: [(Mode, ModeChoice.Origin, String)] = []
    if case .pin(let request) = policy {
      let mode = custom.best(for: request) ?? remembered.flatMap { [$0].best(for: request) }
      candidates += (mode ?? Mode(custom: request)).map { [($0, .custom, "the pinned mode")] } ?? []
    } else {
      candidates = custom.map { ($0, .custom, "the configuration's mode") }
      candidates += remembered.map { [($0, .remembered, "the last working mode")] } ?? []
    }
    guard let (mode, origin, source) = candidates.first(where: { fits($0.0) }) else { return nil }
    // The configuration's modes are for monitors that never list any.
    let isProvisional = origin == .remembered || custom.isEmpty
    return ModeChoice(
      mode: mode, origin: origin, reason: "\(mode): \(cause); using \(source)",
      isProvisional: isProvisional)
  }
}

extension ModeSelector {
  /// The mode of the base mode's size whose rate suits the content, and why; the base mode if there
  /// is none.
  func matching(_ match: RateMatch, _ base: Mode, _ fits: (Mode) -> Bool) -> (Mode, String) {
    var known: Set<Mode> = []
    let sized = (listed + custom).filter { mode in
      mode.size == base.size && !mode.isInterlaced && known.insert(mode).inserted
    }
    for factor in match.factors {
      guard let wanted = match.content.times(factor) else { continue }
      if let mode = sized.nearest(to: wanted).first(where: fits) {
        let times = factor == 1 ? "" : "\(factor) times "
        return (mode, "\(mode): \(times)the content's \(match.content) Hz")
      }
    }
    let usual = sized.nearest(to: match.usual).first(where: fits) ?? base
    return (usual, "\(usual): no refresh rate matches the content's \(match.content) Hz")
  }
}

extension RateMatch {
  /// The possible repeats of each picture, best first: the fewest that reach 24 Hz.
  var factors: [Int64] {
    let rising = (1...5).map(Int64.init).filter { content.value * Double($0) >= 23.9 }
    guard prefersDouble, content.value <= 30.1, rising.contains(2) else { return rising }
    return [2] + rising.filter { $0 != 2 }
  }

  /// The rate for content that suits no mode: 60 Hz, or 60000/1001 if that is the content's family,
  /// so that the cadence is regular.
  fileprivate var usual: Refresh {
    let (whole, slower) = (Refresh(60), Refresh(60_000, 1001))
    let family = (content.value * 1.001).rounded()
    let isSlower =
      abs(content.value * 1.001 - family) < abs(content.value - content.value.rounded())
    return (isSlower ? slower : whole) ?? content
  }
}

extension [Mode] {
  /// The modes within 0.1 % of a rate, the nearest first: 23.976 for 23.976, or 24 if there is no
  /// such mode. The limit allows for clocks rounded to kHz.
  fileprivate func nearest(to rate: Refresh) -> [Mode] {
    compactMap { mode in mode.refreshFraction.map { (mode, rate.distance(to: $0)) } }
      .filter { $0.1 <= 0.001_02 }
      .sorted { $0.1 < $1.1 }
      .map(\.0)
  }
}

extension ModeSelector {
  /// The policy's candidates, best first.
  var ranked: [Mode] {
    switch policy {
    case .pin(let request):
      // The monitor's own first: it was built for that timing.
      return [listed.best(for: request), custom.best(for: request)].compactMap { $0 }
    case .preferred:
      return (listed.best(for: nil).map { [$0] } ?? []) + byHeight
    case .highest: return byHeight
    }
  }

  private var byHeight: [Mode] {
    listed.enumerated().sorted { a, b in
      let (first, second) = (a.element.rank, b.element.rank)
      return first == second ? a.offset < b.offset : first.lexicographicallyPrecedes(second)
    }.map(\.element)
  }
}

extension Mode {
  /// Smaller is better: progressive at 49 to 76 Hz, other progressive, interlaced; then the
  /// largest; then the nearest to 60 Hz.
  fileprivate var rank: [Double] {
    let isUsual = 49...76 ~= refresh
    let kind = isInterlaced ? 2.0 : isUsual ? 0 : 1
    return [kind, -Double(size.width * size.height), abs(refresh - 60)]
  }
}

extension ModePolicy {
  func reason(_ mode: Mode, outOf best: Mode?) -> String {
    let what =
      switch self {
      case .pin: "as pinned"
      case .preferred: "as the display prefers"
      case .highest: "the highest"
      }
    guard let best, best != mode else { return "\(mode): \(what)" }
    return "\(mode): the best that this board can scan out; \(best), \(what), exceeds its limits"
  }
}
