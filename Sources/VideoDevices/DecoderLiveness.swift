internal import VitrineTiming

/// What a decoder gives for what it is given, and whether that is so little that it is to be left. A value.
struct DecoderLiveness {
  /// Whether it gave a picture since its session began: a stream may be at fault, and not the device.
  private(set) var hasGiven = false
  /// Packets since the last picture, from a key frame on, and pictures that came damaged.
  private var unanswered = 0
  private var damaged = 0
  /// Whether a key frame was given since the place changed, and how many packets before it.
  private var isBegun = false
  private var givenBefore = 0
  /// It stopped by itself since the last picture.
  private var isResumed = false
  /// When it was waited for last, and for how long it gave nothing, though it has what it needs.
  private var waited: (at: HostTime, silence: Duration)?

  /// No decoder takes this long for one picture.
  static let patience = Duration.seconds(2)
  /// Waits end each half second. One that took longer was stopped itself, and the decoder with it.
  private static let longestWait = Duration.seconds(1)
  /// None keeps so many packets for itself: the standards allow for sixteen pictures, of two fields each.
  private static let mostUnanswered = 64
  /// Who joins a stream in its middle waits for a key frame. Of some containers none is known as one.
  private static let mostBeforeKey = 256
  /// At its end a run leaves no more than a field without its other half, or so.
  private static let mostLeft = 3

  /// Whether it has packets of which a picture may come.
  var isOwed: Bool { unanswered > 0 }
  /// It takes packets, and nothing whole comes of them.
  var isBarren: Bool { unanswered > Self.mostUnanswered }
  /// All has come out, and that was too little.
  var isBarrenAtEnd: Bool { unanswered - damaged > Self.mostLeft }

  mutating func notePacket(isKey: Bool) {
    isBegun = isBegun || isKey || givenBefore > Self.mostBeforeKey
    if isBegun { unanswered += 1 } else { givenBefore += 1 }
  }

  mutating func notePicture() {
    hasGiven = true
    settle()
  }

  mutating func noteDamage() {
    damaged += 1
    waited = nil
  }

  /// Packets of another place follow.
  mutating func noteSeek() {
    settle()
    (isBegun, givenBefore) = (false, 0)
  }

  /// It owes nothing.
  private mutating func settle() {
    (waited, unanswered, damaged, isResumed) = (nil, 0, 0, false)
  }

  /// It took a packet, or waits for others.
  mutating func noteProgress() { waited = nil }

  /// It stopped by itself. False where it is the second time since its last picture: started again and
  /// again it would never give any.
  mutating func noteStop() -> Bool {
    defer { isResumed = true }
    return !isResumed
  }

  /// It is waited for, and has what it needs. False where that is for too long.
  mutating func noteWait(at now: HostTime) -> Bool {
    let step = waited.map { min(now - $0.at, Self.longestWait) } ?? .zero
    let silence = (waited?.silence ?? .zero) + step
    waited = (now, silence)
    return silence <= Self.patience
  }
}
