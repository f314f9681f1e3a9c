public import VitrineTiming

/// The state of a remote source's download.
public struct Arrival: Hashable, Sendable {
  public var lead: BufferingPolicy.Lead
  /// Whether its demuxer waits for bytes.
  public var isAwaited: Bool
  /// The network error, in words.
  public var networkError: String?
  /// The required buffer levels.
  public var buffering = BufferingPolicy()
  /// The received and the required data rate.
  public var flow: Flow?
  /// Only for live streams.
  public var live: Live?
  /// Only for streams with several renditions.
  public var renditions: AvailableRenditions?
  /// The stream's date ranges at the position.
  public var dateRanges: [DateRange] = []

  /// The data flow of a remote source.
  public struct Flow: Hashable, Sendable {
    /// In bits per second: with less, playback stalls.
    public var needed: Double
    /// In bytes, since the source was opened.
    public var received: Int64

    public init(needed: Double, received: Int64) {
      self.needed = needed
      self.received = received
    }
  }

  /// The state of a live source.
  public struct Live: Hashable, Sendable {
    /// The live edge, in the source's own time.
    public var edge: MediaTime
    /// The target latency behind it.
    public var target: MediaTime
    /// The earliest position that can be reached, in the source's own time; nil if it is not
    /// seekable.
    public var earliest: MediaTime?
    /// The buffered time of a source that is pushed and not seekable.
    public var sent: MediaTime?

    public init(
      edge: MediaTime, target: MediaTime, earliest: MediaTime? = nil, sent: MediaTime? = nil
    ) {
      self.edge = edge
      self.target = target
      self.earliest = earliest
      self.sent = sent
    }
  }

  public init(lead: BufferingPolicy.Lead, isAwaited: Bool, networkError: String? = nil) {
    self.lead = lead
    self.isAwaited = isAwaited
    self.networkError = networkError
  }

  /// A source that has not started to arrive.
  public static let awaited = Arrival(
    lead: .init(time: .zero, bytes: 0, isFull: false), isAwaited: true)

  /// Whether enough is buffered to start, and to resume after an underrun.
  public var mayBegin: Bool { buffering.mayBegin(lead) }
  public var mayResume: Bool { buffering.mayResume(lead) }

  /// Whether playback stalls: no data, or too little to resume.
  public var isStalled: Bool { isAwaited || !mayResume }
}
