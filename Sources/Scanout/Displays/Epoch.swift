/// A stretch of time in which a display is one output of one device: what is planned and
/// allocated for one epoch is of no use in another. Known by its identity.
public final class Epoch: Sendable, Hashable {
  public init() {}

  public static func == (a: Epoch, b: Epoch) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
