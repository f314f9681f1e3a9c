package import VitrinePictures

/// The current colours of a connector's signal, and how to change them. Pure: it is notified of
/// commits.
package struct SignalState: Hashable, Sendable {
  /// How to change the colours.
  package enum Step: Hashable, Sendable {
    /// They are already set.
    case stay
    /// Only the metadata changes: some drivers can do that with a flip.
    case updateMetadata
    /// The signal changes: drivers need a mode set, and most monitors go dark for a moment.
    case change
  }

  /// Nil before the first commit.
  package private(set) var inForce: SignalColor?

  package init() {}

  /// The current HDR metadata; read for each picture.
  package var hdr: HDRMetadata? { inForce?.hdr }

  package func step(to color: SignalColor) -> Step {
    guard let inForce, inForce != color else { return inForce == nil ? .change : .stay }
    guard let before = inForce.hdr, let after = color.hdr else { return .change }
    var same = inForce
    same.hdr = after
    return same == color && before.transfer == after.transfer ? .updateMetadata : .change
  }

  /// Records a successful commit with these colours.
  package mutating func recordCommit(of color: SignalColor) { inForce = color }
}
