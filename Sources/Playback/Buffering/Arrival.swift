public import VitrineTiming

/// How a source arrives over the network: how far it is, and what holds it up.
public struct Arrival: Hashable, Sendable {
  public var lead: BufferingPolicy.Lead
  /// Whether its demuxer waits for bytes.
  public var isAwaited: Bool
  /// Why they do not come, in words.
  public var trouble: String?
  /// How much of it has to be there.
  public var buffering = BufferingPolicy()
  /// How much comes, and how much has to.
  public var flow: Flow?
  /// Of what happens as it is played.
  public var live: Live?
  /// Of a stream that has its picture in several.
  public var encodings: OfferedEncodings?
  /// What the stream tells of where it plays.
  public var dateRanges: [DateRange] = []

  /// What of a source has come over the network.
  public struct Flow: Hashable, Sendable {
    /// In bits each second: less than that, and it cannot be played without a halt.
    public var needed: Double
    /// In bytes, since it was opened.
    public var received: Int64

    public init(needed: Double, received: Int64) {
      (self.needed, self.received) = (needed, received)
    }
  }

  /// What is known of a live source.
  public struct Live: Hashable, Sendable {
    /// The newest moment that could be played now, in the source's own time.
    public var edge: MediaTime
    /// How far behind that it is to be played.
    public var target: MediaTime
    /// The oldest moment that can be gone back to, in the source's own time; nil where there is no
    /// going back.
    public var earliest: MediaTime?
    /// Of what comes by itself and cannot be asked for at another place: how much of it is there.
    public var sent: MediaTime?

    public init(
      edge: MediaTime, target: MediaTime, earliest: MediaTime? = nil, sent: MediaTime? = nil
    ) {
      (self.edge, self.target) = (edge, target)
      (self.earliest, self.sent) = (earliest, sent)
    }
  }

  public init(lead: BufferingPolicy.Lead, isAwaited: Bool, trouble: String? = nil) {
    (self.lead, self.isAwaited, self.trouble) = (lead, isAwaited, trouble)
  }

  /// Of what has not begun to arrive.
  public static let awaited = Arrival(
    lead: .init(time: .zero, bytes: 0, isFull: false), isAwaited: true)

  /// Whether there is enough of it to begin, and to go on after it ran dry.
  public var mayBegin: Bool { buffering.mayBegin(lead) }
  public var mayGoOn: Bool { buffering.mayGoOn(lead) }

  /// Whether nothing can come of it for now, or too little for it to go on.
  public var holdsUp: Bool { isAwaited || !mayGoOn }
}
