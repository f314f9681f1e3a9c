public import Timing

/// How much of a source that arrives over the network has to be there before it plays. A value.
///
/// More to go on than to begin: a source that has run dry once does so again.
public struct BufferingPolicy: Hashable, Sendable {
  /// What is there ahead of what plays.
  public struct Lead: Hashable, Sendable {
    /// As time; nil where nothing tells how long the bytes last.
    public var time: MediaTime?
    public var bytes: Int64
    /// Whether all is there up to the end.
    public var isWhole: Bool

    public init(time: MediaTime?, bytes: Int64, isWhole: Bool) {
      (self.time, self.bytes, self.isWhole) = (time, bytes, isWhole)
    }
  }

  public var toBegin = MediaTime(1, 1)
  public var toGoOn = MediaTime(2, 1)
  /// Where nothing tells the time.
  public var bytesToBegin: Int64 = 256 << 10

  public init() {}

  public func mayBegin(_ lead: Lead) -> Bool { isEnough(lead, toBegin, bytesToBegin) }
  public func mayGoOn(_ lead: Lead) -> Bool { isEnough(lead, toGoOn, bytesToBegin * 2) }

  private func isEnough(_ lead: Lead, _ time: MediaTime, _ bytes: Int64) -> Bool {
    if lead.isWhole { return true }
    return lead.time.map { $0 >= time } ?? (lead.bytes >= bytes)
  }
}
