package import VitrineTiming

/// The buffer levels that a remote source needs to play.
///
/// Resuming needs more than starting: a source that has stalled once is likely to stall again.
package struct BufferingPolicy: Hashable, Sendable {
  /// The data buffered ahead of the position.
  package struct Lead: Hashable, Sendable {
    /// Its duration, as far as known.
    package var time: MediaTime
    /// The bytes of unknown duration beyond that.
    package var bytes: Int64
    /// Whether the buffer will not grow: it reaches the end or its limit, or the rest is
    /// unavailable.
    package var isFull: Bool

    package init(time: MediaTime, bytes: Int64, isFull: Bool) {
      self.time = time
      self.bytes = bytes
      self.isFull = isFull
    }
  }

  package var toBegin = MediaTime(1, 1)
  package var toResume = MediaTime(2, 1)
  /// For data of unknown duration.
  package var bytesToBegin: Int64 = 256 << 10

  package init() {}

  /// For a live source at this latency, which limits the buffer.
  package init(behind distance: MediaTime) {
    toBegin = min(toBegin, MediaTime(nanoseconds: distance.nanoseconds / 2))
    toResume = min(toResume, MediaTime(nanoseconds: distance.nanoseconds / 3 * 2))
  }

  package func mayBegin(_ lead: Lead) -> Bool { isEnough(lead, toBegin, bytesToBegin) }
  package func mayResume(_ lead: Lead) -> Bool { isEnough(lead, toResume, bytesToBegin * 2) }

  private func isEnough(_ lead: Lead, _ time: MediaTime, _ bytes: Int64) -> Bool {
    lead.isFull || lead.time >= time || lead.bytes >= bytes
  }
}
