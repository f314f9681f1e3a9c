package import VitrineTiming

/// The state of a remote source's download.
package struct Arrival: Hashable, Sendable {
  package var lead: BufferingPolicy.Lead
  /// Whether its demuxer waits for bytes.
  package var isAwaited: Bool
  /// The network error, in words.
  package var networkError: String?
  /// The required buffer levels.
  package var buffering = BufferingPolicy()
  /// The received and the required data rate.
  package var flow: Flow?
  /// Only for live streams.
  package var live: Live?
  /// Only for streams with several renditions.
  package var renditions: AvailableRenditions?
  /// The stream's date ranges at the position.
  package var dateRanges: [DateRange] = []

  /// The data flow of a remote source.
  package struct Flow: Hashable, Sendable {
    /// In bits per second: with less, playback stalls.
    package var needed: Double
    /// In bytes, since the source was opened.
    package var received: Int64

    package init(needed: Double, received: Int64) {
      self.needed = needed
      self.received = received
    }
  }

  /// The state of a live source.
  package struct Live: Hashable, Sendable {
    /// The live edge, in the source's own time.
    package var edge: MediaTime
    /// The target latency behind it.
    package var target: MediaTime
    /// The earliest position that can be reached, in the source's own time; nil if it is not
    /// seekable.
    package var earliest: MediaTime?
    /// The buffered time of a source that is pushed and not seekable.
    package var sent: MediaTime?

    package init(
      edge: MediaTime, target: MediaTime, earliest: MediaTime? = nil, sent: MediaTime? = nil
    ) {
      self.edge = edge
      self.target = target
      self.earliest = earliest
      self.sent = sent
    }
  }

  package init(lead: BufferingPolicy.Lead, isAwaited: Bool, networkError: String? = nil) {
    self.lead = lead
    self.isAwaited = isAwaited
    self.networkError = networkError
  }

  /// A source that has not started to arrive.
  package static let awaited = Arrival(
    lead: .init(time: .zero, bytes: 0, isFull: false), isAwaited: true)

  /// Whether enough is buffered to start, and to resume after an underrun.
  package var mayBegin: Bool { buffering.mayBegin(lead) }
  package var mayResume: Bool { buffering.mayResume(lead) }

  /// Whether playback stalls: no data, or too little to resume.
  package var isStalled: Bool { isAwaited || !mayResume }
}
