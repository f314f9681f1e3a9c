public import VitrinePictures

/// The current colours of a connector's signal, and how to change them. Pure: it is notified of
/// commits.
public struct SignalState: Hashable, Sendable {
  /// How to change the colours.
  public enum Step: Hashable, Sendable {
    /// They are already set.
    case stay
    /// Only the metadata changes: some drivers can do that with a flip.
    case updateMetadata
    /// The signal changes: drivers need a mode set, and most monitors go dark for a moment.
    case change
  }

  /// Nil before the first commit.
  public private(set) var inForce: SignalColor?

  public init() {}

  /// The current HDR metadata; read for each picture.
  public var hdr: HDRMetadata? { inForce?.hdr }

  public func step(to color: SignalColor) -> Step {
    guard let inForce, inForce != color else { return inForce == nil ? .change : .stay }
    guard let before = inForce.hdr, let after = color.hdr else { return .change }
    var same = inForce
    same.hdr = after
    return same == color && before.transfer == after.transfer ? .updateMetadata : .change
  }

  /// Records a successful commit with these colours.
  public mutating func recordCommit(of color: SignalColor) { inForce = color }
}
