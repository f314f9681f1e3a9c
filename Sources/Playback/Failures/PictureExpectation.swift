package import VitrineTiming

/// Decides whether the current run's source has to deliver a picture. The engine fills in what it
/// sees; the stall detector counts time only while there is no `idleReason`.
///
/// A picture is due while the decoders have work to do. Whether it is shown depends on the display.
package struct PictureExpectation: Hashable, Sendable {
  /// Why no picture is due.
  package enum IdleReason: Hashable, Sendable, CaseIterable {
    /// Nothing is open: the queue was stopped, has ended, or an error card is shown.
    case nothingOpen
    /// Another process uses the display, so pictures cannot be planned.
    case noDisplay
    /// The source waits for the network, or has too little buffered to resume.
    case network
    /// The run's first pictures and sound are decoded, but scrubbing, a seek or the display delays
    /// the start. The queues are full and are not emptied.
    case ready
    /// The last picture is decoded, and stays on screen.
    case lastPicture
    /// Playback is paused.
    case paused
    /// A visitor drags the slider.
    case scrubbing
    /// The display is off, and the programme waits for it.
    case displayOff
    /// Decoded pictures are not due yet.
    case early
  }

  /// The engine's view in addition to the state.
  package struct Inputs: Hashable, Sendable {
    /// Whether there is a display.
    package var isDisplayOpen: Bool
    /// Whether the display has no decoded picture left.
    package var isDisplayWaiting: Bool
    /// Whether the run has no more pictures.
    package var isExhausted: Bool
    /// Whether the source waits for the network.
    package var awaitsNetwork: Bool

    package init(
      isDisplayOpen: Bool = true, isDisplayWaiting: Bool = true, isExhausted: Bool = false,
      awaitsNetwork: Bool = false
    ) {
      self.isDisplayOpen = isDisplayOpen
      self.isDisplayWaiting = isDisplayWaiting
      self.isExhausted = isExhausted
      self.awaitsNetwork = awaitsNetwork
    }
  }

  /// Nil while a picture is due.
  package let idleReason: IdleReason?

  package init(_ state: PlaybackState, _ inputs: Inputs) {
    idleReason = Self.beforeAll(inputs) ?? Self.idleReason(of: state, inputs)
  }

  private static func beforeAll(_ inputs: Inputs) -> IdleReason? {
    if !inputs.isDisplayOpen { return .noDisplay }
    return inputs.awaitsNetwork ? .network : nil
  }

  private static func idleReason(of state: PlaybackState, _ inputs: Inputs) -> IdleReason? {
    switch state.phase {
    case .idle, .ended, .failed: .nothingOpen
    // Even while paused: the file is read either way.
    case .opening: nil
    // A paused run decodes only its first pictures.
    case .buffering: state.isReady ? .ready : inputs.isExhausted ? .lastPicture : nil
    case .playing: state.heldBy ?? (inputs.isDisplayWaiting ? nil : .early)
    }
  }
}

extension PlaybackState {
  /// Why a started run is held.
  fileprivate var heldBy: PictureExpectation.IdleReason? {
    if isPaused { return .paused }
    if isScrubbing { return .scrubbing }
    return isHeld ? .displayOff : nil
  }
}

/// Whether a new picture is due in a playing run.
///
/// Not while the next decoded picture is in the future: a slide show stored as a video may have a
/// minute between two pictures.
package struct DuePicture: Sendable {
  /// When the next decoded picture is due; nil if there is none, or its time has not started.
  package var next: HostTime?
  /// Whether a decoded picture is queued.
  package var hasNext: Bool
  /// Whether the last picture was decoded.
  package var isExhausted: Bool

  package init(next: HostTime?, hasNext: Bool, isExhausted: Bool) {
    self.next = next
    self.hasNext = hasNext
    self.isExhausted = isExhausted
  }

  package func isDue(at now: HostTime) -> Bool {
    guard hasNext else { return !isExhausted }
    return next.map { $0 <= now } ?? true
  }
}
