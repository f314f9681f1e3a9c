import VitrinePictures

extension ModeSelector {
  /// Chooses the mode. `fits` checks with a test commit whether the board can scan out a mode; it
  /// is called from the best mode to the worst until it returns true. Returns nil if no mode is
  /// left, or if the pinned mode does not exist.
  ///
  /// The configuration's modes are for pinned modes, matched rates, and monitors that list none;
  /// otherwise the monitor's own modes come first.
  public func choose(fits: (Mode) -> Bool) -> ModeChoice? {
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
      candidates += remembered.map { [($0, .remembered, "the mode that ran last")] } ?? []
    }
    guard let (mode, origin, source) = candidates.first(where: { fits($0.0) }) else { return nil }
    // The configuration's modes are for monitors that never list any.
    let isProvisional = origin == .remembered || custom.isEmpty
    return ModeChoice(
      mode: mode, origin: origin, reason: "\(mode): \(cause); using \(source)",
      isProvisional: isProvisional)
  }
}
