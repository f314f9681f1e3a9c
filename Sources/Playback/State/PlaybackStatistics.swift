package import VitrineTiming

/// Statistics of the frames shown, from the kernel's flips. Uses constant memory.
package struct PlaybackStatistics: Sendable {
  /// Frames decoded.
  package var decoded = 0
  /// Frames that reached the screen.
  package var presented = 0
  /// Presented frames that reached the screen after their vblank.
  package var late = 0
  /// Decoded frames that never reached the screen, because the next one was already due.
  package var dropped = 0
  /// Vblanks at which a frame was repeated although the next one was due.
  package var repeated = 0
  /// Commits retried by the flip watchdog.
  package var recoveries = 0
  /// Underruns of the sound device.
  package var underruns = 0
  /// Packets that the decoders rejected.
  package var damaged = 0
  /// Frames skipped because the machine cannot decode or show all of them.
  package var leftOut = 0
  private var itemEdges = ItemEdges()
  /// The frames of the items' sign-language videos.
  package var inset = InsetFrames()
  /// The A/V offset: positive if the picture is late.
  package var offsets = Histogram()
  /// The time of the latest page flip.
  package var lastFlip: HostTime?

  package init() {}

  package struct InsetFrames: Hashable, Sendable {
    /// Frames that reached the screen.
    package var presented = 0
    /// Decoded frames that never did.
    package var dropped = 0
    /// How often it was hidden because composing it delayed the video.
    package var hidden = 0
  }

  private struct ItemEdges: Sendable {
    var gaps = Histogram()
    var transitions = 0
    var cutTransitions = 0
  }

  /// The time from an item's last flip to the first flip of the next one.
  package var edges: Histogram {
    get { itemEdges.gaps }
    _modify { yield &itemEdges.gaps }
  }

  /// Transitions between items.
  package var transitions: Int {
    get { itemEdges.transitions }
    set { itemEdges.transitions = newValue }
  }

  /// Transitions that were cut because the display cannot mix the pictures.
  package var cutTransitions: Int {
    get { itemEdges.cutTransitions }
    set { itemEdges.cutTransitions = newValue }
  }

  /// Records that a frame due at `due` reached the screen at `flip`.
  package mutating func present(due: HostTime?, flip: HostTime, vblanks: VblankClock) {
    presented += 1
    guard let due else { return }
    offsets.add(flip - due)
    let wanted = FramePacer().lastVblank(for: due, vblanks: vblanks)
    let missed = vblanks.periods(from: wanted, to: flip)
    guard missed > 0 else { return }
    late += 1
    repeated += missed
  }
}
