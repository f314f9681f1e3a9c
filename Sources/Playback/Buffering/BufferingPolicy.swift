public import VitrineTiming

/// How much of a source that arrives over the network has to be there before it plays. A value.
///
/// More to go on than to begin: a source that has run dry once does so again.
public struct BufferingPolicy: Hashable, Sendable {
  /// What is there ahead of what plays.
  public struct Lead: Hashable, Sendable {
    /// How long it lasts, as far as that can be told.
    public var time: MediaTime
    /// Beside that, bytes of which nothing tells how long they last.
    public var bytes: Int64
    /// Whether nothing more will come ahead of what is there: all is, up to the end, or as much as is
    /// kept, or the rest cannot be had.
    public var isFull: Bool

    public init(time: MediaTime, bytes: Int64, isFull: Bool) {
      (self.time, self.bytes, self.isFull) = (time, bytes, isFull)
    }
  }

  public var toBegin = MediaTime(1, 1)
  public var toGoOn = MediaTime(2, 1)
  /// Where nothing tells the time.
  public var bytesToBegin: Int64 = 256 << 10

  public init() {}

  /// Of what is live, held so far behind what happens: more than that is never there.
  public init(behind distance: MediaTime) {
    toBegin = min(toBegin, MediaTime(nanoseconds: distance.nanoseconds / 2))
    toGoOn = min(toGoOn, MediaTime(nanoseconds: distance.nanoseconds / 3 * 2))
  }

  public func mayBegin(_ lead: Lead) -> Bool { isEnough(lead, toBegin, bytesToBegin) }
  public func mayGoOn(_ lead: Lead) -> Bool { isEnough(lead, toGoOn, bytesToBegin * 2) }

  private func isEnough(_ lead: Lead, _ time: MediaTime, _ bytes: Int64) -> Bool {
    lead.isFull || lead.time >= time || lead.bytes >= bytes
  }
}
