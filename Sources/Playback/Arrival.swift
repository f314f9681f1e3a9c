internal import Timing

/// How a source arrives over the network: how far it is, and what holds it up.
public struct Arrival: Hashable, Sendable {
  public var lead: BufferingPolicy.Lead
  /// Whether its demuxer waits for bytes.
  public var isAwaited: Bool
  /// Why they do not come, in words.
  public var trouble: String?

  public init(lead: BufferingPolicy.Lead, isAwaited: Bool, trouble: String? = nil) {
    (self.lead, self.isAwaited, self.trouble) = (lead, isAwaited, trouble)
  }

  /// Of what has not begun to arrive.
  public static let awaited = Arrival(
    lead: .init(time: .zero, bytes: 0, isFull: false), isAwaited: true)

  /// Whether nothing can come of it for now, or too little for it to go on.
  public var holdsUp: Bool { isAwaited || !BufferingPolicy().mayGoOn(lead) }
}
