/// The lifetime of one output configuration: plans and buffers of one epoch are invalid in another.
/// Compared by identity.
public final class Epoch: Sendable, Hashable {
  public init() {}

  public static func == (a: Epoch, b: Epoch) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
