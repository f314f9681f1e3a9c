internal import VitrineTiming

/// The detection of decoders that produce too little or nothing.
struct DecoderLiveness {
  /// Whether it produced a picture since its session began: later the stream may be at fault, and
  /// not the device.
  private(set) var hasProducedPicture = false
  /// Packets since the last picture, from a key frame on, and damaged pictures.
  private var pendingPackets = 0
  private var damaged = 0
  /// Whether a key frame was sent since the last seek, and how many packets before it.
  private var isBegun = false
  private var packetsBeforeKey = 0
  /// Whether it has stopped spontaneously since the last picture.
  private var isResumed = false
  /// The time of the last wait, and how long it has produced nothing although it has packets and
  /// buffers.
  private var waited: (at: HostTime, silence: Duration)?

  /// No decoder takes longer for a picture.
  static let timeout = Duration.seconds(2)
  /// Waits end after half a second. A longer wait means that this process was stopped, and the
  /// decoder with it.
  private static let longestWait = Duration.seconds(1)
  /// No decoder holds more packets: the standards allow for sixteen pictures of two fields each.
  private static let mostPendingPackets = 64
  /// A stream joined in the middle has to wait for a key frame. After this many packets, the
  /// container probably marks none.
  private static let mostBeforeKey = 256
  /// The most packets without a picture at the end of a run, such as an unpaired field.
  private static let mostLeft = 3

  /// Whether it has packets that may produce a picture.
  var isPicturePending: Bool { pendingPackets > 0 }
  /// Whether it accepts packets without producing complete pictures.
  var isStalled: Bool { pendingPackets > Self.mostPendingPackets }
  /// Whether it has produced too little at the end of a run.
  var isStalledAtEnd: Bool { pendingPackets - damaged > Self.mostLeft }

  mutating func recordPacket(isKey: Bool) {
    isBegun = isBegun || isKey || packetsBeforeKey > Self.mostBeforeKey
    if isBegun { pendingPackets += 1 } else { packetsBeforeKey += 1 }
  }

  mutating func recordPicture() {
    hasProducedPicture = true
    settle()
  }

  mutating func recordDamage() {
    damaged += 1
    waited = nil
  }

  /// Records a seek.
  mutating func recordSeek() {
    settle()
    (isBegun, packetsBeforeKey) = (false, 0)
  }

  /// Resets the state after a picture.
  private mutating func settle() {
    (waited, pendingPackets, damaged, isResumed) = (nil, 0, 0, false)
  }

  /// Records that it accepted a packet, or waits for others.
  mutating func recordProgress() { waited = nil }

  /// Records a spontaneous stop. Returns false the second time since its last picture: restarting
  /// would not help.
  mutating func recordStop() -> Bool {
    defer { isResumed = true }
    return !isResumed
  }

  /// Records a wait although the decoder has what it needs. Returns false if it has been silent for
  /// too long.
  mutating func recordWait(at now: HostTime) -> Bool {
    let step = waited.map { min(now - $0.at, Self.longestWait) } ?? .zero
    let silence = (waited?.silence ?? .zero) + step
    waited = (now, silence)
    return silence <= Self.timeout
  }
}
