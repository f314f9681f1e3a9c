public import VitrineTiming

/// Decides whether the source of the current run owes a picture. A value: the engine fills in what it
/// sees, and the stall detector counts time only while there is no stillness.
///
/// A picture is owed while the decoders have work to do. Whether it is shown is the display's affair.
public struct PictureExpectation: Hashable, Sendable {
  /// Why no picture is owed.
  public enum Stillness: Hashable, Sendable, CaseIterable {
    /// Nothing is open: the queue was stopped, has ended, or a card says why nothing plays.
    case nothingOpen
    /// Another process has the display, so that no picture can be planned for it.
    case noDisplay
    /// The source waits for bytes from the network, or has too few to go on.
    case network
    /// The first pictures and sound of the run are decoded, and a finger on the slider, a seek or the
    /// display keeps it from beginning. The queues are full, and nothing takes from them.
    case ready
    /// The last picture is decoded: what is on screen stays.
    case lastPicture
    /// People have paused it.
    case paused
    /// A finger is on the slider.
    case scrubbing
    /// The display is off, and the programme waits until it is on.
    case displayOff
    /// Decoded pictures wait for their time.
    case early
  }

  /// What the engine sees beside the state.
  public struct Sight: Hashable, Sendable {
    /// Whether there is a display.
    public var isDisplayOpen: Bool
    /// Whether the display has no decoded picture left.
    public var isDisplayWaiting: Bool
    /// Whether no more pictures come of the run.
    public var isExhausted: Bool
    /// Whether the source waits for the network.
    public var awaitsNetwork: Bool

    public init(
      isDisplayOpen: Bool = true, isDisplayWaiting: Bool = true, isExhausted: Bool = false,
      awaitsNetwork: Bool = false
    ) {
      (self.isDisplayOpen, self.isDisplayWaiting) = (isDisplayOpen, isDisplayWaiting)
      (self.isExhausted, self.awaitsNetwork) = (isExhausted, awaitsNetwork)
    }
  }

  /// Nil while a picture is owed.
  public let stillness: Stillness?

  public init(_ state: PlaybackState, _ sight: Sight) {
    stillness = Self.beforeAll(sight) ?? Self.stillness(of: state, sight)
  }

  private static func beforeAll(_ sight: Sight) -> Stillness? {
    if !sight.isDisplayOpen { return .noDisplay }
    return sight.awaitsNetwork ? .network : nil
  }

  private static func stillness(of state: PlaybackState, _ sight: Sight) -> Stillness? {
    switch state.phase {
    case .idle, .ended, .failed: .nothingOpen
    // Also while it is paused: the file is read either way.
    case .opening: nil
    // A paused run decodes its first pictures too, and no more than those.
    case .buffering: state.isReady ? .ready : sight.isExhausted ? .lastPicture : nil
    case .playing: state.heldBy ?? (sight.isDisplayWaiting ? nil : .early)
    }
  }
}

extension PlaybackState {
  /// What holds a run that was begun.
  fileprivate var heldBy: PictureExpectation.Stillness? {
    if isPaused { return .paused }
    if isScrubbing { return .scrubbing }
    return isHeld ? .displayOff : nil
  }
}

/// Whether a new picture is due, of a run that plays. A value.
///
/// None is while the next one that was decoded lies in the future: between two pictures of a slide
/// show in a film a minute may pass.
public struct DuePicture: Sendable {
  /// When the next decoded picture is due; nil where there is none, or its time has not begun.
  public var next: HostTime?
  /// Whether a decoded picture waits.
  public var hasNext: Bool
  /// Whether none will come any more.
  public var isExhausted: Bool

  public init(next: HostTime?, hasNext: Bool, isExhausted: Bool) {
    (self.next, self.hasNext, self.isExhausted) = (next, hasNext, isExhausted)
  }

  public func isDue(at now: HostTime) -> Bool {
    guard hasNext else { return !isExhausted }
    return next.map { $0 <= now } ?? true
  }
}
